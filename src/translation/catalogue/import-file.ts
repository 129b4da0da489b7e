import { present } from '#store/gone.ts'
import { padded, portions } from '#store/keyset.ts'
import { inTurns } from '#store/turn.ts'
import type { ParsedFile } from '../formats/format.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { alertAt, MOST_OCCURRENCES, occurrencesNow, settleAlert } from './alerts.ts'
import { ACTION } from './change-actions.ts'
import type { ComponentParts, ComponentRow } from './components.ts'
import { UnitEdits } from './edit-units.ts'
import { type FileString, nothingLeftOut, stringsOf } from './file-units.ts'
import { namesVariant } from './flags-of.ts'
import { joinForms, splitForms } from './forms.ts'
import { insertUnits, type NewString, sourceUnitValues, translatedUnitValues, type UnitValues } from './insert-units.ts'
import { keyFilter } from './key-filter.ts'
import type { LanguageRow } from './languages.ts'
import { newSourceState, newStringRules } from './new-strings.ts'
import { ownState } from './read-only.ts'
import { placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { noteSetAside } from './set-aside-alerts.ts'
import { editSource } from './source-edit.ts'
import { insertTranslation, translationOf } from './translations.ts'
import { recheckString } from './unit-checks.ts'
import { removeUnits } from './units.ts'
import { unitsInPortions } from './units-in-portions.ts'
import type { Work } from './work.ts'
import { hasReviews } from './workflows.ts'

/** Decides conflicts with strings that were changed here since the file and the database last agreed. */
export interface Settlement {
  /** The string to import: from the file, or as it is here. */
  settle(string: FileString, unit: UnitRow): FileString
  /** Whether to keep a string that the file no longer has. */
  keeps(unit: UnitRow): boolean
}

interface ImportedFile {
  component: ComponentParts
  language: LanguageRow
  file: ParsedFile
  /** Strings are identified by key, and source texts come from the file of the source language. */
  byKey: boolean
  /** Whether to add strings of the file that the component does not have. */
  addsStrings?: boolean | undefined
  /** The language code in the file name, if it differs from the language's own. */
  fileCode?: string | undefined
  /** If absent, the file takes precedence. */
  settlement?: Settlement | undefined
}

export interface ImportResult {
  translation: TranslationRow
  added: number
  changed: number
  removed: number
}

/**
 * Syncs a translation with a file: its strings, their order and their translations. New strings become source strings;
 * strings that are no longer in the file are removed.
 */
export async function importFile(
  work: Work,
  { component: parts, language, file, byKey, addsStrings = true, fileCode, settlement }: ImportedFile,
): Promise<ImportResult> {
  const { component, project, sourceLanguage } = parts
  const isSource = language.id === sourceLanguage.id
  const source = present(await translationOf(work.tx, component.id, sourceLanguage.id), 'component')
  const translation = isSource ? source : await ensureTranslation(work, parts, language, file, fileCode)
  const plurals = translation.plural_number
  const leftOut = nothingLeftOut()
  const isTranslated = byKey ? keyFilter(component) : () => true
  const allOfFile = await stringsOf(file, { byKey, plurals, review: hasReviews({ project, translation }) }, leftOut)
  const fileStrings = allOfFile.filter(({ string }) => isTranslated(string.context ?? ''))
  const concerns = ({ context = '' }: NewString) => isTranslated(context)
  const overlong = leftOut.overlong.map(({ string }) => string).filter(concerns)
  await recordLeftOut(work, translation, language, 'DuplicateString', leftOut.twice.filter(concerns))
  await recordLeftOut(work, translation, language, 'OverlongString', overlong)
  const stay = hashesOf(leftOut.overlong)
  const existing = await unitsOf(work, source.id)
  const strings = byKey && !isSource ? await allStrings(fileStrings, existing, { addsStrings, plurals }) : fileStrings
  const isEdited = byKey && isSource
  const state = isEdited ? await newSourceState(work, parts) : stateOfSources(byKey)
  const { sources, fresh } = await ensureSources(work, source, sourceLanguage.code, strings, existing, state)
  if (fresh.length > 0) work.regrouped.add(component.id)
  if (isSource) await addToTranslations(work, component.id, source.id, fresh)
  else if (fresh.length > 0) recordFile(work, source, { added: fresh.length, changed: 0, removed: 0 })
  const result = isSource
    ? {
        ...(await syncSource(work, source, sourceLanguage.code, strings, sources, stay, settlement)),
        added: fresh.length,
      }
    : await syncTranslation(work, component, translation, strings, sources, stay, settlement)
  recordFile(work, translation, result)
  await noteSetAside(work, { project_id: project.id, component_id: component.id })
  return { translation, ...result }
}

/** Records duplicate and overlong strings, which cannot be translated, as alerts. */
async function recordLeftOut(
  work: Work,
  { project_id, component_id, filename }: TranslationRow,
  language: LanguageRow,
  name: 'DuplicateString' | 'OverlongString',
  strings: readonly NewString[],
): Promise<void> {
  const place = { project_id, component_id }
  const existing = await alertAt(work.tx, place, name)
  if (existing === null && strings.length === 0) return
  const fresh = strings.slice(0, MOST_OCCURRENCES).map(({ source, context }) => {
    const text = (context || source[0] || '').slice(0, LONGEST_TEXT)
    return { filename, language_code: language.code, source: text }
  })
  await settleAlert(
    work,
    place,
    name,
    occurrencesNow(existing, each => each === filename, fresh),
  )
}

const LONGEST_TEXT = 200

/** Records the import of a file as one change; imports without changes do not count as content. */
function recordFile(work: Work, translation: TranslationRow, result: Counts): void {
  const { added, changed, removed } = result
  work.record(ACTION.resourceUpdated, placeOf(translation), {
    details: { added, changed, removed, filename: translation.filename },
    content: added + changed + removed > 0,
  })
}

async function ensureTranslation(
  work: Work,
  parts: ComponentParts,
  language: LanguageRow,
  file: ParsedFile,
  fileCode: string | undefined,
): Promise<TranslationRow> {
  const existing = await translationOf(work.tx, parts.component.id, language.id)
  const plural =
    file.plural?.formula === undefined
      ? {}
      : { plural_number: Math.min(file.plural.count, 10), plural_formula: file.plural.formula }
  if (existing === null) {
    const created = await insertTranslation(work, parts.component, { ...language, ...plural }, false, fileCode)
    work.record(ACTION.languageAdded, placeOf(created), { details: { language: language.code } })
    return created
  }
  const translation = { ...existing, ...plural }
  if (translation.plural_number === existing.plural_number && translation.plural_formula === existing.plural_formula)
    return translation
  // Edits depend on the number of plural forms, and lock their strings before the translation.
  work.counters.demandAlone()
  await work.tx.updateTable('translation').set(plural).where('id', '=', existing.id).execute()
  work.checkAnew([parts.component.id])
  return translation
}

const UNIT_BATCH = 500

const unitsOf = async (work: Work, translation: number): Promise<Map<string, UnitRow>> => {
  const byHash = new Map<string, UnitRow>()
  for await (const units of unitsInPortions(work.tx, translation, UNIT_BATCH))
    for (const unit of units) byHash.set(unit.id_hash, unit)
  return byHash
}

/**
 * Adds the strings that a monolingual translation file lacks, as untranslated. Keys of its own become strings only in
 * formats where the key is the source text.
 */
async function allStrings(
  fileStrings: readonly FileString[],
  existing: ReadonlyMap<string, UnitRow>,
  { addsStrings, plurals }: { addsStrings: boolean; plurals: number },
): Promise<FileString[]> {
  const strings = fileStrings.filter(({ hash }) => addsStrings || existing.has(hash))
  const present = hashesOf(strings)
  for await (const unit of inTurns(existing.values()))
    if (!present.has(unit.id_hash)) strings.push(untranslated(unit, plurals))
  return strings
}

const hashesOf = (strings: readonly FileString[]): Set<string> => new Set(strings.map(({ hash }) => hash))

function untranslated(unit: UnitRow, plurals: number): FileString {
  const source = splitForms(unit.source)
  const target = Array.from({ length: source.length > 1 ? plurals : 1 }, () => '')
  const string = { source, context: unit.context, byKey: true }
  return { hash: unit.id_hash, string, values: { target, state: UNIT_STATES.empty } }
}

/** Source texts that are not identified by a key can only be changed in the files. */
const stateOfSources = (byKey: boolean): number => (byKey ? UNIT_STATES.translated : UNIT_STATES.readonly)

/** Source units for all strings of the file; missing ones are added at the end. */
async function ensureSources(
  work: Work,
  source: TranslationRow,
  language: string,
  strings: readonly FileString[],
  existing: Map<string, UnitRow>,
  state: number,
): Promise<{ sources: Map<string, UnitRow>; fresh: UnitRow[] }> {
  let last = 0
  for (const { position } of existing.values()) last = Math.max(last, position)
  const values: UnitValues[] = []
  for await (const { hash, string } of inTurns(strings))
    if (!existing.has(hash)) values.push(sourceUnitValues({ ...string, state }, language, last + values.length + 1))
  const fresh = await insertUnits(work, source, values)
  for await (const unit of inTurns(fresh)) {
    existing.set(unit.id_hash, unit)
    work.record(ACTION.addedInRepository, { ...placeOf(source), unit_id: unit.id }, { target: unit.source })
  }
  return { sources: existing, fresh }
}

/** Adds new source strings to every other language. */
async function addToTranslations(
  work: Work,
  component: number,
  source: number,
  fresh: readonly UnitRow[],
): Promise<void> {
  if (fresh.length === 0) return
  const rows = await work.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component)
    .where('id', '<>', source)
    .orderBy('id')
    .execute()
  for (const translation of rows) {
    const values: UnitValues[] = []
    for await (const unit of inTurns(fresh)) values.push(translatedUnitValues(unit, {}))
    await insertUnits(work, translation, values)
    recordFile(work, translation, { added: fresh.length, changed: 0, removed: 0 })
  }
}

type Counts = Pick<ImportResult, 'added' | 'changed' | 'removed'>

/** Syncs the source language: its file decides which strings exist and in what order. */
async function syncSource(
  work: Work,
  source: TranslationRow,
  language: string,
  strings: readonly FileString[],
  sources: Map<string, UnitRow>,
  stay: ReadonlySet<string>,
  settlement: Settlement | undefined,
): Promise<Omit<Counts, 'added'>> {
  const kept = hashesOf(strings).union(stay)
  const removed = [...sources.values()].filter(unit => !kept.has(unit.id_hash) && !settlement?.keeps(unit))
  await removeStrings(work, source, removed)
  let changed = 0
  for await (const [i, fileString] of inTurns(strings.entries())) {
    const unit = sources.get(fileString.hash)!
    const { string } = settlement?.settle(fileString, unit) ?? fileString
    // Only strings identified by key can have a different text.
    if (unit.source !== joinForms(string.source)) {
      await editSource(work, source, language, unit, string.source, { fromFile: true })
      changed++
    }
    const now = { position: i + 1, note: string.note ?? '', location: string.location ?? '', flags: string.flags ?? '' }
    if (
      unit.position === now.position &&
      unit.note === now.note &&
      unit.location === now.location &&
      unit.flags === now.flags
    )
      continue
    await work.tx.updateTable('unit').set(now).where('source_unit_id', '=', unit.id).execute()
    // Checks depend on flags and notes.
    if (namesVariant(unit.flags) || namesVariant(now.flags)) work.regrouped.add(source.component_id)
    if (unit.flags !== now.flags || unit.note !== now.note) await recheckString(work, { ...unit, ...now })
    changed++
  }
  return { changed, removed: removed.length }
}

/** Removes strings from a component: the translations first, then the sources. */
export async function removeStrings(work: Work, source: TranslationRow, units: readonly UnitRow[]): Promise<void> {
  if (units.length === 0) return
  const translations = await translationsOf(work, source.component_id)
  for (const portion of portions(units, STRING_BATCH)) {
    const ids = padded(portion.map(unit => unit.id))
    const others = await work.tx
      .selectFrom('unit')
      .selectAll()
      .where('source_unit_id', 'in', ids)
      .where('id', 'not in', ids)
      .orderBy('id')
      .execute()
    const inLanguages = Map.groupBy(others, unit => unit.source_unit_id)
    await removeUnits(
      work,
      portion.flatMap(unit => [
        ...(inLanguages.get(unit.id) ?? []).map(other => [translations.get(other.translation_id)!, other] as const),
        [source, unit] as const,
      ]),
    )
  }
}

/** Small, because a component can have hundreds of languages. */
const STRING_BATCH = 50

async function translationsOf(work: Work, component: number): Promise<Map<number, TranslationRow>> {
  const rows = await work.tx.selectFrom('translation').selectAll().where('component_id', '=', component).execute()
  return new Map(rows.map(row => [row.id, row]))
}

async function syncTranslation(
  work: Work,
  component: ComponentRow,
  translation: TranslationRow,
  strings: readonly FileString[],
  sources: Map<string, UnitRow>,
  stay: ReadonlySet<string>,
  settlement: Settlement | undefined,
): Promise<Counts> {
  const existing = await unitsOf(work, translation.id)
  const rules = await newStringRules(work, component)
  const fresh: UnitValues[] = []
  for await (const string of inTurns(strings))
    if (!existing.has(string.hash)) fresh.push(translatedUnitValues(sources.get(string.hash)!, rules.welcome(string)))
  await insertUnits(work, translation, fresh)
  let changed = 0
  const edits = new UnitEdits(work, translation)
  for await (const string of inTurns(strings)) {
    const unit = existing.get(string.hash)
    if (unit === undefined) continue
    const { values } = settlement?.settle(string, unit) ?? string
    const { target = [] } = values
    const state = rules.update(unit, values) ?? UNIT_STATES.empty
    if (state === UNIT_STATES.empty && ownState(unit) === UNIT_STATES.empty) continue
    if (unit.target === joinForms(target) && (ownState(unit) === state || rules.stays(unit, values))) continue
    await edits.add(unit, { target, state, action: ACTION.updatedInRepository })
    changed++
  }
  await edits.write()
  const kept = hashesOf(strings).union(stay)
  const removed = [...existing.values()].filter(unit => !kept.has(unit.id_hash) && !settlement?.keeps(unit))
  await removeUnits(
    work,
    removed.map(unit => [translation, unit]),
  )
  return { added: fresh.length, changed, removed: removed.length }
}
