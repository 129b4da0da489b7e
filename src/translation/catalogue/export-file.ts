import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { type FileFormat, FormatError, type NewUnit, type ParsedFile, type UnitChange } from '../formats/index.ts'
import { readFile, writeFile } from '../formats/read-file.ts'
import { isFuzzy, UNIT_STATES } from '../statistics/unit-states.ts'
import { formatOf, storedFile, templateFile } from './component-files.ts'
import type { ComponentParts } from './components.ts'
import { joinForms, splitForms } from './forms.ts'
import { idHash } from './insert-units.ts'
import type { LanguageRow } from './languages.ts'
import { ownState } from './read-only.ts'
import type { TranslationRow } from './translations.ts'
import type { UnitRow } from './units.ts'

export interface ExportedTranslation extends ComponentParts {
  translation: TranslationRow
  language: LanguageRow
}

const ROWS_AT_ONCE = 500

/** The strings of a translation in the order of its file. */
export async function unitsOf(db: Reader, translation: number): Promise<UnitRow[]> {
  const units: UnitRow[] = []
  for (;;) {
    const last = units.at(-1)
    const page = await db
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', translation)
      .$if(last !== undefined, query =>
        query.where(eb => eb(eb.refTuple('position', 'id'), '>', eb.tuple(last!.position, last!.id))),
      )
      .orderBy('position')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const unit of page) units.push(unit)
    if (page.length < ROWS_AT_ONCE) return units
  }
}

/** The translation as a file: the one that came in, with only what changed since written into it. */
export async function exportFile(db: Reader, exported: ExportedTranslation): Promise<Uint8Array> {
  const { component, translation, language } = exported
  const kind = formatOf(exported)
  const units = await unitsOf(db, translation.id)
  const stored = await storedFile(db, component.id, translation.filename)
  const template = await templateFile(db, exported)
  const plural = { count: translation.plural_number, formula: translation.plural_formula }
  const options = { language: language.code, plural }
  const empty = () => kind.create({ language: language.code, sourceLanguage: exported.sourceLanguage.code, plural })
  const layout =
    template === null ? {} : { template: await readFile(kind, template, { language: exported.sourceLanguage.code }) }
  const content = stored ?? empty()
  const file = await readFile(kind, content, { ...options, ...layout })
  return writeFile(kind, content, { ...options, ...layout }, await changesTo(file, kind, units))
}

/** The translation in another format than its own. */
export async function convertFile(
  db: Reader,
  kind: FileFormat,
  { translation, language, sourceLanguage }: ExportedTranslation,
  keep: (unit: UnitRow) => boolean = () => true,
): Promise<Uint8Array> {
  const plural = { count: translation.plural_number, formula: translation.plural_formula }
  const units = (await unitsOf(db, translation.id)).filter(keep)
  const made = kind.create({ language: language.code, sourceLanguage: sourceLanguage.code, plural })
  const options = { language: language.code, plural }
  const named = kind.monolingual
    ? units.map(unit => ({ ...unit, context: unit.context || splitForms(unit.source)[0]! }))
    : units
  const unique = [...new Map(named.map(unit => [kind.monolingual ? unit.context : unit.id, unit])).values()]
  const add = unique.filter(unit => !kind.monolingual || unit.target !== '').map(unit => newUnit(unit, kind))
  try {
    return await writeFile(kind, made, options, { add })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    // A format without plurals gets the general form, which is the last one.
    return await writeFile(kind, made, options, { add: add.map(singular) })
  }
}

const singular = (unit: NewUnit): NewUnit =>
  unit.plural ? { ...unit, source: unit.source.slice(-1), target: unit.target.slice(-1), plural: false } : unit

async function changesTo(file: ParsedFile, kind: FileFormat, units: readonly UnitRow[]) {
  const byKey = kind.monolingual
  const present = new Map<string, FileUnit>()
  for (const unit of file.units) {
    await breathe()
    if (!unit.obsolete) present.set(idHash({ source: unit.source, context: unit.context, byKey }), unit)
  }
  const update: UnitChange[] = []
  const add: NewUnit[] = []
  for (const unit of units) {
    await breathe()
    const own = present.get(unit.id_hash)
    if (own === undefined) {
      // A monolingual file shows an empty text as such, so what is not translated stays out of it.
      if (!byKey || !isEmpty(unit)) add.push(newUnit(unit, kind))
      continue
    }
    present.delete(unit.id_hash)
    const change = changeOf(unit, own)
    if (change) update.push(change)
  }
  return { update, add, remove: [...present.values()].map(unit => unit.id) }
}

const isEmpty = (unit: UnitRow): boolean => splitForms(unit.target).every(form => form === '')

type FileUnit = ParsedFile['units'][number]

function changeOf(unit: UnitRow, own: FileUnit): UnitChange | null {
  const target = splitForms(unit.target)
  const state = ownState(unit)
  const fuzzy = isFuzzy(state)
  const approved = state === UNIT_STATES.approved
  const sameText = joinForms(own.target) === unit.target || (isEmpty(unit) && own.target.every(form => form === ''))
  const result = {
    ...(!sameText && state !== UNIT_STATES.readonly && { target }),
    ...(own.fuzzy !== fuzzy && !isEmpty(unit) && { fuzzy }),
    ...(own.approved !== approved && state !== UNIT_STATES.readonly && { approved }),
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
