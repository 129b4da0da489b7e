import { statement } from '#store/statement.ts'
import { fixForms } from '../checks/automatic-fixes.ts'
import { isTextCheck } from '../checks/check.ts'
import type { CheckContext } from '../checks/checked-unit.ts'
import { check } from '../checks/index.ts'
import { checkedUnit, type TextVerdict } from '../checks/run.ts'
import { type CheckJob, contextOf, type PlainContext } from './check-job.ts'
import { flagsOf } from './flags-of.ts'
import { splitForms } from './forms.ts'
import { glossaryTerms } from './glossary.ts'
import type { Loading } from './loading.ts'
import { generalFlags, settle } from './read-only.ts'
import { lockUnit, type TranslationRow, type UnitRow } from './rows.ts'
import { runCheckJob } from './run-check-job.ts'
import { translationPlace } from './translation-place.ts'
import type { Work } from './work.ts'

interface Surroundings {
  context: CheckContext
  /** The same context in a form that can be sent to a thread. */
  plain: PlainContext
  /** Flags of the project and component, from general to specific. */
  flags: readonly string[]
}

/** Data shared by the strings of a translation; loaded once per unit of work. */
export async function surroundings(work: Loading, translation: TranslationRow): Promise<Surroundings> {
  const { id, plural_number, plural_formula } = translation
  return work.once(`checks ${id} ${plural_number} ${plural_formula}`, async () => {
    const row = await translationPlace(work, translation)
    const plain: PlainContext = {
      language: row.code,
      sourceLanguage: row.source_code,
      plural: { number: translation.plural_number, formula: translation.plural_formula },
      sourcePlural: { number: row.plural_number, formula: row.plural_formula },
      projectName: row.project,
      componentName: row.component,
      fileFormat: row.file_format,
      isGlossary: row.is_glossary === 1,
    }
    return { context: contextOf(plain), plain, flags: generalFlags(row, translation) }
  })
}

const ROWS_AT_ONCE = 500

export type Checkable = Pick<UnitRow, 'source' | 'target' | 'state' | 'flags' | 'note' | 'context'>

/** IDs of the text checks that a unit fails; `overrides` are the extra flags of its source string. */
export async function failingChecks(
  work: Loading,
  translation: TranslationRow,
  unit: Checkable,
  overrides: string,
): Promise<readonly string[]> {
  return (await verdictFor(work, translation, unit, overrides)).failing
}

/** Same as `failingChecks`, with the checks that could not run. */
export const verdictFor = async (
  work: Loading,
  translation: TranslationRow,
  unit: Checkable,
  overrides: string,
): Promise<TextVerdict> => runCheckJob('check', await checkJob(work, translation, unit, overrides))

/** The input of the checks for a unit. */
export async function checkJob(
  work: Loading,
  translation: TranslationRow,
  unit: Checkable,
  overrides: string,
): Promise<CheckJob> {
  const { plain, flags } = await surroundings(work, translation)
  const layers = [...flags, unit.flags, overrides]
  return {
    sources: splitForms(unit.source),
    targets: splitForms(unit.target),
    state: unit.state,
    flags: layers,
    key: unit.context,
    note: unit.note,
    isSource: translation.is_source === 1,
    // Load terms only if the glossary check is on.
    terms: wantsTerms(layers) ? await glossaryTerms(work, translation) : [],
    context: plain,
  }
}

const wantsTerms = (layers: readonly string[]): boolean =>
  layers.some(layer => layer.includes('check-glossary')) && flagsOf(layers).has('check-glossary')

/**
 * Runs the checks on a unit and stores the failures, so that statistics and lists need not run them again. Updates the
 * state to match the flags first, because fewer checks apply to read-only strings.
 */
export async function checkUnit(work: Work, translation: TranslationRow, unit: UnitRow): Promise<UnitRow> {
  return (await checkUnits(work, translation, [unit]))[0]!
}

/** Applies automatic fixes to a translation, as the flags allow; `overrides` has the flags of its source string. */
export async function withAutomaticFixes(
  work: Loading,
  translation: TranslationRow,
  unit: UnitRow,
  target: readonly string[],
  overrides: SourceFlags,
): Promise<string[]> {
  const { context, flags } = await surroundings(work, translation)
  const all = flagsOf([...flags, unit.flags, overrides.get(unit.source_unit_id ?? -1) ?? ''])
  const sources = splitForms(unit.source)
  const { placeables } = checkedUnit({ sources, targets: target, state: unit.state, flags: all }, context)
  return fixForms(target, sources, { language: context.language, flags: all, placeables })
}

/** Same as `checkUnit` for many units of a translation. Returns them in the same order. */
export async function checkUnits(
  work: Work,
  translation: TranslationRow,
  units: readonly UnitRow[],
  known?: SourceFlags,
): Promise<UnitRow[]> {
  const overrides = translation.is_source === 1 ? null : (known ?? (await sourceFlags(work, units)))
  const { flags } = await surroundings(work, translation)
  const verdicts: Verdict[] = []
  for (const unit of units) {
    const extra = overrides === null ? unit.extra_flags : (overrides.get(unit.source_unit_id ?? -1) ?? '')
    const current = await settle(work, unit, [...flags, unit.flags, extra])
    verdicts.push({ unit: current, failing: await failingChecks(work, translation, current, extra) })
  }
  return keep(work, verdicts)
}

/** Extra flags of source strings, by ID. */
export type SourceFlags = ReadonlyMap<number, string>

const EXTRA_FLAGS = statement(db => db.selectFrom('unit').select(['id', 'extra_flags']))

/** Extra flags of the source strings of some units. */
export async function sourceFlags(work: Pick<Loading, 'tx'>, units: readonly UnitRow[]): Promise<SourceFlags> {
  const rows = await EXTRA_FLAGS.where('id', 'in', [-1, ...units.flatMap(unit => unit.source_unit_id ?? [])]).all(
    work.tx,
  )
  return new Map(rows.map(row => [row.id, row.extra_flags]))
}

const EXTRA_FLAGS_BEHIND = statement(db =>
  db
    .selectFrom('unit')
    .innerJoin('unit as original', 'original.id', 'unit.source_unit_id')
    .select(['original.id', 'original.extra_flags']),
)

/** The same for units that were not read yet. */
export async function sourceFlagsBehind({ tx }: Work, ids: readonly number[]): Promise<SourceFlags> {
  const rows = await EXTRA_FLAGS_BEHIND.where('unit.id', 'in', ids).all(tx)
  return new Map(rows.map(row => [row.id, row.extra_flags]))
}

/** The checks that a run decides about: text checks, or checks that look at other strings. */
type Range = 'text' | 'lookup'

const decides = (range: Range, id: string): boolean => {
  const definition = check(id)
  // Failures of checks that no longer exist disappear with the next run.
  return definition === undefined || isTextCheck(definition) === (range === 'text')
}

const FAILURES = statement(db => db.selectFrom('check_failure').select(['unit_id', 'check_id', 'dismissed']))

/** Check results of a unit. */
export interface Verdict {
  readonly unit: UnitRow
  readonly failing: readonly string[]
}

/**
 * Updates the stored failures of units to match a run. Dismissed checks stay dismissed as long as they fail. Returns
 * the units in the same order.
 */
export async function keep(work: Work, verdicts: readonly Verdict[], range: Range = 'text'): Promise<UnitRow[]> {
  const { tx } = work
  const units = verdicts.map(({ unit }) => unit.id)
  const rows = await FAILURES.where('unit_id', 'in', units).all(tx)
  const stored = Map.groupBy(rows, row => row.unit_id)
  const resolved = new Map<string, number[]>()
  const fresh: { unit_id: number; check_id: string }[] = []
  const counts = verdicts.map(({ unit, failing }) => {
    const before = stored.get(unit.id) ?? []
    const stays = before.filter(row => failing.includes(row.check_id) || !decides(range, row.check_id))
    for (const row of before)
      if (!stays.includes(row)) resolved.set(row.check_id, [...(resolved.get(row.check_id) ?? []), unit.id])
    const added = failing.filter(id => !before.some(row => row.check_id === id))
    for (const check_id of added) fresh.push({ unit_id: unit.id, check_id })
    return { unit, value: stays.filter(row => row.dismissed === 0).length + added.length }
  })
  for (const [check_id, ids] of resolved)
    await tx.deleteFrom('check_failure').where('check_id', '=', check_id).where('unit_id', 'in', ids).execute()
  for (let i = 0; i < fresh.length; i += ROWS_AT_ONCE)
    await tx
      .insertInto('check_failure')
      .values(fresh.slice(i, i + ROWS_AT_ONCE))
      .execute()
  return setCounts(work, 'failing_checks', counts)
}

type Count = 'failing_checks' | 'suggestion_count' | 'comment_count'

/** Sets one of the counts of a unit and updates the counters. */
export const setCount = async (work: Work, unit: UnitRow, column: Count, value: number): Promise<UnitRow> =>
  (await setCounts(work, column, [{ unit, value }]))[0]!

async function setCounts(
  work: Work,
  column: Count,
  counts: readonly { unit: UnitRow; value: number }[],
): Promise<UnitRow[]> {
  const changed = counts.filter(({ unit, value }) => unit[column] !== value)
  // Many units share few values, so one statement per value is fastest.
  for (const [value, same] of Map.groupBy(changed, count => count.value))
    await work.tx
      .updateTable('unit')
      .set({ [column]: value })
      .where(
        'id',
        'in',
        same.map(({ unit }) => unit.id),
      )
      .execute()
  return counts.map(({ unit, value }) => {
    if (unit[column] === value) return unit
    const after = { ...unit, [column]: value }
    work.counters.add(unit, after)
    // The source string has a check that counts failing translations.
    if (column === 'failing_checks' && unit.failing_checks > 0 !== value > 0)
      work.looks.at(unit.translation_id, { unit_id: unit.id })
    return after
  })
}

/** Rechecks a string in every language after its flags changed, and returns the source unit. */
export async function recheckString(work: Work, source: UnitRow): Promise<UnitRow> {
  const rows = await work.tx
    .selectFrom('unit')
    .select(['id', 'translation_id'])
    .where('source_unit_id', '=', source.id)
    .orderBy('id')
    .execute()
  let result = source
  for (const row of rows) {
    const translation = await work.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', row.translation_id)
      .executeTakeFirstOrThrow()
    work.looks.at(row.translation_id, { unit_id: row.id })
    const checked = await checkUnit(work, translation, await lockUnit(work, row.id))
    if (row.id === source.id) result = checked
  }
  return result
}
