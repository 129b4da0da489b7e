// Gadgets: style sheets for readers who switched them on.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

const DEFINITION = `== look ==
* Calm[ResourceLoader|default]|Calm.css
* Loud[ResourceLoader]|Loud.css
* Tool[ResourceLoader|default]|Tool.js|Tool.css
* Guards[ResourceLoader|rights=block]|Guards.css`

suite('gadgets', () => {
  let app: FastifyInstance
  const keys = new Map<string, string>()

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    for (const name of ['Keeper', 'Ann']) {
      const { id } = await services.accounts.register({ name })
      const key = await store.transaction(async tx => {
        if (name === 'Keeper') for (const group of ['sysop', 'interface-admin']) await joinGroup(tx, id, group)
        return regenerateApiKey(tx, id, services.clock)
      })
      keys.set(name, key)
    }
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
    await save('MediaWiki:Gadgets-definition', DEFINITION)
    await save('MediaWiki:Gadget-Calm', 'A [[calm]] look.')
    await save('MediaWiki:Gadget-Calm.css', '.calm { color: red; background: url(https://evil.example/x.png) }')
    await save('MediaWiki:Gadget-Loud.css', '.loud { font-weight: bold }')
    await save('MediaWiki:Gadget-Tool.css', '.tool { font-weight: bold }')
    await save('MediaWiki:Gadget-Guards.css', '.guards { font-weight: bold }')
  })

  const headersOf = (who: string | null): Record<string, string> =>
    who === null ? {} : { authorization: `Token ${keys.get(who)}` }
  const post = (url: string, fields: Record<string, string> | [string, string][], who: string | null) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...headersOf(who), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const api = async (fields: Record<string, string>, who: string | null = 'Keeper') => {
    const ask = async (given: Record<string, string>) =>
      (await post('/api.php', { format: 'json', formatversion: '2', ...given }, who)).json()
    const { csrftoken } = (await ask({ action: 'query', meta: 'tokens' })).query.tokens
    return ask({ token: csrftoken, ...fields })
  }
  async function save(title: string, text: string): Promise<void> {
    const { edit, error } = await api({ action: 'edit', title, text })
    assert.equal(edit?.result, 'Success', JSON.stringify(error))
  }
  const open = async (url: string, who: string | null = null) =>
    (await app.inject({ url, headers: headersOf(who) })).body
  /** Names of the gadgets whose styles a page links. */
  const loaded = async (who: string | null): Promise<string[]> => {
    const [, modules = ''] = /load\.php\?modules=(ext\.gadget\.[^&]*)&/.exec(await open('/wiki/Main_Page', who)) ?? []
    return decodeURIComponent(modules)
      .split('|')
      .filter(name => name !== '')
  }

  test('visitors get the default gadgets that are styles', async () => {
    assert.deepEqual(await loaded(null), ['ext.gadget.Calm'])
    const css = await open('/load.php?modules=ext.gadget.Calm&only=styles')
    assert.match(css, /^\.wiki-text \.calm\{color:/)
    assert.doesNotMatch(css, /evil/)
    const scripted = await app.inject('/load.php?modules=ext.gadget.Tool&only=styles')
    assert.deepEqual([scripted.statusCode, scripted.body.includes('.tool')], [404, false])
  })

  test('users switch gadgets on and off', async () => {
    const page = await open('/wiki/Special:Gadgets', 'Ann')
    assert.match(page, /<input type="checkbox" name="gadget" value="Calm" checked>/)
    assert.match(page, /A <a [^>]*>calm<\/a> look\./)
    assert.match(page, /<input type="checkbox" name="gadget" value="Loud">/)
    assert.doesNotMatch(page, /value="(?:Tool|Guards)"/)
    assert.match(page, /<b>Not loaded: this wiki doesn’t run scripts from its pages\.<\/b>/)
    assert.match(page, /Needs the rights block\./)
    const answer = await post('/wiki/Special:Gadgets', { gadget: 'Loud', known: 'Calm|Loud' }, 'Ann')
    assert.equal(answer.statusCode, 303)
    assert.deepEqual(await loaded('Ann'), ['ext.gadget.Loud'])
    assert.deepEqual(await loaded(null), ['ext.gadget.Calm'])
    assert.doesNotMatch(await open('/wiki/Special:Gadgets'), /<input type="checkbox" name="gadget"/)
  })

  test('action=options accepts the gadgets that a user may use', async () => {
    const changed = await api({ action: 'options', change: 'gadget-Calm=1|gadget-Guards=1|gadget-None=1' }, 'Ann')
    assert.equal(changed.options, 'success')
    const warnings = JSON.stringify(changed.warnings)
    assert.match(warnings, /gadget-Guards/)
    assert.match(warnings, /gadget-None/)
    assert.deepEqual(await loaded('Ann'), ['ext.gadget.Calm', 'ext.gadget.Loud'])
    await api({ action: 'options', change: 'gadget-Guards=1' })
    assert.deepEqual(await loaded('Keeper'), ['ext.gadget.Calm', 'ext.gadget.Guards'])
  })
})
