import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { feedAddress, renewFeedAddress } from '../notifications/feed-key.ts'

onEachEngine('feeds', open => {
  let api: TestApi
  let key: string
  let home: TestCatalogue
  let anna: { account: { id: number }; key: string }
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: told, payload } = await api.app.inject({ method: 'GET', url, headers })
    return { status: statusCode, type: told['content-type'], tag: String(told.etag), text: payload }
  }
  const titles = (text: string) => [...text.matchAll(/<(?:item|entry)><title>([^<]*)/g)].map(match => match[1])

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    home = await testCatalogue(api.services)
    const secret = await testCatalogue(api.services, { slug: 'secret', access: ACCESS.private })
    anna = await api.user('Anna')
    await api.send('PATCH', '/api/users/Anna/', { key: anna.key, body: { profile: { watched: ['hello'] } } })
    for (const { units } of [home, secret])
      await api.send('POST', `/api/units/${units[0]!.id}/comments/`, { key, body: { comment: 'A <b> & so on' } })
  })

  for (const place of ['', 'hello/', 'hello/main/', 'hello/main/cs/', 'hello/-/cs/', 'language/cs/'])
    test(`/exports/rss/${place} and as Atom`, async () => {
      const rss = await get(`/exports/rss/${place}`)
      assert.deepEqual([rss.status, rss.type], [200, 'application/rss+xml; charset=utf-8'])
      assert.equal(titles(rss.text)[0], 'Comment added – Boss – Project hello / Main / Czech')
      assert.match(rss.text, /<description>Source: Hello, world!\n\nComment: A &lt;b&gt; &amp; so on<\/description>/)
      assert.match(rss.text, /<link>https:\/\/translate\.example\.org\/translate\/hello\/main\/cs\/\?checksum=/)
      assert.ok(!rss.text.includes('secret'))
      const atom = await get(`/exports/atom/${place}`)
      assert.deepEqual(titles(atom.text), titles(rss.text))
      assert.equal((await get(`/exports/rss/${place}`, { 'if-none-match': rss.tag })).status, 304)
    })

  test('are linked from the history of a place', async () => {
    for (const [query, place] of [
      ['', ''],
      ['?language=cs', 'language/cs/'],
      ['?project=hello', 'hello/'],
      ['?project=hello&language=cs', 'hello/-/cs/'],
      ['?project=hello&component=main&language=cs', 'hello/main/cs/'],
    ])
      for (const format of ['rss', 'atom']) {
        const { text } = await get(`/changes/${query}`)
        const address = `/exports/${format}/${place}`
        assert.ok(text.includes(`<link rel="alternate" type="application/${format}+xml"`), query)
        assert.ok(text.includes(`href="${address}"`), `${query} lacks ${address}`)
        assert.equal((await get(address)).status, 200)
      }
  })

  test('leave out what the reader may not see', async () => {
    assert.equal((await get('/exports/rss/secret/')).status, 404)
    assert.equal((await get('/exports/rss/secret/', { authorization: `Token ${key}` })).status, 200)
    assert.equal((await get('/exports/rss/hello/nothing/')).status, 404)
    assert.equal((await get('/exports/rss/%00/')).status, 404)
  })

  test('include a private feed per user, whose address can be renewed', async () => {
    const before = new URL(await feedAddress(api.services, anna.account.id)).pathname
    const feed = await get(before)
    assert.equal(feed.status, 200)
    assert.equal(titles(feed.text)[0], 'Comment added – Boss – Project hello / Main / Czech')
    assert.ok(!feed.text.includes('secret'))
    await renewFeedAddress(api.services, anna.account.id)
    assert.equal((await get(before)).status, 404)
    assert.equal((await get(new URL(await feedAddress(api.services, anna.account.id)).pathname)).status, 200)
  })
})
