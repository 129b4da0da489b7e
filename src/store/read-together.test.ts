import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readTogether } from './read-together.ts'
import type { Store } from './store.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('reads that travel together', open => {
  let store: Store
  const value = async (key: string) =>
    (await store.read.selectFrom('site_setting').select('value').where('key', '=', key).executeTakeFirst())?.value

  test('get their own rows, also in several steps and without parameters', async () => {
    store = await open()
    await store.transaction(tx =>
      tx
        .insertInto('site_setting')
        .values(['a', 'b', 'c'].map(key => ({ key, value: `value of ${key}` })))
        .execute(),
    )
    const twice = async (first: string, second: string) => [await value(first), await value(second)]
    const read = await readTogether(() => [
      value('a'),
      twice('b', 'c'),
      sql<{ n: number }>`select 7 as n`.execute(store.read).then(({ rows }) => Number(rows[0]!.n)),
      readTogether(() => [value('c'), value('nothing')]),
    ])
    assert.deepEqual(read, ['value of a', ['value of b', 'value of c'], 7, ['value of c', undefined]])
  })

  test('fail one by one', async () => {
    const [good, bad, other] = await readTogether(() => [
      value('a'),
      sql`select nothing from site_setting where key = ${'a'}`.execute(store.read).then(
        () => 'no error',
        error => (error as Error).message,
      ),
      value('b'),
    ])
    assert.deepEqual([good, other], ['value of a', 'value of b'])
    assert.match(bad, /nothing/)
  })

  test('see what is committed, and leave transactions alone', async () => {
    await store.transaction(async tx => {
      await tx.updateTable('site_setting').set({ value: 'new' }).where('key', '=', 'a').execute()
      const [inside, outside] = await readTogether(() => [
        tx.selectFrom('site_setting').select('value').where('key', '=', 'a').executeTakeFirstOrThrow(),
        value('b'),
      ])
      assert.deepEqual([inside.value, outside], ['new', 'value of b'])
    })
    assert.deepEqual(await readTogether(() => [value('a'), value('a')]), ['new', 'new'])
  })
})
