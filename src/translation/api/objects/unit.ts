import { readOnly, shape } from '#fields/field.ts'
import { boolean, dateTime, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { readTogether } from '#store/read-together.ts'
import { type RowOf, statement } from '#store/statement.ts'
import type { Reader, Writer } from '#store/store.ts'
import { checksum, splitForms } from '../../catalogue/forms.ts'
import type { UnitRow } from '../../catalogue/rows.ts'
import type { Addresses } from '../../values/addresses.ts'
import { isFuzzy, isTranslated, UNIT_STATES } from '../../values/unit-states.ts'
import { bigInteger } from '../json.ts'
import { componentSegment } from './component.ts'

export const Label = shape('Label', 'A label for source strings.', {
  id: readOnly(integer()),
  name: text({ max: 190 }),
  description: text({ blank: true, max: 250 }),
  color: text({ max: 30 }),
})

const flag = readOnly(boolean())
const number = readOnly(integer())
const address = readOnly(webAddress())
const words = readOnly(text())

export const Unit = shape('Unit', 'One string in one translation.', {
  translation: address,
  language_code: words,
  source: readOnly(list(text())),
  previous_source: words,
  target: list(text({ blank: true, verbatim: true })),
  id_hash: number,
  content_hash: number,
  location: words,
  context: words,
  note: words,
  flags: words,
  labels: readOnly(list(nested(Label))),
  state: integer({ min: 0, max: 100 }),
  fuzzy: flag,
  translated: flag,
  approved: flag,
  position: number,
  has_suggestion: flag,
  has_comment: flag,
  has_failing_check: flag,
  num_words: number,
  source_unit: address,
  priority: number,
  id: number,
  web_url: address,
  url: address,
  explanation: text({ blank: true }),
  extra_flags: text({ blank: true, max: 2000 }),
  pending: flag,
  timestamp: readOnly(dateTime()),
  last_updated: readOnly(dateTime()),
  automatically_translated: flag,
})

const PLACES = statement(db =>
  db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'translation.project_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .select(['translation.id', 'project.slug', 'component.path', 'language.code', 'language.plural_number']),
)
/** Source strings, with a row for each label. */
const SOURCES = statement(db =>
  db
    .selectFrom('unit')
    .leftJoin('unit_label', 'unit_label.unit_id', 'unit.id')
    .leftJoin('label', 'label.id', 'unit_label.label_id')
    .select(['unit.id', 'unit.explanation', 'unit.extra_flags'])
    .select(['label.id as label_id', 'label.name', 'label.description', 'label.color'])
    .orderBy('label.id'),
)

/** The same for the source string of a unit that was not read yet. */
const SOURCES_BEHIND = statement(db =>
  db
    .selectFrom('unit as translated')
    .innerJoin('unit', 'unit.id', 'translated.source_unit_id')
    .leftJoin('unit_label', 'unit_label.unit_id', 'unit.id')
    .leftJoin('label', 'label.id', 'unit_label.label_id')
    .select(['unit.id', 'unit.explanation', 'unit.extra_flags'])
    .select(['label.id as label_id', 'label.name', 'label.description', 'label.color'])
    .orderBy('label.id'),
)

interface Source {
  readonly explanation: string
  readonly extra_flags: string
  readonly labels: { id: number; name: string; description: string; color: string }[]
}

const sourcesOf = async (db: Reader, ids: ReadonlySet<number>): Promise<Sources> =>
  ids.size === 0 ? new Map() : sourcesFrom(await SOURCES.where('unit.id', 'in', [...ids]).all(db))

/** The source string of a unit, asked together with the next statement of the transaction. */
export async function sourceBehindLater(tx: Writer, unit: number): Promise<() => Sources> {
  const rows = await SOURCES_BEHIND.where('translated.id', '=', unit).later(tx)
  return () => sourcesFrom(rows())
}

function sourcesFrom(rows: readonly RowOf<typeof SOURCES>[]): Sources {
  const sources = new Map<number, Source>()
  for (const row of rows) {
    const { label_id, name, description, color } = row
    const source = sources.get(row.id) ?? { explanation: row.explanation, extra_flags: row.extra_flags, labels: [] }
    if (label_id !== null) source.labels.push({ id: label_id, name: name!, description: description!, color: color! })
    sources.set(row.id, source)
  }
  return sources
}

/** By ID. */
export type Sources = ReadonlyMap<number, Source>

/** Where a unit is, as its object shows it. */
export type UnitPlace = Omit<RowOf<typeof PLACES>, 'id'>

/**
 * Serializes units; shared data (URLs, labels, explanations of source strings) is read once for all. Units whose
 * translation was deleted since they were read are left out.
 */
export async function unitObjects(db: Reader, rows: readonly UnitRow[], addresses: Addresses): Promise<unknown[]> {
  const places = [-1, ...new Set(rows.map(row => row.translation_id))]
  const [translations, sources] = await readTogether(() => [
    PLACES.where('translation.id', 'in', places).all(db),
    sourcesOf(db, new Set(rows.flatMap(row => row.source_unit_id ?? []))),
  ])
  const translation = new Map(translations.map(each => [each.id, each]))
  return rows.flatMap(row => {
    const at = translation.get(row.translation_id)
    return at === undefined ? [] : unitObject(row, at, sources, addresses)
  })
}

/** The object of a unit whose surroundings were read before. */
export function unitObject(row: UnitRow, at: UnitPlace, sources: Sources, addresses: Addresses): object {
  const own = sources.get(row.source_unit_id ?? -1)
  return {
    translation: addresses.api('translations', at.slug, componentSegment(at.path), at.code),
    language_code: at.code,
    source: splitForms(row.source),
    previous_source: row.previous_source,
    target: allForms(row, at.plural_number),
    id_hash: bigInteger(row.id_hash),
    content_hash: bigInteger(row.content_hash),
    location: row.location,
    context: row.context,
    note: row.note,
    flags: row.flags,
    labels: own?.labels ?? [],
    state: row.state,
    fuzzy: isFuzzy(row.state),
    translated: isTranslated(row.state),
    approved: row.state === UNIT_STATES.approved,
    position: row.position,
    has_suggestion: row.suggestion_count > 0,
    has_comment: row.comment_count > 0,
    has_failing_check: row.failing_checks > 0,
    num_words: row.num_words,
    source_unit: addresses.api('units', row.source_unit_id ?? row.id),
    priority: row.priority,
    id: row.id,
    web_url: `${addresses.web('translate', at.slug, ...at.path.split('/'), at.code)}?checksum=${checksum(row.id_hash)}`,
    url: addresses.api('units', row.id),
    explanation: own?.explanation ?? row.explanation,
    extra_flags: own?.extra_flags ?? row.extra_flags,
    pending: row.pending === 1,
    timestamp: isoMicroseconds(row.created_at),
    last_updated: isoMicroseconds(row.updated_at),
    automatically_translated: row.automatically_translated === 1,
  }
}

/** A plural string has a text for each form of its language, empty until translated. */
function allForms({ source, target }: UnitRow, number: number): string[] {
  const forms = splitForms(target)
  if (splitForms(source).length === 1) return forms
  return Array.from({ length: number }, (_, i) => forms[i] ?? '')
}
