import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheStatistics } from '#cache/bounded-cache.ts'
import { testWiki } from '../../testing.ts'
import { packRendering, unpackRendering } from './pack-rendering.ts'
import { TextWork } from './text-work.ts'

const NOW = 1_794_700_800
const order = (text: string) => ({ page: { ns: 0, dbkey: 'X' }, text, model: 'wikitext', language: 'ru' })
const TEXT = '== Ā ==\n[[b]] {{c}} <ref>d</ref>\n== e ==\n[https://example.org/ f] [[Category:G]] {{DISPLAYTITLE:x}}\n'

test('a packed rendering is the same after unpacking, and much smaller', async () => {
  const { wiki } = await testWiki()
  const rendered = await new TextWork(wiki, NOW).run('render', order(TEXT.repeat(20)))
  const rendering = { rendered, needs: '{}', isVolatile: false, from: NOW, until: Number.POSITIVE_INFINITY }
  const packed = packRendering(rendering)
  assert.deepEqual(unpackRendering(packed), rendering)
  assert.ok(packed.length < rendered.html.length / 5, `${packed.length} of ${rendered.html.length}`)
  await wiki.services.threads.close()
})

test('damaged bytes are no rendering', () => {
  assert.equal(unpackRendering(Buffer.from('damaged')), null)
})

test('a rendering that others have displaced is unpacked, not made again', async () => {
  const { wiki } = await testWiki()
  const first = await new TextWork(wiki, NOW).render(order(TEXT), 'first')
  // More than is kept unpacked.
  const long = order('[[a]] word '.repeat(1000))
  for (let i = 0; i < 50; i++) await new TextWork(wiki, NOW).render(long, `other ${i}`)
  const hits = () => cacheStatistics().find(({ name }) => name === 'shared')!.hits
  const before = hits()
  const work = new TextWork(wiki, NOW)
  assert.equal((await work.render(order(TEXT), 'first')).html, first.html)
  assert.deepEqual([work.used, hits()], [0, before + 1])
  await wiki.services.threads.close()
})
