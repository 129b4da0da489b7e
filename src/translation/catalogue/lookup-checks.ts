import type { Selectable } from 'kysely'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import type { UnitLookTable } from '#store/tables/translation.ts'
import { isTextCheck } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { compareUnits } from './compare-units.ts'
import type { Kinship } from './related-units.ts'
import type { UnitRow } from './units.ts'
import { unitsInPortions } from './units-in-portions.ts'

interface Context {
  store: Store
  clock: Clock
}

const AT_ONCE = 200

/**
 * Checks that compare a string with others or with its past, for all strings of one language of one project. They cannot
 * be decided by an edit alone, since an edit here changes the verdict there, so they run behind the edits.
 */
export async function checkAgainstOthers(context: Context, project: number, language: number): Promise<void> {
  const rows = await context.store.read
    .selectFrom('translation')
    .select('id')
    .where('project_id', '=', project)
    .where('language_id', '=', language)
    .orderBy('id')
    .execute()
  for (const { id } of rows) await lookAtTranslation(context, project, language, id)
}

/** The same for what has become due, and for what that is compared with: the cost is that of the edits, not of the project. */
export async function checkWhatIsDue(context: Context, project: number, language: number): Promise<void> {
  for (;;) {
    const due = await context.store.read
      .selectFrom('unit_look')
      .selectAll()
      .where('project_id', '=', project)
      .where('language_id', '=', language)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    if (due.length === 0) return
    await lookAtDue(context, project, language, due)
    const ids = due.map(row => row.id)
    await context.store.transaction(tx => tx.deleteFrom('unit_look').where('id', 'in', ids).execute())
  }
}

async function lookAtDue(
  context: Context,
  project: number,
  language: number,
  due: readonly Selectable<UnitLookTable>[],
): Promise<void> {
  const isSingle = (row: Selectable<UnitLookTable>) => row.unit_id !== null || row.content_hash + row.target !== ''
  const single = due.filter(isSingle)
  if (single.length > 0) {
    const units = await unitsById(
      context.store.read,
      single.flatMap(row => row.unit_id ?? []),
    )
    const before: Kinship = { contents: single.map(row => row.content_hash), targets: single.map(row => row.target) }
    await compareUnits(context, project, language, units, before)
  }
  const others = due.filter(row => !isSingle(row))
  for (const id of new Set(others.flatMap(row => row.translation_id ?? [])))
    await lookAtTranslation(context, project, language, id)
  if (others.some(row => row.translation_id === null)) await lookAtFailing(context, project, language)
}

const unitsById = (db: Reader, ids: readonly number[]): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('id', 'in', [-1, ...ids])
    .execute()

async function lookAtTranslation(context: Context, project: number, language: number, id: number): Promise<void> {
  for await (const units of unitsInPortions(context.store.read, id, AT_ONCE)) {
    await compareUnits(context, project, language, units)
  }
}

async function lookAtFailing(context: Context, project: number, language: number): Promise<void> {
  const comparing = checks().filter(check => !isTextCheck(check))
  const rows = await context.store.read
    .selectFrom('check_failure')
    .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .select('unit.id')
    .distinct()
    .where(
      'check_failure.check_id',
      'in',
      comparing.map(check => check.id),
    )
    .where('translation.project_id', '=', project)
    .where('translation.language_id', '=', language)
    .execute()
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const ids = rows.slice(i, i + AT_ONCE).map(row => row.id)
    await compareUnits(context, project, language, await unitsById(context.store.read, ids))
  }
}
