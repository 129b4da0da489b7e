import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SqlBool, sql } from 'kysely'
import { some, statement } from './statement.ts'
import { onEachEngine } from './testing.ts'
import { queryRecorder } from './testing-queries.ts'

const ACTORS = statement(db => db.selectFrom('actor').select(['actor.id', 'actor.name']))
const names = Array.from({ length: 7 }, (_, index) => `Name ${index}`)
const byId = (direction: 'asc' | 'desc', limit: number, after?: readonly unknown[]) => ({
  order: [{ column: 'actor.id', direction }],
  limit,
  after,
})

onEachEngine('a statement compiled once per shape', openStore => {
  const open = async () => {
    const store = await openStore()
    await store.transaction(tx =>
      tx
        .insertInto('actor')
        .values(names.map((name, index) => ({ id: index + 1, name, account_id: index < 3 ? index + 10 : null })))
        .execute(),
    )
    return store
  }
  const shown = (rows: readonly { name: string }[]) => rows.map(row => row.name)

  test('accepts different values, list lengths and limits', async () => {
    const { read } = await open()
    const query = async (list: readonly string[], above: number, limit: number) =>
      shown(await ACTORS.where('name', 'in', list).where('id', '>', above).all(read, byId('asc', limit)))
    assert.deepEqual(await query(['Name 1'], 0, 10), ['Name 1'])
    assert.deepEqual(await query(['Name 2'], 0, 10), ['Name 2'])
    assert.deepEqual(await query(names, 0, 10), names)
    assert.deepEqual(await query(names, 5, 10), ['Name 5', 'Name 6'])
    for (const limit of [3, 4, 5]) assert.deepEqual(await query(names, 0, limit), names.slice(0, limit))
    assert.deepEqual(await query(['missing'], 0, 3), [])
  })

  test('ignores conditions without a value', async () => {
    const { read } = await open()
    const all = ACTORS.where('name', '=', undefined).where('id', 'in', some([])).where(null).and([])
    assert.deepEqual(shown(await all.all(read, byId('desc', 2))), ['Name 6', 'Name 5'])
    assert.deepEqual(shown(await ACTORS.where('account_id', 'is not', null).all(read, byId('asc', 9))).length, 3)
  })

  test('distinguishes raw conditions by their text, not by their values', async () => {
    const { read } = await open()
    const from = (id: number, isStrict: boolean) =>
      isStrict ? sql<SqlBool>`actor.id > ${id}` : sql<SqlBool>`actor.id >= ${id}`
    const ask = async (id: number, isStrict: boolean, bits: number) =>
      shown(
        await ACTORS.where(from(id, isStrict))
          .where(sql<SqlBool>`(actor.id & ${sql.lit(bits)}) <> 0`)
          .where(eb => eb.or([eb('actor.id', '=', 7), eb('actor.id', 'in', [id, 5])]))
          .all(read, byId('asc', 10)),
      )
    assert.deepEqual(await ask(5, false, 1), ['Name 4', 'Name 6'])
    assert.deepEqual(await ask(5, true, 1), ['Name 6'])
    assert.deepEqual(await ask(3, false, 1), ['Name 2', 'Name 4', 'Name 6'])
    assert.deepEqual(await ask(3, false, 4), ['Name 4', 'Name 6'])
  })

  test('starts at a given row, in either direction', async () => {
    const { read } = await open()
    assert.deepEqual(shown(await ACTORS.all(read, byId('asc', 2, [3]))), ['Name 2', 'Name 3'])
    assert.deepEqual(shown(await ACTORS.all(read, byId('desc', 2, [3]))), ['Name 2', 'Name 1'])
    const order = [
      { column: 'actor.name', direction: 'asc' },
      { column: 'actor.id', direction: 'desc' },
    ] as const
    assert.deepEqual(shown(await ACTORS.all(read, { order, limit: 2, after: ['Name 4', 9] })), ['Name 4', 'Name 5'])
    assert.deepEqual(shown(await ACTORS.all(read, { order, limit: 2, after: ['Name 4', 4] })), ['Name 5', 'Name 6'])
    assert.deepEqual(shown(await ACTORS.all(read, { order, limit: 1, after: ['Name 4'] })), ['Name 4'])
  })

  test('passes its queries through plugins', async () => {
    const { read } = await open()
    const { seen, plugin } = queryRecorder()
    await ACTORS.where('id', '=', 3).all(read.withPlugin(plugin), byId('asc', 1))
    assert.equal(seen.length, 1)
  })

  test('sees uncommitted rows of its transaction', async () => {
    await (await openStore()).transaction(async tx => {
      await tx.insertInto('actor').values({ id: 100, name: 'Fresh', account_id: null }).execute()
      assert.deepEqual(await ACTORS.where('name', '=', 'Fresh').all(tx), [{ id: 100, name: 'Fresh' }])
    })
  })
})
