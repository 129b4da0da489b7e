import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { shapeOf, withValues } from './query-shape.ts'
import type { Database } from './tables/database.ts'

const eb = expressionBuilder<Database, 'page'>()

function described(expression: Expression<unknown>): { shape: string; values: unknown[] } {
  const values: unknown[] = []
  return { shape: shapeOf(expression.toOperationNode(), values), values }
}

const raw = (id: number) => sql`page.id = ${id}`
const conditions = (id: number, titles: readonly string[], isRedirect: boolean) => [
  raw(id),
  eb('page.id', '=', id),
  eb('page.title', 'in', titles),
  sql`page.title in (${sql.join(titles)})`,
  eb.or([eb('page.id', '=', id), eb('page.is_redirect', isRedirect ? '=' : '<>', 1)]),
  eb.exists(eb.selectFrom('redirect').whereRef('from_id', '=', 'page.id').where('ns', '=', id).select('ns')),
  sql`(page.length & ${sql.lit(isRedirect ? 1 : 2)}) = ${id}`,
]

test('conditions that differ only in values have the same shape and list their values in order', () => {
  const [some, others] = [conditions(1, ['A', 'B'], true), conditions(2, ['C', 'D'], true)]
  for (const [index, one] of some.entries()) assert.equal(described(one).shape, described(others[index]!).shape)
  assert.deepEqual(
    others.map(one => described(one).values),
    [[2], [2], ['C', 'D'], ['C', 'D'], [2, 1], [2], [2]],
  )
})

test('any other difference results in another shape', () => {
  const all = [...conditions(1, ['A', 'B'], true), ...conditions(1, ['A'], false)].map(one => described(one).shape)
  // Three conditions do not depend on the arguments that differ: the first two, and the one with a subquery.
  assert.equal(new Set(all).size, all.length - 3)
})

test('replacing the values of a condition gives the same result as building it with them', () => {
  const others = conditions(2, ['C', 'D'], true)
  for (const [index, one] of conditions(1, ['A', 'B'], true).entries()) {
    const expected = others[index]!.toOperationNode()
    const { values } = described(others[index]!)
    assert.deepEqual(JSON.stringify(withValues(one.toOperationNode(), values)), JSON.stringify(expected))
  }
})
