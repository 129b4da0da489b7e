import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { NO_POSTGRES, temporaryStore } from '../testing.ts'

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

test('parameters arrive as they were given', { skip }, async () => {
  const store = await temporaryStore('postgres')
  const texts = ['', 'NULL', 'null', '{}', 'a"b', 'a\\b', "a'b", 'a,b', ' a ', '\n', 'ā 𝄞 日本', '{"a": [1]}']
  const { rows } = await sql<{ text: string; list: string[]; bytes: Buffer; numbers: number[]; mixed: string[] }>`
    select ${texts[8]}::text as text, ${texts}::text[] as list, ${Buffer.from([0, 1, 255])}::bytea as bytes,
      ${[1, -2, 2 ** 53 - 1]}::bigint[]::text[] as numbers, ${['a', null, 'b']}::text[] as mixed`.execute(store.read)
  const [row] = rows
  assert.equal(row!.text, texts[8])
  assert.deepEqual(row!.list, texts)
  assert.deepEqual([...row!.bytes], [0, 1, 255])
  assert.deepEqual(row!.numbers, ['1', '-2', '9007199254740991'])
  assert.deepEqual(row!.mixed, ['a', null, 'b'])
  const lists = await sql<{ hex: string[] }>`
    select array(select encode(b, 'hex') from unnest(${[Buffer.from([222, 173]), Buffer.alloc(0)]}::bytea[]) b) as hex
    where ${true}::boolean and ${null}::text is null and ${1.5}::float8 = 1.5`.execute(store.read)
  assert.deepEqual(lists.rows, [{ hex: ['dead', ''] }])
  await store.close()
})
