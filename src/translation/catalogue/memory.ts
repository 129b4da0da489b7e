import { type Selectable, type SqlBool, sql } from 'kysely'
import { insertRowsLater, type Row } from '#store/insert-rows.ts'
import type { RowsLater } from '#store/run-later.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { breathe } from '#store/turn.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { hash64 } from './forms.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { codePoints, similarity } from './similarity.ts'
import { type TranslationPlace, translationPlace } from './translation-place.ts'
import type { Work } from './work.ts'

export type MemoryRow = Selectable<Database['memory']>

export const MAX_QUERY = 2000
/** Longer texts match only exactly, because comparing them character by character would be too slow. */
const MAX_FUZZY = 300
const CANDIDATES = 200
const SLACK = 0.3

const isPlural = (text: string): boolean => text.includes('\u001e')

/** A text with this many translations gains nothing from another one. */
const MAX_TRANSLATIONS = 100

const isWorthIt = (unit: UnitRow): boolean =>
  unit.state >= UNIT_STATES.translated && unit.state !== UNIT_STATES.readonly && !isPlural(unit.source)

const MEMORY_COLUMNS = [
  ...['source', 'target', 'source_hash', 'source_chars'],
  ...['source_language_id', 'target_language_id', 'origin'],
  ...['project_id', 'account_id', 'created_at'],
]

/**
 * Stores finished translations in the memory. Plural strings are left out, because their forms differ. What the memory
 * knows is asked together with the next statement; call the returned function after it.
 */
export async function rememberLater(
  work: Work,
  translation: TranslationRow,
  units: readonly UnitRow[],
): Promise<() => Promise<void>> {
  const finished = units.filter(isWorthIt)
  if (finished.length === 0) return async () => {}
  const place = await translationPlace(work, translation)
  // Entries are visible to everyone who can see the project.
  if (place.restricted === 1) return async () => {}
  const bySource = Map.groupBy(finished, unit => hash64(unit.source))
  const known = await translationsOf(work, [...bySource.keys()], translation)
  return () => storeFresh(work, translation, place, bySource, known())
}

async function storeFresh(
  work: Work,
  translation: TranslationRow,
  { slug, path, source_language_id }: TranslationPlace,
  bySource: ReadonlyMap<string, readonly UnitRow[]>,
  known: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const fresh: Row[] = []
  for (const [source_hash, same] of bySource) {
    const stored = new Set(known.get(source_hash))
    for (const unit of same) {
      if (stored.has(unit.target) || stored.size >= MAX_TRANSLATIONS) continue
      stored.add(unit.target)
      fresh.push([
        ...[unit.source, unit.target, source_hash, [...unit.source].length],
        ...[source_language_id, translation.language_id, `${slug}/${path}`],
        ...[translation.project_id, work.account, work.now],
      ])
    }
  }
  await insertRowsLater(work.tx, 'memory', MEMORY_COLUMNS, fresh)
}

/** Texts per query; each may have up to a hundred translations. */
const TEXTS_AT_ONCE = 100

const KNOWN_TARGETS = statement(db => db.selectFrom('memory').select(['source_hash', 'target']))

/** Existing translations of texts in a project. The `+ 0` stops SQLite from scanning all entries of the project. */
async function translationsOf(
  work: Work,
  hashes: readonly string[],
  translation: TranslationRow,
): Promise<() => Map<string, string[]>> {
  const parts: RowsLater<{ source_hash: string; target: string }>[] = []
  for (let i = 0; i < hashes.length; i += TEXTS_AT_ONCE)
    parts.push(
      await KNOWN_TARGETS.where('source_hash', 'in', hashes.slice(i, i + TEXTS_AT_ONCE))
        .where('target_language_id', '=', translation.language_id)
        .where(sql<SqlBool>`project_id + 0 = ${translation.project_id}`)
        .later(work.tx),
    )
  return () => {
    const rows = parts.flatMap(part => part())
    const bySource = Map.groupBy(rows, row => row.source_hash)
    return new Map([...bySource].map(([hash, same]) => [hash, same.map(({ target }) => target)]))
  }
}

/** Deletes the memory entries of a component. */
export async function forgetComponent(work: Work, component: number): Promise<void> {
  const { slug, path } = await work.tx
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug', 'component.path'])
    .where('component.id', '=', component)
    .executeTakeFirstOrThrow()
  await work.tx.deleteFrom('memory').where('origin', '=', `${slug}/${path}`).execute()
}

interface MemoryMatch {
  row: MemoryRow
  /** Similarity in percent; 100 means the same text. */
  quality: number
}

export interface MemoryPlace {
  sourceLanguage: number
  targetLanguage: number
  /** Projects whose entries may be used, in addition to shared ones. */
  projects: readonly number[]
}

/** The best entry for a text with a similarity of at least `threshold` percent. */
export async function recall(
  db: Reader,
  text: string,
  place: MemoryPlace,
  threshold: number,
): Promise<MemoryMatch | null> {
  return (await recallSeveral(db, text, place, threshold, 1))[0] ?? null
}

/** The most similar entries, best first, with distinct translations. */
export async function recallSeveral(
  db: Reader,
  text: string,
  place: MemoryPlace,
  threshold: number,
  most: number,
): Promise<MemoryMatch[]> {
  const usable = db
    .selectFrom('memory')
    .selectAll()
    .where('target_language_id', '=', place.targetLanguage)
    .where('source_language_id', '=', place.sourceLanguage)
    .where(eb => eb.or([eb('shared', '=', 1), eb('project_id', 'in', [-1, ...place.projects])]))
  const same = await usable.where('source_hash', '=', hash64(text)).orderBy('id', 'desc').limit(most).execute()
  const matches = same.map((row): MemoryMatch => ({ row, quality: 100 }))
  const length = [...text].length
  if (matches.length >= most || length > MAX_FUZZY || threshold >= 100) return distinct(matches)
  const near = await usable
    .where('source_chars', '>=', Math.floor(length * (1 - SLACK)))
    .where('source_chars', '<=', Math.ceil(length * (1 + SLACK)))
    .orderBy('id', 'desc')
    .limit(CANDIDATES)
    .execute()
  const points = codePoints(text)
  for (const row of near) {
    await breathe()
    if (row.source === text) continue
    const quality = similarity(points, codePoints(row.source), threshold)
    if (quality >= threshold) matches.push({ row, quality })
  }
  return distinct(matches.sort((a, b) => b.quality - a.quality)).slice(0, most)
}

function distinct(matches: readonly MemoryMatch[]): MemoryMatch[] {
  const seen = new Set<string>()
  return matches.filter(({ row: { target } }) => !seen.has(target) && seen.add(target))
}
