// No query of the Action API may read a large table from end to end: SQLite cannot be interrupted in the middle of a scan.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POSTGRES } from '#store/testing.ts'
import { seqScans } from './postgres-plans.ts'
import { recordedStatements, type Statement } from './recorded-statements.ts'
import { readsWholeTable } from './sqlite-plans.ts'

/** Where a statement may read all of a table, and why. */
const EXCEPTIONS: readonly { readonly module: string; readonly sql?: RegExp; readonly reason: string }[] = [
  {
    module: 'querypage',
    reason: 'these lists count and sort a whole wiki; beyond 20,000 pages they are answered as last worked out',
  },
  {
    module: 'allpages',
    sql: /"page"."length"/,
    reason: 'by size the index narrows and by title it orders, but no index does both',
  },
]

const isExpected = ({ module, compiled }: Statement): boolean =>
  EXCEPTIONS.some(each => each.module === module && (each.sql?.test(compiled.sql) ?? true))

const report = ({ module, request, compiled }: Statement, found: readonly string[]): string =>
  `${module}: ${found.join(', ')}\n  ${request}\n  ${compiled.sql}`

test('SQLite finds what is asked for through indexes', async t => {
  const { store, statements } = await recordedStatements('sqlite')
  const bad: string[] = []
  for (const statement of statements) {
    const found = await readsWholeTable(store, statement.compiled)
    if (found.length > 0 && !isExpected(statement)) bad.push(report(statement, found))
  }
  t.diagnostic(`${statements.length} statements`)
  assert.deepEqual(bad, [])
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('PostgreSQL has an index for what is asked for', { skip }, async t => {
  const { store, statements } = await recordedStatements('postgres')
  const bad: string[] = []
  await store.read.connection().execute(async connection => {
    for (const statement of statements) {
      const found = await seqScans(connection, statement.compiled)
      if (found.length > 0 && !isExpected(statement)) bad.push(report(statement, found))
    }
  })
  t.diagnostic(`${statements.length} statements`)
  assert.deepEqual(bad, [])
})
