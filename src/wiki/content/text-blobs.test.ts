import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { RecentTexts } from '../recent-texts.ts'
import { encodeText } from '../text-encoding.ts'
import { readTexts } from './text-blobs.ts'

test('evicts the texts that were unused the longest', () => {
  const texts = new RecentTexts()
  const text = Buffer.alloc(200 * 1024)
  for (let id = 1; id <= 100; id++) {
    texts.add(id, text)
    assert.ok(texts.get(1), 'frequently read texts stay')
  }
  assert.ok(texts.get(100))
  assert.equal(texts.get(2), undefined)
})

test('does not cache a huge text', () => {
  const texts = new RecentTexts()
  texts.add(1, Buffer.alloc(1024 * 1024))
  assert.equal(texts.get(1), undefined)
})

onEachEngine('texts of a transaction that was rolled back', openStore => {
  test('are not cached by ID', async () => {
    const store = await openStore()
    const write = (text: string, undo: boolean) =>
      store.transaction(async tx => {
        await tx
          .insertInto('blob')
          .values({ id: 7, ...encodeText(Buffer.from(text)) })
          .execute()
        assert.equal((await readTexts({ db: tx }, [7])).get(7)?.toString(), text)
        if (undo) throw new Error('undone')
      })
    await assert.rejects(write('first', true), /undone/)
    await write('second', false)
    const wiki = { db: store.read, texts: new RecentTexts() }
    assert.equal((await readTexts(wiki, [7])).get(7)?.toString(), 'second')
    assert.equal((await readTexts(wiki, [7])).get(7)?.toString(), 'second', 'also when read again')
  })
})
