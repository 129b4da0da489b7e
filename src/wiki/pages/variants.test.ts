import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { SITE_INFO } from '../open-wiki.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'
import siteInfo from '../site/fixtures/site-ru.json' with { type: 'json' }

suite('a wiki in a language with variants', () => {
  let app: FastifyInstance

  before(async () => {
    const store = await temporaryStore('sqlite')
    const options = { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' }
    await wikiSample.install(await testServices(store, undefined, options), 1)
    const value = JSON.stringify({ ...siteInfo, general: { ...siteInfo.general, lang: 'sr' } })
    await store.transaction(async tx => {
      await tx.deleteFrom('site_setting').where('key', '=', SITE_INFO).execute()
      await tx.insertInto('site_setting').values({ key: SITE_INFO, value }).execute()
    })
    const services = await testServices(store, undefined, options)
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  test('shows a page in the variant of the address', async () => {
    const { body } = await app.inject('/index.php?title=Tea&variant=sr-ec')
    assert.match(body, /<div class="wiki-text" lang="sr-Cyrl" dir="ltr">/)
    assert.match(body, /<h1 [^>]*><span class="mw-page-title-main">Теа<\/span><\/h1>/)
    assert.match(body, /<a href="[^"]*variant=sr-ec" lang="sr-Cyrl" hreflang="sr-Cyrl" aria-current="true">/)
    const written = await app.inject('/wiki/Tea')
    assert.match(written.body, /<h1 [^>]*><span class="mw-page-title-main">Tea<\/span><\/h1>/)
  })

  test('shows visitors the variant that their browser accepts', async () => {
    const heading = async (accepted: string, address = '/wiki/Tea') => {
      const { body } = await app.inject({ url: address, headers: { 'accept-language': accepted } })
      return /<span class="mw-page-title-main">([^<]*)</.exec(body)?.[1]
    }
    assert.equal(await heading('fr, sr-Cyrl;q=0.8, sr-Latn;q=0.5'), 'Теа')
    assert.equal(await heading('sr, sr-Cyrl;q=0.8'), 'Tea')
    assert.equal(await heading('de, zh-Hans'), 'Tea')
    assert.equal(await heading('sr-Cyrl', '/index.php?title=Tea&variant=sr-el'), 'Tea')
  })

  test('converts parsed text, and ignores unknown variants', async () => {
    const parsed = async (variant: string) => {
      const query = { action: 'parse', text: 'Ljubav -{lj}-', contentmodel: 'wikitext', prop: 'text', variant }
      const address = `/api.php?${new URLSearchParams({ ...query, format: 'json', formatversion: '2' })}`
      return (await app.inject(address)).json().parse.text
    }
    assert.match(await parsed('sr-ec'), /<p>Љубав lj\n/)
    assert.match(await parsed('zh-hans'), /<p>Ljubav lj\n/)
  })
})
