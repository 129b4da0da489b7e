import { createQueryId, type RawBuilder, type RawNode } from 'kysely'
import { shapeOf, withValues } from './query-shape.ts'
import { runText } from './run-text.ts'
import type { Reader } from './store.ts'

/** Raw SQL has few shapes; more than this come from lists of different lengths. */
const MAX_SHAPES = 500

/** By adapter, which all connections of a database share. Null for shapes whose values the compiler reorders. */
const texts = new WeakMap<object, Map<string, string | null>>()

/**
 * Rows of raw SQL that is put together for each request, such as a search. It is compiled once per shape, because
 * compiling takes longer than most such statements run.
 */
export async function shapedRows<Row>(db: Reader, query: RawBuilder<Row>): Promise<Row[]> {
  const executor = db.getExecutor()
  // Plugins need the full query including its values.
  if (executor.plugins.length > 0) return (await query.execute(db)).rows
  const values: unknown[] = []
  const node = query.toOperationNode()
  const shape = shapeOf(node, values)
  const known = textsOf(executor.adapter)
  let text = known.get(shape)
  if (text === undefined) {
    const blanks = values.map((_, at) => ({ at }))
    const { sql, parameters } = executor.compileQuery(withValues(node, blanks) as RawNode, createQueryId())
    const isInOrder = parameters.length === blanks.length && blanks.every((blank, at) => parameters[at] === blank)
    text = isInOrder ? sql : null
    if (known.size < MAX_SHAPES) known.set(shape, text)
  }
  return text === null ? (await query.execute(db)).rows : runText<Row>(db, text, values)
}

function textsOf(adapter: object): Map<string, string | null> {
  let known = texts.get(adapter)
  if (known === undefined) {
    known = new Map()
    texts.set(adapter, known)
  }
  return known
}
