import assert from 'node:assert/strict'
import { test } from 'node:test'
import { template } from './template.ts'
import { onEachEngine } from './testing.ts'

const named = template((db, { names, after }: { names: readonly string[]; after: number }, limit) =>
  db.selectFrom('actor').where('name', 'in', names).where('id', '>', after).orderBy('id').limit(limit).select('name'),
)

onEachEngine('a statement that is compiled once', openStore => {
  test('takes other values, lists of other lengths and other limits each time', async () => {
    const { transaction, read } = await openStore()
    const names = Array.from({ length: 7 }, (_, index) => `Name ${index}`)
    await transaction(tx =>
      tx
        .insertInto('actor')
        .values(names.map((name, index) => ({ id: index + 1, name, account_id: null })))
        .execute(),
    )
    const ask = async (wanted: readonly string[], after: number, limit: number) =>
      (await named(read, { names: wanted, after }, limit)).map(row => row.name)
    assert.deepEqual(await ask(['Name 1'], 0, 10), ['Name 1'])
    assert.deepEqual(await ask(['Name 2'], 0, 10), ['Name 2'])
    assert.deepEqual(await ask(names, 0, 10), names)
    assert.deepEqual(await ask(names, 5, 10), ['Name 5', 'Name 6'])
    assert.deepEqual(await ask(names, 0, 3), names.slice(0, 3))
    assert.deepEqual(await ask(['nobody'], 0, 3), [])
  })

  test('sees what its transaction wrote', async () => {
    await (await openStore()).transaction(async tx => {
      await tx.insertInto('actor').values({ id: 100, name: 'Fresh', account_id: null }).execute()
      assert.deepEqual(await named(tx, { names: ['Fresh'], after: 0 }, 10), [{ name: 'Fresh' }])
    })
  })
})
