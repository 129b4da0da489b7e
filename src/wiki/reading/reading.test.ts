import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#accounts/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

suite('reading the wiki in a browser', () => {
  let app: FastifyInstance

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  test('a page is shown as HTML, with templates, links and categories', async () => {
    const { body, headers } = await app.inject('/wiki/Lighthouse')
    assert.match(body, /<table class="wikitable">\s*<tbody>/)
    assert.match(body, /<div class="note">The towers of this table do not exist\.<\/div>/)
    assert.match(body, /<p class="categories">Category: <a href="http:\/\/127\.0\.0\.1\/wiki\/Category:/)
    assert.doesNotMatch(body, /\[\[|\{\{/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    const main = await app.inject('/wiki/')
    assert.match(main.body, /<li><a href="\/wiki\/Tea" title="Tea">Tea<\/a> is the longest article/)
  })

  test('its source comes as it was written', async () => {
    const { body, headers } = await app.inject('/index.php?title=Lighthouse&action=raw')
    assert.equal(headers['content-type'], 'text/x-wiki; charset=UTF-8')
    assert.match(body, /\{\|/)
    assert.equal((await app.inject('/index.php?title=No+such+page&action=raw')).statusCode, 404)
  })

  test('a redirect shows where it leads to, unless it is to be seen itself', async () => {
    const followed = await app.inject('/wiki/Cha')
    assert.match(followed.body, /<h1 dir="auto">Tea<\/h1>/)
    assert.match(followed.body, /Redirected from <a href="\/index\.php\?title=Cha&amp;redirect=no">/)
    const itself = await app.inject('/index.php?title=Cha&redirect=no')
    assert.match(itself.body, /<h1 dir="auto">Cha<\/h1>/)
    assert.match(itself.body, /Leads to:<\/p><ul class="redirectText"><li><a href="\/wiki\/Tea"/)
  })

  test('names that no page has, or can have, are told apart', async () => {
    assert.equal((await app.inject('/wiki/No_such_page')).statusCode, 404)
    assert.equal((await app.inject('/wiki/%5B%5B')).statusCode, 400)
    assert.equal((await app.inject('/index.php?curid=999999')).statusCode, 302)
  })
})
