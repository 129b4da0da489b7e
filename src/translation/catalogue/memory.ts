import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { insertRowsLater, type Row } from '#store/insert-rows.ts'
import type { RowsLater } from '#store/run-later.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { breathe } from '#store/turn.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { ProjectRow } from './components.ts'
import { hash64 } from './forms.ts'
import { inReach, type MemoryReach, NO_PERSONAL_MEMORY } from './memory-scope.ts'
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
 * Stores finished translations in the memories of the project and of the user. Plural strings are left out, because
 * their forms differ. What the memory knows is asked together with the next statement; call the returned function after
 * it.
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
  const optedOut = await keepsNoMemory(work)
  return () =>
    storeFresh(work, translation, place, { bySource, known: known(), account: optedOut() ? null : work.account })
}

interface Memorable {
  readonly bySource: ReadonlyMap<string, readonly UnitRow[]>
  readonly known: ReadonlyMap<string, readonly KnownTarget[]>
  /** The user whose memory gets the translations. */
  readonly account: number | null
}

/** An entry is in both memories, unless the other one has the translation already. */
async function storeFresh(
  work: Work,
  { project_id, language_id }: TranslationRow,
  { slug, path, source_language_id, contribute_project_tm }: TranslationPlace,
  { bySource, known, account }: Memorable,
): Promise<void> {
  const fresh: Row[] = []
  for (const [source_hash, same] of bySource) {
    const stored = known.get(source_hash) ?? []
    const inProject = new Set(stored.filter(each => each.project_id === project_id).map(each => each.target))
    const inAccount = new Set(stored.filter(each => each.account_id === account).map(each => each.target))
    const isWanted = (targets: Set<string>, target: string): boolean =>
      targets.size < MAX_TRANSLATIONS && !targets.has(target) && targets.add(target).has(target)
    for (const { source, target } of same) {
      const project = contribute_project_tm === 1 && isWanted(inProject, target) ? project_id : null
      const owner = account !== null && isWanted(inAccount, target) ? account : null
      if (project === null && owner === null) continue
      fresh.push([
        ...[source, target, source_hash, [...source].length],
        ...[source_language_id, language_id, `${slug}/${path}`],
        ...[project, owner, work.now],
      ])
    }
  }
  await insertRowsLater(work.tx, 'memory', MEMORY_COLUMNS, fresh)
}

const OPTED_OUT = statement(db =>
  db.selectFrom('account_option').select('account_id').where('name', '=', NO_PERSONAL_MEMORY),
)

/** Whether the acting user wants no memory of their own. */
async function keepsNoMemory({ tx, account }: Work): Promise<() => boolean> {
  if (account === null) return () => true
  const rows = await OPTED_OUT.where('account_id', '=', account).later(tx)
  return () => rows().length > 0
}

/** Texts per query; each may have up to a hundred translations. */
const TEXTS_AT_ONCE = 100

interface KnownTarget {
  readonly source_hash: string
  readonly target: string
  readonly project_id: number | null
  readonly account_id: number | null
}

const KNOWN_TARGETS = statement(db =>
  db.selectFrom('memory').select(['source_hash', 'target', 'project_id', 'account_id']),
)

/**
 * Existing translations of texts in a project and of the acting user. The `+ 0` stops SQLite from scanning all entries
 * of the project.
 */
async function translationsOf(
  work: Work,
  hashes: readonly string[],
  translation: TranslationRow,
): Promise<() => Map<string, KnownTarget[]>> {
  const parts: RowsLater<KnownTarget>[] = []
  for (let i = 0; i < hashes.length; i += TEXTS_AT_ONCE)
    parts.push(
      await KNOWN_TARGETS.where('source_hash', 'in', hashes.slice(i, i + TEXTS_AT_ONCE))
        .where('target_language_id', '=', translation.language_id)
        .where(sql<SqlBool>`(project_id + 0 = ${translation.project_id} or account_id + 0 = ${work.account ?? -1})`)
        .later(work.tx),
    )
  return () =>
    Map.groupBy(
      parts.flatMap(part => part()),
      row => row.source_hash,
    )
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

export interface MemoryPlace extends MemoryReach {
  readonly sourceLanguage: number
  readonly targetLanguage: number
}

/** What strings of a project may use: its own memory, the shared one, and the memory of the user. */
export const memoryReach = (project: ProjectRow, account: number | null): MemoryReach => ({
  projects: [project.id],
  shared: project.use_shared_tm === 1,
  account,
})

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
    .where(inReach(place))
  const same = await usable.where('source_hash', '=', hash64(text)).orderBy('id', 'desc').limit(most).execute()
  const matches = same.map((row): MemoryMatch => ({ row, quality: 100 }))
  const length = [...text].length
  if (matches.length >= most || length > MAX_FUZZY || threshold >= 100) return distinct(matches)
  const near = await ofSimilarLength(usable, length)
  const points = codePoints(text)
  for (const row of near) {
    await breathe()
    if (row.source === text) continue
    const quality = similarity(points, codePoints(row.source), threshold)
    if (quality >= threshold) matches.push({ row, quality })
  }
  return distinct(matches.sort((a, b) => b.quality - a.quality)).slice(0, most)
}

/**
 * Entries to compare, newest first. If there are many, those of the closest length: reading all of them would take
 * longer, the larger the memory is.
 */
async function ofSimilarLength(usable: Usable, length: number): Promise<MemoryRow[]> {
  const [shortest, longest] = [Math.floor(length * (1 - SLACK)), Math.ceil(length * (1 + SLACK))]
  const all = await usable
    .where('source_chars', '>=', shortest)
    .where('source_chars', '<=', longest)
    .limit(CANDIDATES + 1)
    .execute()
  if (all.length <= CANDIDATES) return all.sort((a, b) => b.id - a.id)
  const closest: MemoryRow[] = []
  for (let distance = 0; closest.length < CANDIDATES && distance <= longest - length; distance++)
    for (const chars of distance === 0 ? [length] : [length - distance, length + distance]) {
      if (chars < shortest || closest.length >= CANDIDATES) continue
      const left = CANDIDATES - closest.length
      closest.push(...(await usable.where('source_chars', '=', chars).orderBy('id', 'desc').limit(left).execute()))
    }
  return closest
}

type Usable = SelectQueryBuilder<Database, 'memory', MemoryRow>

function distinct(matches: readonly MemoryMatch[]): MemoryMatch[] {
  const seen = new Set<string>()
  return matches.filter(({ row: { target } }) => !seen.has(target) && seen.add(target))
}
