import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../../part.ts'
import { wikiSample } from '../../sample/sample.ts'
import { keyBetween } from './random-in-category.ts'

suite('Special:RandomInCategory', () => {
  let app: FastifyInstance

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    await store.transaction(async tx => {
      // A category with more pages than the API returns: each page of the sample under many sort keys is enough.
      const { id } = await tx.selectFrom('page').select('id').where('title', '=', 'Tea').executeTakeFirstOrThrow()
      const [pattern] = await tx.selectFrom('page').selectAll().where('id', '=', id).execute()
      const pages = Array.from({ length: 1300 }, (_, i) => ({ ...pattern!, id: 100_000 + i, title: `Member_${i}` }))
      for (let i = 0; i < pages.length; i += 100) {
        const some = pages.slice(i, i + 100)
        await tx.insertInto('page').values(some).execute()
        const links = some.map((page, at) => ({
          page_id: page.id,
          category: 'Many',
          sortkey: Buffer.from(`MEMBER ${String(i + at).padStart(5, '0')}`),
          sortkey_prefix: '',
          timestamp: 1_700_000_000,
          collation_name: 'uppercase',
          type: 'page' as const,
        }))
        await tx.insertInto('category_link').values(links).execute()
      }
    })
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const chosen = async (category: string): Promise<string> =>
    String((await app.inject({ url: `/wiki/Special:RandomInCategory/${category}` })).headers.location)

  test('chooses from the whole of a large category', async t => {
    const places: string[] = []
    for (const share of [0, 0.5, 0.999]) {
      t.mock.method(Math, 'random', () => share)
      places.push(await chosen('Many'))
      t.mock.restoreAll()
    }
    const numbers = places.map(place => Number(/Member_(\d+)$/.exec(place)![1]))
    assert.equal(numbers[0], 0)
    assert.ok(numbers[1]! > 500 && numbers[1]! < 1300, String(numbers))
    assert.ok(numbers[2]! > 1000, String(numbers))
  })

  test('says when a category has no pages', async () => {
    const { statusCode } = await app.inject({ url: '/wiki/Special:RandomInCategory/Nothing_here' })
    assert.equal(statusCode, 404)
  })

  test('finds keys between two others', () => {
    assert.equal(keyBetween('41', '5a', 0).slice(0, 2), '41')
    assert.equal(keyBetween('41', '5a', 0.999999).slice(0, 2), '59')
    assert.ok(keyBetween('4d454d0001', '4d454d00ff', 0.5).startsWith('4d454d0080'))
    assert.ok(keyBetween('4d', '4d4e', 0.5).startsWith('4d27'))
  })
})
