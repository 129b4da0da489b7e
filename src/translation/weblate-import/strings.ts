// Strings with their suggestions and comments.

import { optional, ruled, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, list, nested, text } from '#fields/kinds.ts'
import { isByKey } from '../catalogue/component-format.ts'
import { joinForms, splitForms } from '../catalogue/forms.ts'
import {
  idHash,
  insertUnits,
  sourceUnitValues,
  translatedUnitValues,
  type UnitValues,
} from '../catalogue/insert-units.ts'
import type { TranslationRow, UnitRow } from '../catalogue/rows.ts'
import { usesGit } from '../catalogue/version-control.ts'
import type { Work } from '../catalogue/work.ts'
import { formsOfString } from '../declarations/parts.ts'
import { checkFlagsAreReadable } from '../declarations/rules.ts'
import type { Tally } from '../import-steps/tally.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { ImportedComponent, ImportedTranslation } from './components.ts'
import { type Importing, isDenied, isInvalid, overPages, parsed, unreadable, usual, withSize } from './context.ts'
import { addParts, dismissChecks, insertParts, type Of, partsOf, type ReadParts } from './string-parts.ts'

const words = text({ blank: true, verbatim: true })
const states = choice(new Map(Object.values(UNIT_STATES).map(value => [value, String(value)])))

const unitFields = {
  id: integer({ min: 1 }),
  source: formsOfString,
  target: formsOfString,
  previous_source: usual(words, ''),
  location: usual(words, ''),
  context: usual(words, ''),
  note: usual(words, ''),
  flags: usual(words, ''),
  explanation: usual(text({ blank: true, max: 20_000 }), ''),
  extra_flags: usual(ruled(text({ blank: true, max: 2000 }), checkFlagsAreReadable), ''),
  labels: usual(list(nested(shape('SourceLabel', 'A label.', { name: text({ max: 190 }) }))), []),
  state: states,
  position: usual(integer({ min: 0 }), 0),
  priority: usual(integer(), 100),
  has_suggestion: usual(boolean(), false),
  has_comment: usual(boolean(), false),
  automatically_translated: usual(boolean(), false),
  /** Only backups list them. */
  dismissed_checks: usual(list(text({ max: 100 })), []),
  timestamp: optional(dateTime()),
  last_updated: optional(dateTime()),
}

type Unit = Of<typeof unitFields>

/** A string as read, with what hangs on it. */
interface ReadUnit extends ReadParts {
  readonly unit: Unit | { invalid: string }
  /** Lists that could not be read. */
  readonly unreadable: readonly string[]
}

export async function importStrings(
  importing: Importing,
  component: ImportedComponent,
  translation: ImportedTranslation,
): Promise<void> {
  const { progress, pageSize } = importing
  let read = 0
  await overPages(importing, `strings ${translation.place}`, withSize(translation.units, pageSize), {
    prepare: async ({ count, results }) => {
      read += results.length
      progress.report({ task: translation.place, done: read, total: Math.max(count, read), unit: 'strings' })
      const units: ReadUnit[] = []
      for (const row of results) units.push(await withParts(importing, row))
      return units
    },
    store: (piece, tally, units) => store(importing, piece, { component, translation, units }, tally),
  })
}

/** Reads the suggestions and comments of a string that has any. */
async function withParts(importing: Importing, row: unknown): Promise<ReadUnit> {
  const unit = parsed(unitFields, row)
  if (isInvalid(unit)) return { unit, suggestions: [], comments: [], unreadable: [] }
  const problems: string[] = []
  const listed = async (part: 'suggestions' | 'comments'): Promise<unknown[]> => {
    try {
      return await importing.client.all(withSize(`units/${unit.id}/${part}/`, importing.pageSize))
    } catch (error) {
      if (!isDenied(error)) throw error
      problems.push(unreadable(error, `units/…/${part}/`))
      return []
    }
  }
  const suggestions = unit.has_suggestion ? await listed('suggestions') : []
  const comments = unit.has_comment ? await listed('comments') : []
  return { unit, suggestions, comments, unreadable: problems }
}

interface Portion {
  component: ImportedComponent
  translation: ImportedTranslation
  units: readonly ReadUnit[]
}

async function store(
  importing: Importing,
  piece: Work,
  { component, translation: { id, isSource, place }, units }: Portion,
  tally: Tally,
): Promise<void> {
  const { tx } = piece
  const translation = await tx.selectFrom('translation').selectAll().where('id', '=', id).executeTakeFirst()
  if (translation === undefined) return tally.add('strings', { skipped: `${place}: deleted meanwhile` }, units.length)
  const byKey = isByKey(component.row)
  const sourceCode = await sourceLanguage(piece, component)
  const hashed = units.flatMap(each => {
    for (const text of each.unreadable) tally.note(text)
    const { unit } = each
    if (!isInvalid(unit))
      return [{ ...each, unit, hash: idHash({ source: unit.source, context: unit.context, byKey }) }]
    tally.add('strings', { skipped: `${place}: ${unit.invalid}` })
    return []
  })
  const hashes = hashed.map(each => each.hash)
  const existing = await unitsWith(piece, id, hashes)
  const sources = isSource ? existing : await unitsWith(piece, await sourceId(piece, component), hashes)
  const fresh = new Map<string, { read: (typeof hashed)[number]; values: UnitValues }>()
  for (const each of hashed) {
    const { unit, hash } = each
    const known = existing.get(hash)
    const source = sources.get(hash)
    if (known !== undefined) {
      const isSame = sameText(known.target, unit.target) && stateOf(known) === unit.state
      tally.add('strings', isSame ? 'unchanged' : { skipped: `${place}: it exists here with another text or state` })
      await addParts(importing, piece, known, partsOf(each, place, tally), tally)
    } else if (fresh.has(hash)) {
      skipWithParts(each, `${place}: the server lists it twice`, tally)
    } else if (usesGit(component.row)) {
      skipWithParts(each, `${place}: its component uses a repository here, which lacks it`, tally)
    } else if (!isSource && source === undefined) {
      skipWithParts(each, `${place}: its source string is missing`, tally)
    } else {
      fresh.set(hash, { read: each, values: valuesOf(unit, byKey, isSource ? sourceCode : source!) })
    }
  }
  if (isSource && fresh.size > 0) piece.regrouped.add(component.row.id)
  await insert(
    importing,
    piece,
    translation,
    [...fresh.values()],
    { isSource, place, project: component.row.project_id },
    tally,
  )
}

const stateOf = ({ state, held_state }: UnitRow): number =>
  state === UNIT_STATES.readonly ? state : (held_state ?? state)

/** Equal except for empty plural forms at the end, which the API adds. */
const sameText = (stored: string, forms: readonly string[]): boolean =>
  joinForms(trimmed(splitForms(stored))) === joinForms(trimmed(forms))

function trimmed(forms: readonly string[]): readonly string[] {
  let length = forms.length
  while (length > 1 && forms[length - 1] === '') length--
  return forms.slice(0, length)
}

async function unitsWith(piece: Work, translation: number, hashes: readonly string[]): Promise<Map<string, UnitRow>> {
  if (hashes.length === 0) return new Map()
  const rows = await piece.tx
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation)
    .where('id_hash', 'in', [...new Set(hashes)])
    .execute()
  return new Map(rows.map(row => [row.id_hash, row]))
}

async function sourceId(piece: Work, { row }: ImportedComponent): Promise<number> {
  const source = await piece.tx
    .selectFrom('translation')
    .select('id')
    .where('component_id', '=', row.id)
    .where('is_source', '=', 1)
    .executeTakeFirst()
  return source?.id ?? -1
}

async function sourceLanguage(piece: Work, { row }: ImportedComponent): Promise<string> {
  const language = await piece.tx
    .selectFrom('translation_language')
    .select('code')
    .where('id', '=', row.source_language_id)
    .executeTakeFirstOrThrow()
  return language.code
}

function skipWithParts({ suggestions, comments }: ReadUnit, skipped: string, tally: Tally): void {
  tally.add('strings', { skipped })
  tally.add('suggestions', { skipped: 'their string was skipped' }, suggestions.length)
  tally.add('comments', { skipped: 'their string was skipped' }, comments.length)
}

/** `from` is the language of a source string, or the source string of a translation. */
function valuesOf(unit: Unit, byKey: boolean, from: string | UnitRow): UnitValues {
  const { source, context, note, location, flags, state, position, priority } = unit
  const target = trimmed(unit.target)
  const own = {
    target: joinForms(target),
    previous_source: unit.previous_source,
    automatically_translated: Number(unit.automatically_translated),
    note,
    location,
    flags,
    position,
    priority,
  }
  if (typeof from !== 'string') {
    const { row, overrides } = translatedUnitValues(from, { target, state })
    return { overrides, row: { ...row, ...own } }
  }
  const { explanation, extra_flags } = unit
  const { row } = sourceUnitValues({ source, context, byKey, state }, from, position)
  return { overrides: extra_flags, row: { ...row, ...own, explanation, extra_flags } }
}

async function insert(
  importing: Importing,
  piece: Work,
  translation: TranslationRow,
  fresh: readonly { read: ReadUnit & { unit: Unit }; values: UnitValues }[],
  { isSource, place, project }: { isSource: boolean; place: string; project: number },
  tally: Tally,
): Promise<void> {
  if (fresh.length === 0) return
  const parts = fresh.map(({ read }) => partsOf(read, place, tally))
  const values = fresh.map(({ values: { row, overrides } }, i) => ({
    overrides,
    row: {
      ...row,
      suggestion_count: parts[i]!.suggestions.length,
      comment_count: parts[i]!.comments.filter(each => !each.resolved).length,
    },
  }))
  const rows = await insertUnits(piece, translation, values)
  const labels = isSource ? await labelIds(piece, project) : new Map<string, number>()
  for (const [i, { id }] of rows.entries()) {
    const { unit } = fresh[i]!.read
    tally.add('strings', 'created')
    const times = {
      ...(unit.timestamp !== undefined && { created_at: unit.timestamp }),
      ...(unit.last_updated !== undefined && { updated_at: unit.last_updated }),
    }
    if (Object.keys(times).length > 0) await piece.tx.updateTable('unit').set(times).where('id', '=', id).execute()
    const marked = isSource ? new Set(unit.labels.flatMap(({ name }) => labels.get(name) ?? [])) : []
    for (const label_id of marked) await piece.tx.insertInto('unit_label').values({ unit_id: id, label_id }).execute()
    await insertParts(importing, piece, id, parts[i]!, tally)
    await dismissChecks(piece, rows[i]!, unit.dismissed_checks, tally)
  }
}

async function labelIds(piece: Work, project: number): Promise<Map<string, number>> {
  const rows = await piece.tx.selectFrom('label').select(['id', 'name']).where('project_id', '=', project).execute()
  return new Map(rows.map(row => [row.name, row.id]))
}
