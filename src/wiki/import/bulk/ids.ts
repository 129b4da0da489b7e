import { sql } from 'kysely'
import type { Reader } from '#store/store.ts'

/**
 * Hands out the numbers of new rows. An import gives all numbers itself: those of the dump stay as they are, and those it
 * has to invent follow the highest, so that an import that was interrupted ends with the same numbers as one that was not.
 */
export class Ids {
  readonly #next = new Map<string, number>()

  async reserve(tx: Reader, table: string, count: number): Promise<number> {
    const first = this.#next.get(table) ?? (await highest(tx, table)) + 1
    this.#next.set(table, first + count)
    return first
  }

  /** Forgets what was handed out: the transaction that used it was undone, or rows came with numbers of their own. */
  forget(): void {
    this.#next.clear()
  }
}

async function highest(db: Reader, table: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db)
  return rows[0]?.id ?? 0
}
