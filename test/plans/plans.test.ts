// No query of the Action API may scan a whole large table, because SQLite cannot interrupt a scan.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POSTGRES } from '#store/testing.ts'
import { seqScans } from './postgres-plans.ts'
import { recordedStatements, type Statement } from './recorded-statements.ts'
import { readsWholeTable } from './sqlite-plans.ts'

/** Statements that may scan a whole table, and why. */
const EXCEPTIONS: readonly { readonly module: string; readonly sql?: RegExp; readonly reason: string }[] = [
  {
    module: 'querypage',
    reason: 'these lists count and sort the whole wiki; above 20,000 pages they come from a cache',
  },
  {
    module: 'allpages',
    sql: /"sized"\."length"/,
    reason: 'pages of a size are counted first, and at most 3,000 are sorted by title',
  },
]

const isExpected = ({ module, compiled }: Statement): boolean =>
  EXCEPTIONS.some(each => each.module === module && (each.sql?.test(compiled.sql) ?? true))

const report = ({ module, request, compiled }: Statement, scans: readonly string[]): string =>
  `${module}: ${scans.join(', ')}\n  ${request}\n  ${compiled.sql}`

test('SQLite serves all queries from indexes', async t => {
  const { store, statements } = await recordedStatements('sqlite')
  const bad: string[] = []
  for (const statement of statements) {
    const scans = await readsWholeTable(store, statement.compiled)
    if (scans.length > 0 && !isExpected(statement)) bad.push(report(statement, scans))
  }
  t.diagnostic(`${statements.length} statements`)
  assert.deepEqual(bad, [])
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('PostgreSQL has an index for every query', { skip }, async t => {
  const { store, statements } = await recordedStatements('postgres')
  const bad: string[] = []
  await store.read.connection().execute(async connection => {
    for (const statement of statements) {
      const scans = await seqScans(connection, statement.compiled)
      if (scans.length > 0 && !isExpected(statement)) bad.push(report(statement, scans))
    }
  })
  t.diagnostic(`${statements.length} statements`)
  assert.deepEqual(bad, [])
})
