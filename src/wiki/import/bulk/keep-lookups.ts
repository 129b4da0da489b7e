import { sql } from 'kysely'
import { insertRows } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'

const TABLE = 'import_lookup'
const MAX_KEYS = 1000

/**
 * Small values from one dump table that rows of another need, such as the ID assigned to each text. They live in a
 * table during the import, because there may be millions and the import may be interrupted.
 */
export async function prepareLookups(tx: Writer): Promise<void> {
  await sql
    .raw(
      `create table if not exists ${TABLE} (kind text not null, key text not null, value text not null, primary key (kind, key))`,
    )
    .execute(tx)
}

export async function dropLookups(tx: Writer): Promise<void> {
  await sql.raw(`drop table if exists ${TABLE}`).execute(tx)
}

export async function addLookups(
  tx: Writer,
  kind: string,
  entries: readonly (readonly [key: string | number, value: string | number])[],
): Promise<number> {
  return insertRows(
    tx,
    TABLE,
    ['kind', 'key', 'value'],
    entries.map(([key, value]) => [kind, String(key), String(value)]),
  )
}

export async function findLookups(
  db: Reader,
  kind: string,
  keys: Iterable<string | number>,
): Promise<Map<string, string>> {
  const uniqueKeys = [...new Set([...keys].map(String))]
  const found = new Map<string, string>()
  for (let from = 0; from < uniqueKeys.length; from += MAX_KEYS) {
    const part = padded(uniqueKeys.slice(from, from + MAX_KEYS))
    const { rows } = await sql<{ key: string; value: string }>`
      select key, value from ${sql.table(TABLE)} where kind = ${kind} and key in (${sql.join(part)})`.execute(db)
    for (const { key, value } of rows) found.set(key, value)
  }
  return found
}

/** All values of a kind that has only a few. */
export async function allLookups(db: Reader, kind: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from ${sql.table(TABLE)} where kind = ${kind} order by key`.execute(db)
  return new Map(rows.map(({ key, value }) => [key, value]))
}
