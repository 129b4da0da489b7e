import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

suite('reading the wiki', () => {
  let app: FastifyInstance

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const ask = async (params: Record<string, string>) => {
    const query = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...params })
    return { json: (await app.inject(`/api.php?${query}`)).json() }
  }

  test('renders a page with templates, links and categories', async () => {
    const { body, headers } = await app.inject('/wiki/Lighthouse')
    assert.match(body, /<table class="wikitable">\s*<tbody>/)
    assert.match(body, /<div class="note">The towers in this table do not exist\.<\/div>/)
    assert.match(body, /<p class="categories"><span class="quiet">Categor(?:y|ies)<\/span> <a href="\/wiki\/Category:/)
    assert.doesNotMatch(body.split('</main>')[0]!, /\[\[|\{\{/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    const main = await app.inject('/wiki/')
    assert.match(main.body, /<li><a href="\/wiki\/Tea" title="Tea">Tea<\/a> is the longest article/)
  })

  test('action=raw returns the source', async () => {
    const { body, headers } = await app.inject('/index.php?title=Lighthouse&action=raw')
    assert.equal(headers['content-type'], 'text/x-wiki; charset=UTF-8')
    assert.match(body, /\{\|/)
    assert.equal((await app.inject('/index.php?title=No+such+page&action=raw')).statusCode, 404)
  })

  test('sends raw responses once without logging errors', async t => {
    const complaints = t.mock.method(app.log, 'error')
    for (const at of [
      'title=Lighthouse&action=raw',
      'title=Lighthouse&action=render',
      'title=Tea&action=history&feed=atom',
    ]) {
      const { statusCode, body } = await app.inject(`/index.php?${at}`)
      assert.equal(statusCode, 200, at)
      assert.doesNotMatch(body, /<h1/, at)
    }
    assert.deepEqual(
      complaints.mock.calls.map(call => call.arguments),
      [],
    )
  })

  test('follows a redirect unless redirect=no', async () => {
    const followed = await app.inject('/wiki/Cha')
    assert.match(followed.body, /<h1 [^>]*><span class="mw-page-title-main">Tea<\/span><\/h1>/)
    assert.match(
      followed.body,
      /Redirected from <a class="mw-redirect" href="\/index\.php\?title=Cha&amp;redirect=no">/,
    )
    const itself = await app.inject('/index.php?title=Cha&redirect=no')
    assert.match(itself.body, /<h1 [^>]*><span class="mw-page-title-main">Cha<\/span><\/h1>/)
    assert.match(itself.body, /Redirect to:<\/p><ul class="redirectText"><li><a href="\/wiki\/Tea"/)
  })

  test('purges a page after confirmation', async () => {
    const { statusCode, body } = await app.inject('/index.php?title=Tea&action=purge')
    assert.equal(statusCode, 200)
    assert.match(body, /<form[^>]* method="post"/)
    assert.match(body, /Purging does not change the text/)
  })

  test('distinguishes missing pages from invalid titles', async () => {
    assert.equal((await app.inject('/wiki/No_such_page')).statusCode, 404)
    assert.equal((await app.inject('/wiki/%5B%5B')).statusCode, 400)
    assert.equal((await app.inject('/index.php?curid=999999')).statusCode, 302)
  })

  test('a category lists its members even without a page', async () => {
    const { body } = await app.inject('/wiki/Category:Templates')
    assert.match(body, /Pages in category &quot;Templates&quot;<\/h2>[\s\S]*<ul><li><a href="\/wiki\/Template:/)
    assert.match(
      (await app.inject('/wiki/Category:Drinks')).body,
      /class="letters"[\s\S]*<bdi>Herbal tea<\/bdi>[\s\S]*class="page-foot"/,
    )
    assert.equal((await app.inject('/wiki/Category:Nothing_at_all')).statusCode, 404)
  })

  test('an old revision is marked as such and never replaced by the current text', async () => {
    const { json } = await ask({ prop: 'revisions', titles: 'Tea', rvprop: 'ids', rvlimit: '1', rvdir: 'newer' })
    const [{ revid, parentid }] = json.query.pages[0].revisions
    const { statusCode, body } = await app.inject(`/index.php?title=Tea&oldid=${revid}`)
    assert.equal(statusCode, 200)
    assert.equal(parentid, 0)
    const { json: latest } = await ask({ prop: 'info', titles: 'Tea' })
    assert.equal(body.includes('old-revision'), latest.query.pages[0].lastrevid !== revid)
    assert.equal((await app.inject('/index.php?title=Tea&oldid=99999999')).statusCode, 404)
    assert.equal((await app.inject('/index.php?title=Tea&oldid=x')).statusCode, 404)
  })

  test('reports unsupported actions', async () => {
    const { statusCode, body } = await app.inject('/index.php?title=Tea&action=dance')
    assert.equal(statusCode, 404)
    assert.match(body, /no page action “dance”/)
    assert.doesNotMatch(body, /class="mw-parser-output"/)
  })

  test('the direction follows the page language, not its first letter', async () => {
    const { body } = await app.inject('/wiki/Tea')
    assert.match(body, /<div class="wiki-text" lang="en" dir="ltr"><div class="mw-parser-output">/)
    const arabic = await app.inject('/wiki/%D8%B4%D8%A7%D9%8A')
    assert.match(arabic.body, /<div class="wiki-text" lang="ar" dir="rtl"><div class="mw-parser-output">/)
    assert.match(arabic.body, /<main id="content" lang="en" dir="ltr">/)
    assert.match(body, /<nav aria-label="Site">\s*<a [^>]*><bdi>Sample wiki/)
  })

  test('redirects the wiki URL without a trailing slash', async () => {
    const { statusCode, headers } = await app.inject('/wiki')
    assert.deepEqual([statusCode, headers.location], [301, '/wiki/'])
  })
})
