import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#store/clock.ts'
import { onEachEngine } from '#store/testing.ts'
import { editingWiki } from '../../editing/testing.ts'
import { recentRenderings } from './recent-renderings.ts'
import { TextWork } from './text-work.ts'

onEachEngine('recent renderings', open => {
  const openCache = async () => {
    const { wiki } = await editingWiki(await open())
    const now = seconds(wiki.clock)
    const order = { page: { ns: 0, dbkey: 'Page' }, text: "''a'' [[B]]", model: 'wikitext', language: 'en' }
    return { cache: recentRenderings(wiki), now, render: () => new TextWork(wiki, now).run('render', order) }
  }

  test('render once for many concurrent requests', async () => {
    const { cache, now, render } = await openCache()
    let renderings = 0
    const get = () =>
      cache.get('page', now, () => {
        renderings++
        return render()
      })
    const shown = await Promise.all(Array.from({ length: 50 }, get))
    assert.equal(renderings, 1)
    for (const { html } of shown) assert.match(html, /<i>a<\/i>/)
    await get()
    assert.equal(renderings, 1)
  })

  test('render again, once, after the first request fails', async () => {
    const { cache, now, render } = await openCache()
    let renderings = 0
    const get = () =>
      cache.get('page', now, async () => {
        if (++renderings === 1) throw new Error('The client left.')
        return render()
      })
    const results = await Promise.allSettled(Array.from({ length: 20 }, get))
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 1)
    assert.equal(renderings, 2)
  })
})
