import { sql } from 'kysely'
import type { Reader } from '#store/store.ts'

/**
 * Assigns the IDs of new rows. An import assigns all IDs itself: IDs in the dump are kept, and new ones follow the
 * highest, so an interrupted import ends with the same IDs as an uninterrupted one.
 */
export class Ids {
  readonly #next = new Map<string, number>()

  async reserve(tx: Reader, table: string, count: number): Promise<number> {
    const first = this.#next.get(table) ?? (await highest(tx, table)) + 1
    this.#next.set(table, first + count)
    return first
  }

  /** Discards cached IDs after a rollback, or after rows were added with their own IDs. */
  forget(): void {
    this.#next.clear()
  }
}

async function highest(db: Reader, table: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db)
  return rows[0]?.id ?? 0
}
