import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepared } from './prepared.ts'
import type { Reader } from './store.ts'
import { onEachEngine } from './testing.ts'

let built = 0
const settingOf = prepared((db: Reader, key: string, least: string) => {
  built++
  return db
    .selectFrom('site_setting')
    .select('value')
    .where('key', '=', key)
    .where('value', '>=', least)
    .where('key', '!=', 'never')
})

onEachEngine('a prepared query', open => {
  test('is built once and run with the arguments of each call', async () => {
    const store = await open()
    built = 0
    await store.transaction(async tx => {
      await tx
        .insertInto('site_setting')
        .values([
          { key: 'a', value: '1' },
          { key: 'b', value: '2' },
        ])
        .execute()
      assert.deepEqual(await settingOf(tx, 'a', '0'), [{ value: '1' }], 'it sees what its transaction wrote')
    })
    assert.deepEqual(await settingOf(store.read, 'b', '2'), [{ value: '2' }])
    assert.deepEqual(await settingOf(store.read, 'b', '3'), [])
    assert.ok(built <= 2, `built ${built} times`)
    await store.close()
  })
})
