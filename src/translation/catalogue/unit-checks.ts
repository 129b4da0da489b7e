import { fixForms } from '../checks/automatic-fixes.ts'
import { type CheckContext, isTextCheck } from '../checks/check.ts'
import { FlagSyntaxError, Flags } from '../checks/flags.ts'
import { check } from '../checks/index.ts'
import { runChecks } from '../checks/run.ts'
import { splitForms } from './forms.ts'
import { glossaryTerms } from './glossary.ts'
import { lockUnit } from './lock-unit.ts'
import { pluralRule } from './plural-rule.ts'
import type { TranslationRow } from './translations.ts'
import type { UnitRow } from './units.ts'
import type { Work } from './work.ts'

interface Surroundings {
  context: CheckContext
  /** Flags of the project and the component, the most general first. */
  flags: readonly string[]
}

/** What the strings of a translation share; loaded once for each piece of work. */
export async function surroundings(work: Work, translation: TranslationRow): Promise<Surroundings> {
  const { id, plural_number, plural_formula } = translation
  return work.once(`checks ${id} ${plural_number} ${plural_formula}`, async () => {
    const row = await work.tx
      .selectFrom('component')
      .innerJoin('project', 'project.id', 'component.project_id')
      .innerJoin('translation_language as source', 'source.id', 'component.source_language_id')
      .innerJoin('translation_language as language', join => join.on('language.id', '=', translation.language_id))
      .select([
        'component.name as component',
        'project.name as project',
        'component.file_format',
        'component.is_glossary',
      ])
      .select(['component.check_flags as component_flags', 'project.check_flags as project_flags'])
      .select(['source.code as source_code', 'source.plural_number', 'source.plural_formula', 'language.code'])
      .where('component.id', '=', translation.component_id)
      .executeTakeFirstOrThrow()
    return {
      context: {
        language: row.code,
        sourceLanguage: row.source_code,
        plural: pluralRule(translation.plural_number, translation.plural_formula),
        sourcePlural: pluralRule(row.plural_number, row.plural_formula),
        projectName: row.project,
        componentName: row.component,
        fileFormat: row.file_format,
        isGlossary: row.is_glossary === 1,
      },
      flags: [row.project_flags, row.component_flags],
    }
  })
}

/** Flags that cannot be read switch nothing on or off; whoever sets them is told when setting them. */
export function flagsOf(layers: readonly string[]): Flags {
  try {
    return Flags.of(...layers)
  } catch (error) {
    if (error instanceof FlagSyntaxError) return Flags.of()
    throw error
  }
}

type Checkable = Pick<UnitRow, 'source' | 'target' | 'state' | 'flags' | 'note'>

/** The checks that a unit fails, from its own text; `overrides` are the flags that somebody set on its source string. */
export async function failingChecks(
  work: Work,
  translation: TranslationRow,
  unit: Checkable,
  overrides: string,
): Promise<string[]> {
  const { context, flags } = await surroundings(work, translation)
  const all = flagsOf([...flags, unit.flags, overrides])
  // Terms are read only where somebody asked for them to be heeded.
  const terms = all.has('check-glossary') ? { terms: await glossaryTerms(work, translation) } : {}
  return runChecks(
    {
      sources: splitForms(unit.source),
      targets: splitForms(unit.target),
      state: unit.state,
      flags: all,
      note: unit.note,
      isSource: translation.is_source === 1,
      ...terms,
    },
    context,
  )
}

/** Runs the checks on a unit and keeps what fails, so that statistics and listings need not run them again. */
export async function checkUnit(work: Work, translation: TranslationRow, unit: UnitRow): Promise<UnitRow> {
  const overrides = translation.is_source === 1 ? unit.extra_flags : await sourceFlags(work, unit)
  return keep(work, unit, await failingChecks(work, translation, unit, overrides))
}

/** A translation with its slips mended, as the flags of the string allow. */
export async function mended(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  target: readonly string[],
): Promise<string[]> {
  const { context, flags } = await surroundings(work, translation)
  const all = flagsOf([...flags, unit.flags, await sourceFlags(work, unit)])
  return fixForms(target, splitForms(unit.source), { language: context.language, flags: all })
}

async function sourceFlags(work: Work, unit: UnitRow): Promise<string> {
  if (unit.source_unit_id === null) return ''
  const row = await work.tx
    .selectFrom('unit')
    .select('extra_flags')
    .where('id', '=', unit.source_unit_id)
    .executeTakeFirst()
  return row?.extra_flags ?? ''
}

/** Which of a unit's checks a run decides about: those of its own text, or those that look at other strings. */
type Range = 'text' | 'lookup'

const decides = (range: Range, id: string): boolean => {
  const found = check(id)
  // A failure of a check that no longer exists goes away with the next run.
  return found === undefined || isTextCheck(found) === (range === 'text')
}

/** Brings the stored failures in line with a run. What somebody dismissed stays dismissed as long as it fails. */
export async function keep(
  work: Work,
  unit: UnitRow,
  failing: readonly string[],
  range: Range = 'text',
): Promise<UnitRow> {
  const { tx } = work
  const known = await tx
    .selectFrom('check_failure')
    .select(['check_id', 'dismissed'])
    .where('unit_id', '=', unit.id)
    .execute()
  const gone = known
    .filter(row => decides(range, row.check_id) && !failing.includes(row.check_id))
    .map(row => row.check_id)
  const fresh = failing.filter(id => !known.some(row => row.check_id === id))
  if (gone.length > 0)
    await tx.deleteFrom('check_failure').where('unit_id', '=', unit.id).where('check_id', 'in', gone).execute()
  if (fresh.length > 0)
    await tx
      .insertInto('check_failure')
      .values(fresh.map(check_id => ({ unit_id: unit.id, check_id })))
      .execute()
  const active = known.filter(row => row.dismissed === 0 && !gone.includes(row.check_id)).length
  return setCount(work, unit, 'failing_checks', active + fresh.length)
}

/** Sets one of a unit's own three numbers and tells the counters. */
export async function setCount(
  work: Work,
  unit: UnitRow,
  column: 'failing_checks' | 'suggestion_count' | 'comment_count',
  value: number,
): Promise<UnitRow> {
  if (unit[column] === value) return unit
  const after = { ...unit, [column]: value }
  await work.tx
    .updateTable('unit')
    .set({ [column]: value })
    .where('id', '=', unit.id)
    .execute()
  work.counters.add(unit, after)
  // Its source string may have a say in how many of its translations fail.
  if (column === 'failing_checks' && unit.failing_checks > 0 !== value > 0)
    work.looks.at(unit.translation_id, { unit_id: unit.id })
  return after
}

/** Says that a failing check is meant to be so, or takes that back. */
export async function dismissCheck(work: Work, unit: UnitRow, checkId: string, dismissed: boolean): Promise<UnitRow> {
  const current = await lockUnit(work, unit.id)
  const changed = await work.tx
    .updateTable('check_failure')
    .set({ dismissed: dismissed ? 1 : 0 })
    .where('unit_id', '=', unit.id)
    .where('check_id', '=', checkId)
    .where('dismissed', '=', dismissed ? 0 : 1)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return current
  return setCount(work, current, 'failing_checks', current.failing_checks + (dismissed ? -1 : 1))
}

/** Checks a string again in every language, after its flags changed; returns the source unit. */
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
