import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'
import { firstWords } from './reading/page-head.ts'

suite('what crawlers read', () => {
  let app: FastifyInstance

  before(async () => {
    const store = await temporaryStore('sqlite')
    const config = { data: temporaryFolder(), siteUrl: 'https://wiki.example.org' }
    const services = await testServices(store, undefined, config)
    await wikiSample.install(services, 1)
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  test('robots.txt keeps crawlers to articles and names the sitemap', async () => {
    const { body, headers } = await app.inject('/robots.txt')
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.match(body, /^User-agent: \*\n/)
    assert.match(body, /^Disallow: \/api\.php$/m)
    assert.match(body, /^Disallow: \/wiki\/Special:$/m)
    assert.match(body, /^Sitemap: https:\/\/wiki\.example\.org\/sitemap\.xml$/m)
  })

  test('the sitemap lists articles in parts', async () => {
    const index = (await app.inject('/sitemap.xml')).body
    assert.match(index, /<sitemap><loc>https:\/\/wiki\.example\.org\/sitemap\/1\.xml<\/loc><\/sitemap>/)
    const { body } = await app.inject('/sitemap/1.xml')
    assert.match(body, /<url><loc>https:\/\/wiki\.example\.org\/wiki\/Tea<\/loc><lastmod>\d{4}-/)
    assert.doesNotMatch(body, /Talk:|User:/)
    assert.doesNotMatch((await app.inject('/sitemap/2.xml')).body, /<url>/)
    for (const part of ['0', '-1', 'x', '999999'])
      assert.equal((await app.inject(`/sitemap/${part}.xml`)).statusCode, 404)
  })

  test('pages describe themselves', async () => {
    const { body } = await app.inject('/index.php?title=Tea')
    assert.match(body, /<link rel="canonical" href="https:\/\/wiki\.example\.org\/wiki\/Tea">/)
    assert.match(body, /<meta name="description" content="[^"]{20,}">/)
    assert.match(body, /<meta property="og:title" content="Tea">/)
    const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(body)!
    const facts = JSON.parse(json!)
    assert.deepEqual([facts['@type'], facts.headline, facts.inLanguage], ['Article', 'Tea', 'en'])
    const history = /oldid=(\d+)[^"]*" *class="mw-changeslist-date|oldid=(\d+)/.exec(
      (await app.inject('/index.php?title=Tea&action=history')).body,
    )!
    const old = (await app.inject(`/index.php?title=Tea&oldid=${history[1] ?? history[2]}`)).body
    assert.ok(old.includes('rel="canonical"') !== old.includes('content="noindex,follow"'))
  })

  test('descriptions are the first words, cut at a word', () => {
    assert.equal(firstWords('<p> </p><p>A <b>tower</b><sup>[1]</sup> &amp; a lamp.</p>'), 'A tower & a lamp.')
    assert.match(firstWords(`<p>${'word '.repeat(100)}</p>`), /^(?:word )+word…$/)
    assert.equal(firstWords('<p><p>'.repeat(50_000)), '')
  })
})
