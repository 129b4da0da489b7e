import { CompiledQuery } from 'kysely'
import { DirectAdapter } from './direct-adapter.ts'
import { isPostgres } from './engine.ts'
import type { Reader } from './store.ts'
import { step } from './turn.ts'

/** Runs a statement whose text is cached. Building it with Kysely each time would cost more than it does. */
export async function runText<Row>(db: Reader, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof DirectAdapter))
    return (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[]
  const over = step()
  if (over !== null) await over
  return adapter.all(text, values) as Row[]
}

/** Writes the placeholder of a parameter, counted from 1. In lists of rows, PostgreSQL must be told which are numbers. */
export type Mark = (number: number, isNumber?: boolean) => string

const MARKS: Readonly<Record<'postgres' | 'sqlite', Mark>> = {
  postgres: (number, isNumber = false) => `$${number}${isNumber ? '::bigint' : ''}`,
  sqlite: () => '?',
}

/** More shapes than this are not repeated often. */
const MAX_TEXTS = 1000

/** Texts of statements by what distinguishes them, such as their columns. */
export class StatementTexts {
  readonly #texts = { postgres: new Map<string, string>(), sqlite: new Map<string, string>() }

  get(db: Reader, key: string, build: (mark: Mark) => string): string {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite'
    const texts = this.#texts[engine]
    const cached = texts.get(key)
    if (cached !== undefined) return cached
    const text = build(MARKS[engine])
    if (texts.size < MAX_TEXTS) texts.set(key, text)
    return text
  }
}
