// SQLite stores words in parts, which it merges now and then. A search looks up each word in every part.
import { sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Writer } from '../store.ts'

/** How many parts of about the same size SQLite merges. 4 is its default. */
const USUAL = 4
const IN_BULK = 16

const TABLES = ['page_search', 'title_search'] as const

/**
 * Before many pages are added: merges less often, which saves a sixth of the time. If this is never undone, searches are
 * a little slower.
 */
export const mergeRarely = (tx: Writer): Promise<void> => mergePartsOf(tx, IN_BULK)

/** After many pages were added. */
export async function mergeWords(tx: Writer): Promise<void> {
  await mergePartsOf(tx, USUAL)
  for (const table of TABLES) await mergeAll(tx, table)
}

/** After many titles were added. */
export const mergeTitles = (tx: Writer): Promise<void> => mergeAll(tx, 'title_search')

async function mergePartsOf(tx: Writer, parts: number): Promise<void> {
  if (isPostgres(tx)) return
  for (const table of TABLES)
    await sql`insert into ${sql.ref(table)} (${sql.ref(table)}, rank) values ('automerge', ${sql.lit(parts)})`.execute(
      tx,
    )
}

async function mergeAll(tx: Writer, table: (typeof TABLES)[number]): Promise<void> {
  if (isPostgres(tx)) return
  await sql`insert into ${sql.ref(table)} (${sql.ref(table)}) values ('optimize')`.execute(tx)
}
