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

/** Texts come from a cache, so that the marked ones may too. */
function markedText(text: string): string {
  const known = marked.get(text)
  if (known !== undefined) return known
  const result = LATER + text
  if (marked.size < MAX_TEXTS) marked.set(text, result)
  return result
}

const MAX_TEXTS = 500
