// Titles that are one letter away from what was typed.
import { sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import { shapedRows } from '../shaped-sql.ts'
import type { Reader } from '../store.ts'
import { limitSql } from '../usual-limits.ts'
import { lettersLike } from './alphabets.ts'
import { foldTitle, isOneLetterAway, nearKeys } from './title-keys.ts'

/** Shorter titles have too many neighbours. */
const SHORTEST = 4
/** Titles with the same half that are compared. */
const COMPARED = 500
/** A wrong letter is looked for in this many letters of a prefix. Later ones are compared. */
const LONGEST_PREFIX = 16

export interface NearTitle {
  readonly page_id: number
  readonly ns: number
  readonly folded: string
}

const COLUMNS = sql`page_id, ns, folded`

/** Pages whose titles are the same but for one letter, or for case and accents; the latter come first. */
export async function nearTitles(db: Reader, namespaces: readonly number[], typed: string): Promise<NearTitle[]> {
  const folded = foldTitle(typed)
  if (folded.length < SHORTEST || namespaces.length === 0) return []
  const keys = namespaces.map(ns => nearKeys(ns, folded))
  const found = new Map<number, NearTitle>()
  for (const [column, hashes] of [
    ['head', keys.flatMap(({ heads }) => heads)],
    ['tail', keys.flatMap(({ tails }) => tails)],
  ] as const) {
    const alike = sql<NearTitle>`select ${COLUMNS} from title_key
      where ${sql.ref(column)} in (${sql.join(hashes)}) limit ${limitSql(COMPARED)}`
    const rows = await shapedRows(db, alike)
    for (const row of rows) found.set(row.page_id, row)
  }
  const isSame = ({ folded: other }: NearTitle): boolean => other === folded
  const near = [...found.values()].filter(row => isSame(row) || isOneLetterAway(folded, row.folded))
  return near.sort((a, b) => Number(isSame(b)) - Number(isSame(a)) || a.page_id - b.page_id)
}

/** Pages whose titles begin with what was typed, but for one letter, or for case and accents. */
export async function nearPrefixes(
  db: Reader,
  namespaces: readonly number[],
  typed: string,
  limit: number,
): Promise<NearTitle[]> {
  const folded = foldTitle(typed)
  if (folded.length < SHORTEST || namespaces.length === 0) return []
  const spellings = [folded, ...(await existingPrefixes(db, namespaces, spellingsOf(folded)))]
  const found = new Map<number, NearTitle>()
  for (const ns of namespaces)
    for (const prefix of spellings) {
      if (found.size >= limit) break
      const starting = sql<NearTitle>`select ${COLUMNS} from title_key
        where ns = ${ns} and folded >= ${prefix} and folded < ${prefix + LAST} order by folded limit ${limitSql(limit)}`
      const rows = await shapedRows(db, starting)
      for (const row of rows) found.set(row.page_id, row)
    }
  return [...found.values()].slice(0, limit)
}

/** After all letters. */
const LAST = '\u{10ffff}'

/** All texts one letter away, if the letter is one of the first. */
export function spellingsOf(text: string): string[] {
  const letters = lettersLike(text)
  const spellings = new Set<string>()
  for (let at = 0; at <= Math.min(text.length, LONGEST_PREFIX); at++) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)]
    if (at + 1 < text.length) spellings.add(before + text[at + 1] + text[at] + text.slice(at + 2))
    if (at < text.length) spellings.add(before + after)
    for (const letter of letters) {
      spellings.add(before + letter + text.slice(at))
      if (at < text.length) spellings.add(before + letter + after)
    }
  }
  spellings.delete(text)
  return [...spellings]
}

async function existingPrefixes(
  db: Reader,
  namespaces: readonly number[],
  prefixes: readonly string[],
): Promise<string[]> {
  const all = isPostgres(db)
    ? sql`unnest(${prefixes}::text[]) as spelling (value)`
    : sql`json_each(${JSON.stringify(prefixes)}) as spelling`
  const inNamespace = namespaces.map(
    ns => sql`exists (select 1 from title_key where ns = ${ns} and folded >= spelling.value collate ${collation(db)}
      and folded < spelling.value || ${LAST} collate ${collation(db)})`,
  )
  const { rows } = await sql<{
    value: string
  }>`select spelling.value from ${all} where ${sql.join(inNamespace, sql` or `)}`.execute(db)
  return rows.map(({ value }) => value)
}

const collation = (db: Reader) => (isPostgres(db) ? sql.raw('"C"') : sql.raw('binary'))
