import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import { runLookupChecks } from '../checks/run.ts'
import { unlessGone } from '../statistics/gone.ts'
import { lookupUnit, ProjectLookup } from './check-lookup.ts'
import type { ComponentRow } from './components.ts'
import { splitForms } from './forms.ts'
import { lockUnit } from './lock-unit.ts'
import { type Kinship, relatedUnits } from './related-units.ts'
import type { TranslationRow } from './translations.ts'
import { flagsOf, keep, surroundings } from './unit-checks.ts'
import type { UnitRow } from './units.ts'
import { work } from './work.ts'

interface Context {
  store: Store
  clock: Clock
}

const AT_ONCE = 200

const kinshipOf = (units: readonly UnitRow[]): Kinship => ({
  contents: units.map(unit => unit.content_hash),
  targets: units.map(unit => unit.target),
})

const together = (...lists: readonly UnitRow[][]): UnitRow[] => [
  ...new Map(lists.flat().map(unit => [unit.id, unit])).values(),
]

/**
 * Compares strings with those they are related to, and those with theirs, since a verdict may change on either side.
 * `before` is what the strings were like before they changed: whatever was related to that is looked at as well.
 */
export async function compareUnits(
  context: Context,
  project: number,
  language: number,
  touched: readonly UnitRow[],
  before: Kinship = { contents: [], targets: [] },
): Promise<void> {
  const db = context.store.read
  const home = await homesOf(db, touched)
  // The source string of one that was removed is touched as well; it stands in another language.
  const inside = touched.filter(({ translation_id: id }) => isIn(home.get(id), project, language))
  const own = kinshipOf(inside)
  const kin = { contents: [...own.contents, ...before.contents], targets: [...own.targets, ...before.targets] }
  const looked = together(inside, await relatedUnits(db, project, language, kin))
  const around = together(looked, await relatedUnits(db, project, language, kinshipOf(looked)))
  const sourceIds = [...looked, ...touched].flatMap(unit => unit.source_unit_id ?? [])
  const sources = await unitsById(db, [...new Set(sourceIds)])
  const isSource = (unit: UnitRow) => unit.source_unit_id === unit.id
  const translated = looked.filter(unit => !isSource(unit))
  const flags = new Map(sources.map(unit => [unit.id, unit.extra_flags]))
  await check(context, translated, around, flags)
  // What a source string is told depends on how its translations do, so it comes after them.
  await check(context, sources, together(sources, around), flags)
}

const isIn = (home: TranslationRow | undefined, project: number, language: number): boolean =>
  home?.project_id === project && home.language_id === language

async function unitsById(db: Reader, ids: readonly number[]): Promise<UnitRow[]> {
  const found: UnitRow[] = []
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE)
    found.push(...(await db.selectFrom('unit').selectAll().where('id', 'in', some).execute()))
  }
  return found
}

/** Flags that somebody set on source strings, by their ids. */
type SourceFlags = ReadonlyMap<number, string>

async function check(
  context: Context,
  units: readonly UnitRow[],
  around: readonly UnitRow[],
  flags: SourceFlags,
): Promise<void> {
  if (units.length === 0) return
  const db = context.store.read
  const home = await homesOf(db, around)
  const ids = [...new Set([...home.values()].map(each => each.component_id))]
  const components = await componentsOf(db, ids)
  const lookup = new ProjectLookup(
    new Date(context.clock.now()),
    around.flatMap(unit => {
      const translation = home.get(unit.translation_id)
      const component = translation && components.get(translation.component_id)
      return component ? [lookupUnit(unit, translation, component)] : []
    }),
    await progress(db, ids),
  )
  const ordered = units.toSorted((a, b) => a.id - b.id)
  for (let i = 0; i < ordered.length; i += AT_ONCE)
    await checkSome(context, ordered.slice(i, i + AT_ONCE), lookup, flags)
}

async function homesOf(db: Reader, units: readonly UnitRow[]): Promise<Map<number, TranslationRow>> {
  const ids = [...new Set(units.map(unit => unit.translation_id))]
  return byId(ids, part => db.selectFrom('translation').selectAll().where('id', 'in', part).execute())
}

const componentsOf = (db: Reader, ids: readonly number[]): Promise<Map<number, ComponentRow>> =>
  byId(ids, part => db.selectFrom('component').selectAll().where('id', 'in', part).execute())

async function byId<Row extends { id: number }>(
  ids: readonly number[],
  load: (part: readonly number[]) => Promise<Row[]>,
): Promise<Map<number, Row>> {
  const found = new Map<number, Row>()
  for (let i = 0; i < ids.length; i += AT_ONCE)
    for (const row of await load(ids.slice(i, i + AT_ONCE))) found.set(row.id, row)
  return found
}

const progress = async (db: Reader, components: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('translation')
    .select([
      'component_id',
      eb => eb.fn.sum<number>('translated').as('translated'),
      eb => eb.fn.sum<number>('total').as('total'),
    ])
    .where('component_id', 'in', [-1, ...components])
    .where('is_source', '=', 0)
    .groupBy('component_id')
    .execute()
  return new Map(rows.map(row => [row.component_id, row.total === 0 ? 0 : row.translated / row.total]))
}

async function checkSome(
  context: Context,
  units: readonly UnitRow[],
  lookup: ProjectLookup,
  overrides: SourceFlags,
): Promise<void> {
  const known = await context.store.read
    .selectFrom('check_failure')
    .select(['unit_id', 'check_id'])
    .where(
      'unit_id',
      'in',
      units.map(unit => unit.id),
    )
    .execute()
  const stored = Map.groupBy(known, row => row.unit_id)
  await work({ store: context.store, clock: context.clock }, null, async piece => {
    // Read anew, because what is found here stays until the end.
    const home = await homesOf(piece.tx, units)
    for (const unit of units) {
      const translation = home.get(unit.translation_id)
      if (translation === undefined) continue
      const { context: shared, flags } = await surroundings(piece, translation)
      const checked = {
        id: unit.id,
        sources: splitForms(unit.source),
        targets: splitForms(unit.target),
        state: unit.state,
        flags: flagsOf([...flags, unit.flags, overrides.get(unit.source_unit_id ?? -1) ?? '']),
        note: unit.note,
        isSource: translation.is_source === 1,
      }
      const failing = await runLookupChecks(checked, shared, lookup.within(piece.tx))
      if (failing.length === 0 && !stored.has(unit.id)) continue
      const current = await unlessGone(lockUnit(piece, unit.id))
      // Whatever was edited meanwhile has its own look coming.
      if (current !== null && current.updated_at === unit.updated_at) await keep(piece, current, failing, 'lookup')
    }
  })
}
