import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { breathe } from '#store/turn.ts'
import {
  type FileFormat,
  FormatError,
  type NewUnit,
  type ParsedFile,
  type ParseOptions,
  type UnitChange,
  withOwnKeys,
} from '../formats/index.ts'
import { readFile, writeFile } from '../formats/read-file.ts'
import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { isOverlong } from './acceptable-file.ts'
import { ACTION } from './change-actions.ts'
import { storedAt, storedFile, templateFile } from './component-files.ts'
import { formatOf, isByKey, readingMode } from './component-format.ts'
import type { ComponentParts } from './components.ts'
import { joinForms, splitForms } from './forms.ts'
import { idHash } from './insert-units.ts'
import type { LanguageRow } from './languages.ts'
import { ownState } from './read-only.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { unitsInOrder } from './units-in-portions.ts'
import { hasReviews } from './workflows.ts'

export interface ExportedTranslation extends ComponentParts {
  translation: TranslationRow
  language: LanguageRow
}

const BATCH = 500

/** The strings of a translation in file order. */
export async function unitsOf(db: Reader, translation: number): Promise<UnitRow[]> {
  const units: UnitRow[] = []
  for await (const page of unitsInOrder(db, translation, BATCH)) for (const unit of page) units.push(unit)
  return units
}

interface ExportOptions {
  /** The file to start from, if not the stored one. */
  begin?: Uint8Array | undefined
  /** IDs of units to leave unchanged in the file. */
  leave?: ReadonlySet<number>
  /** Author and time of the changes, for formats that record them. */
  revision?: { readonly translator: string; readonly at: Date } | undefined
}

/** Writes the changes since the import into the stored file of a translation. */
export async function exportFile(
  db: Reader,
  exported: ExportedTranslation,
  { begin, leave = new Set(), revision }: ExportOptions = {},
): Promise<Uint8Array> {
  const { component, translation, language } = exported
  const kind = formatOf(exported)
  const units = await unitsOf(db, translation.id)
  const stored = begin ?? (await storedFile(db, component.id, translation.filename))
  const template = await templateFile(db, exported)
  const plural = { count: translation.plural_number, formula: translation.plural_formula }
  const isSource = translation.is_source === 1
  const options = { language: language.code, plural, ...readingMode(exported, isSource) }
  const { params } = options
  const empty = () =>
    kind.create({ language: language.code, sourceLanguage: exported.sourceLanguage.code, plural, params })
  const asTemplate = { language: exported.sourceLanguage.code, ...readingMode(exported, true) }
  const byKey = isByKey(component)
  const read = async (bytes: Uint8Array, how: ParseOptions): Promise<ParsedFile> => {
    const file = await readFile(kind, bytes, how)
    return byKey ? await withOwnKeys(file, how.template) : file
  }
  const how = { ...options, ...(template !== null && { template: await read(template, asTemplate) }) }
  const content = stored ?? empty()
  const file = await read(content, how)
  const removed = byKey ? await removedKeys(db, translation) : null
  const review = hasReviews(exported)
  const changes = await changesTo(file, units, { kind, byKey, isSource, removed, review, leave })
  const isChanged = Object.values(changes).some(({ length }) => length > 0)
  // A file without headers has none on purpose.
  const headers =
    revision !== undefined && isChanged && file.headers.size > 0 && kind.revision?.(revision.translator, revision.at)
  return writeFile(kind, content, how, headers ? { ...changes, headers } : changes)
}

/**
 * Keys removed since the file was stored. A monolingual file may contain strings that are not in its template and keeps
 * them: only keys that were strings here and were removed leave the file.
 */
async function removedKeys(db: Reader, translation: TranslationRow): Promise<ReadonlySet<string>> {
  const stored = await storedAt(db, translation.component_id, translation.filename)
  if (stored === undefined) return new Set()
  const rows = await db
    .selectFrom('translation_change')
    .select('details')
    .where('translation_id', '=', translation.id)
    .where('action', '=', ACTION.stringRemoved)
    .where('timestamp', '>=', stored)
    .execute()
  return new Set(rows.flatMap(({ details }) => storedObject<{ context: string }>(details).context ?? []))
}

/** Writes the translation in another format. */
export async function convertFile(
  db: Reader,
  kind: FileFormat,
  { translation, language, sourceLanguage }: ExportedTranslation,
  keep: (unit: UnitRow) => boolean = () => true,
): Promise<Uint8Array> {
  const plural = { count: translation.plural_number, formula: translation.plural_formula }
  const units = (await unitsOf(db, translation.id)).filter(keep)
  const blank = kind.create({ language: language.code, sourceLanguage: sourceLanguage.code, plural })
  const options = { language: language.code, plural }
  const named = kind.monolingual
    ? units.map(unit => ({ ...unit, context: unit.context || splitForms(unit.source)[0]! }))
    : units
  const unique = [...new Map(named.map(unit => [kind.monolingual ? unit.context : unit.id, unit])).values()]
  const add = unique.filter(unit => !kind.monolingual || unit.target !== '').map(unit => newUnit(unit, kind))
  try {
    return await writeFile(kind, blank, options, { add })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    // Formats without plurals get the general form, which is the last one.
    return await writeFile(kind, blank, options, { add: add.map(singular) })
  }
}

const singular = (unit: NewUnit): NewUnit =>
  unit.plural ? { ...unit, source: unit.source.slice(-1), target: unit.target.slice(-1), plural: false } : unit

interface Rules {
  kind: FileFormat
  byKey: boolean
  isSource: boolean
  /** Keys to remove from the file; null to remove everything that is not a string here. */
  removed: ReadonlySet<string> | null
  review: boolean
  leave: ReadonlySet<number>
}

async function changesTo(file: ParsedFile, units: readonly UnitRow[], rules: Rules) {
  const { kind, byKey, removed } = rules
  const present = new Map<string, FileUnit>()
  // Duplicates, which are removed together with the string that counts.
  const duplicates: [string, FileUnit][] = []
  const kept = new Set<string>()
  for (const unit of file.units) {
    await breathe()
    // Units without a source and overlong ones were never imported.
    if (unit.obsolete || !(byKey || unit.source.length > 0)) continue
    const hash = idHash({ source: unit.source, context: unit.context, byKey })
    if (isOverlong(unit)) kept.add(hash)
    else if (unit.duplicate || present.has(hash)) duplicates.push([hash, unit])
    else present.set(hash, unit)
  }
  const update: UnitChange[] = []
  const add: NewUnit[] = []
  for (const unit of units) {
    await breathe()
    if (kept.has(unit.id_hash)) continue
    const own = present.get(unit.id_hash)
    if (rules.leave.has(unit.id)) {
      present.delete(unit.id_hash)
      continue
    }
    if (own === undefined) {
      // Monolingual files would show an empty text, so untranslated strings are left out.
      if (!byKey || !isEmpty(unit)) add.push(newUnit(unit, kind))
      continue
    }
    present.delete(unit.id_hash)
    const change = changeOf(unit, own, rules)
    if (change) update.push(change)
  }
  const isRemoved = (unit: FileUnit): boolean => removed === null || removed.has(unit.context)
  const toRemove = new Map([...present].filter(([, unit]) => isRemoved(unit)))
  const repeated = duplicates.filter(([hash]) => toRemove.has(hash)).map(([, unit]) => unit)
  return { update, add, remove: [...toRemove.values(), ...repeated].map(unit => unit.id) }
}

const isEmpty = (unit: UnitRow): boolean => splitForms(unit.target).every(form => form === '')

type FileUnit = ParsedFile['units'][number]

function changeOf(unit: UnitRow, own: FileUnit, { isSource, review }: Rules): UnitChange | null {
  // A file may have more or fewer forms than the language here: ordinals have their own forms.
  const forms = splitForms(unit.target)
  const target = own.target.map((form, i) => forms[i] ?? form)
  const state = ownState(unit)
  const fuzzy = isFuzzy(state)
  const approved = state === UNIT_STATES.approved
  const sameText =
    joinForms(own.target) === joinForms(target) || (isEmpty(unit) && own.target.every(form => form === ''))
  const result = {
    ...(!sameText && state !== UNIT_STATES.readonly && { target }),
    // Source texts never need editing here, so a file's fuzzy mark stays until the text changes.
    ...(own.fuzzy !== fuzzy && !isEmpty(unit) && !(isSource && sameText) && { fuzzy }),
    // Without reviews, the file's approved mark stays until the text changes.
    ...(own.approved !== approved && unit.pending === 1 && (review || !sameText) && { approved }),
  }
  return Object.keys(result).length === 0 ? null : { id: own.id, ...result }
}

function newUnit(unit: UnitRow, kind: FileFormat): NewUnit {
  const source = splitForms(unit.source)
  return {
    context: unit.context,
    source: kind.monolingual ? [] : source,
    target: splitForms(unit.target),
    fuzzy: isFuzzy(ownState(unit)),
    approved: ownState(unit) === UNIT_STATES.approved,
    note: unit.note,
    location: unit.location,
    flags: unit.flags === '' ? [] : unit.flags.split(/,\s*/),
    plural: source.length > 1,
  }
}
