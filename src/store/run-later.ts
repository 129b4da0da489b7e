import { CompiledQuery } from 'kysely'
import { DirectAdapter } from './direct-adapter.ts'
import { runText } from './run-text.ts'
import type { Writer } from './store.ts'

/** Begins a statement whose result nobody waits for. PostgreSQL ignores it as a comment. */
export const LATER = '/* later */ '

const marked = new Map<string, string>()

/**
 * Runs a statement that returns nothing the caller needs. On PostgreSQL it is sent together with the next statement of
 * the transaction, at the latest with the commit, which saves a round trip. It runs before that one; if it fails, that
 * one reports it.
 */
export async function runLater(tx: Writer, text: string, values: readonly unknown[]): Promise<void> {
  if (tx.getExecutor().adapter instanceof DirectAdapter) await runText(tx, text, values)
  else await tx.executeQuery(CompiledQuery.raw(markedText(text), [...values]))
}

/** Lists that have their rows. */
const arrived = new WeakSet<object>()

/** Called by the engine when a statement that was sent later has its response. */
export function arrive(list: unknown[], rows: readonly unknown[]): void {
  list.push(...rows)
  arrived.add(list)
}

/** Returns the rows of a statement, which are there as soon as the next statement of the transaction has its response. */
export type RowsLater<Row> = () => readonly Row[]

/** Like `runLater`, for a statement that returns rows. */
export async function askLater<Row>(tx: Writer, text: string, values: readonly unknown[]): Promise<RowsLater<Row>> {
  if (tx.getExecutor().adapter instanceof DirectAdapter) {
    const rows = await runText<Row>(tx, text, values)
    return () => rows
  }
  const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(markedText(text), [...values]))
  return () => {
    if (!arrived.has(rows)) throw new Error('The statement was not sent yet.')
    return rows
  }
}

/** Texts come from a cache, so that the marked ones may too. */
function markedText(text: string): string {
  const known = marked.get(text)
  if (known !== undefined) return known
  const result = LATER + text
  if (marked.size < MAX_TEXTS) marked.set(text, result)
  return result
}

const MAX_TEXTS = 500
