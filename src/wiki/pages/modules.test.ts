// Pages of modules and pages with script errors, without JavaScript.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

const MODULE = `local p = {}
function p.half(frame)
  return frame.args[1] / 2
end
return p`

suite('modules', () => {
  let app: FastifyInstance
  let headers: Record<string, string>
  let close: () => unknown

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    close = () => services.threads.close()
    await wikiSample.install(services, 1)
    const { id } = await services.accounts.register({ name: 'Ann' })
    const key = await store.transaction(tx => regenerateApiKey(tx, id, services.clock))
    headers = { authorization: `Token ${key}`, 'content-type': 'application/x-www-form-urlencoded' }
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
    await save('Module:Half', MODULE)
    await save('Halves', '{{#invoke:Half|half|8}} {{#invoke:Half|half|<x>}} {{#invoke:Nothing|half}}')
  })

  after(() => close())

  const post = (url: string, fields: Record<string, string>) =>
    app.inject({ method: 'POST', url, headers, body: new URLSearchParams(fields).toString() })
  const api = async (fields: Record<string, string>) =>
    (await post('/api.php', { format: 'json', formatversion: '2', ...fields })).json()
  async function save(title: string, text: string): Promise<void> {
    const { csrftoken } = (await api({ action: 'query', meta: 'tokens' })).query.tokens
    const { edit, error } = await api({ action: 'edit', title, text, token: csrftoken })
    assert.equal(edit?.result, 'Success', JSON.stringify(error))
  }

  test('an error on a page leads to its trace', async () => {
    const { body } = await app.inject('/wiki/Halves')
    assert.match(body, /id="mw-scribunto-error-0"><a href="#mw-scribunto-trace-0">Lua error in Module:Half at line 3/)
    assert.match(body, /id="mw-scribunto-error-1"><a href="#mw-scribunto-trace-1">Script error: No such module/)
    const [, traces = ''] = body.split('<section class="script-errors"')
    assert.match(traces, /<details class="script-error"><summary class="error" dir="auto">Lua error in Module:Half/)
    assert.match(traces, /id="mw-scribunto-trace-0"><p>Backtrace:<\/p><ol class="scribunto-trace"><li>/)
    assert.match(traces, /action=edit#mw-ce-l3">Module:Half:3<\/a><\/strong>: in function "/)
    assert.match(traces, /id="mw-scribunto-trace-1"><p>No further details are available\.<\/p>/)
    assert.equal((await app.inject('/wiki/Module:Half')).body.includes('script-errors'), false)
  })

  test('action=parse returns the traces as Scribunto does', async () => {
    const { parse } = await api({ action: 'parse', page: 'Halves', prop: 'text|modules|jsconfigvars' })
    assert.deepEqual(parse.modules, ['ext.scribunto.errors'])
    assert.equal(parse.jsconfigvars.ScribuntoErrors.length, 2)
    assert.doesNotMatch(parse.text, /scribunto-trace/)
  })

  test('action=parse marks up the parts of the title of a module', async () => {
    const { parse } = await api({ action: 'parse', page: 'Module:Half', prop: 'displaytitle' })
    assert.match(parse.displaytitle, /^<span class="mw-page-title-namespace">Module<\/span>.*>Half<\/span>$/)
  })

  test('a module with a syntax error is not saved, and its preview says where the error is', async () => {
    const text = 'local p = {}\nlocal = 3\nreturn p'
    const { parse } = await api({
      action: 'parse',
      title: 'Module:Wrong',
      contentmodel: 'Scribunto',
      text,
      prop: 'text|jsconfigvars|categories',
    })
    assert.ok(parse)
    assert.match(parse.text, /<div class="errorbox"><p>Script error: Lua error at line 2: /)
    assert.equal(parse.jsconfigvars.ScribuntoSyntaxError.line, 2)
    assert.equal(parse.categories[0].category, 'Scribunto_modules_with_errors')
    const answer = await post('/index.php?title=Module:Wrong&action=submit', { wpTextbox1: text, wpSave: '1' })
    assert.match(answer.body, /Lua error at line 2/)
  })

  test('code runs with the text in the form, which is not saved', async () => {
    const url = '/index.php?title=Module:Half&action=submit'
    assert.match(
      (await app.inject({ url: '/index.php?title=Module:Half&action=edit', headers })).body,
      /name="wpConsole"/,
    )
    const run = async (question: string) =>
      (await post(url, { wpTextbox1: `mw.log("new")\n${MODULE}`, wpConsole: '1', wpConsoleInput: question })).body
    const asked = await run('=p.half { args = { 8 } }')
    assert.match(asked, /<section class="edit-preview" aria-labelledby="console-heading">.*<pre dir="ltr">4<\/pre>/s)
    assert.match(asked, /wpConsoleInput"[^>]*>\n=p\.half \{ args = \{ 8 \} \}<\/textarea>/)
    assert.match(await run('=p.half()'), /<details class="script-error"><summary[^>]*>Lua error at line 4/)
    assert.match(await run("print('<b>')"), /<pre dir="ltr">&lt;b&gt;\n<\/pre>/)
    assert.equal((await app.inject('/index.php?title=Module:Half&action=raw')).body, MODULE)
    assert.doesNotMatch((await app.inject({ url: '/index.php?title=Halves&action=edit', headers })).body, /wpConsole/)
  })
})
