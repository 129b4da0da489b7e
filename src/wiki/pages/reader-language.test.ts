import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

suite("the language of a wiki's messages", () => {
  let app: FastifyInstance

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    const imported = [
      { lang: 'en', name: 'whatlinkshere', text: 'Incoming links' },
      { lang: 'pt-br', name: 'whatlinkshere', text: 'Links brasileiros' },
      { lang: 'zh-hans', name: 'whatlinkshere', text: '简体链接' },
    ]
    await store.transaction(tx => tx.insertInto('message').values(imported).execute())
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const link = async (url: string, headers: Record<string, string> = {}): Promise<string | undefined> =>
    /Special:WhatLinksHere\/Tea">([^<]*)</.exec((await app.inject({ url, headers })).body)?.[1]

  test('another variety of the language is better than English', async () => {
    for (const code of ['pt-br', 'pt', 'pt-PT'])
      assert.equal(await link(`/index.php?title=Tea&uselang=${code}`), 'Links brasileiros', code)
    for (const code of ['zh', 'zh-cn', 'zh-Hans-CN', 'zh-sg', 'zh-my', 'zh-TW'])
      assert.equal(await link(`/index.php?title=Tea&uselang=${code}`), '简体链接', code)
    assert.equal(await link('/index.php?title=Tea&uselang=tlh'), 'Incoming links')
  })

  test('imported messages take precedence over our own texts, also as a fallback', async () => {
    assert.equal(await link('/index.php?title=Tea&uselang=de'), 'Incoming links')
  })
})
