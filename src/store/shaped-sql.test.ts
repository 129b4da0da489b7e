import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { shapedRows } from './shaped-sql.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('raw SQL by shape', open => {
  test('repeated statements get their own values, also in nested parts and lists', async () => {
    const { read } = await open()
    const rows = (low: number, texts: readonly string[]) =>
      shapedRows(
        read,
        sql<{ n: number; text: string }>`select n, text from (
          select 1 as n, cast(${texts[0]} as text) as text union all select 2, cast(${texts.at(-1)} as text)
        ) as listed where ${sql`n >= ${sql.lit(low)}`} and text in (${sql.join(texts)}) order by n`,
      )
    for (const [low, texts, expected] of [
      [1, ['a', 'b'], ['a', 'b']],
      [1, ['c', 'd'], ['c', 'd']],
      [2, ['e', 'f'], ['f']],
      [1, ['g'], ['g', 'g']],
      [1, ['h', 'h'], ['h', 'h']],
    ] as const)
      assert.deepEqual(
        (await rows(low, texts)).map(({ text }) => text),
        expected,
      )
  })
})
