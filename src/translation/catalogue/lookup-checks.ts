import type { Selectable } from 'kysely'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { isTextCheck } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { Comparison } from './compare-units.ts'
import type { UnitRow } from './rows.ts'
import { unitsInPortions } from './units-in-portions.ts'

interface Context {
  store: Store
  clock: Clock
}

const BATCH = 200
/** How many strings to check before their related strings are checked and progress is stored. */
const STRETCH = 5000

/**
 * Runs the checks that compare strings with others or with their history, for one language of a project. An edit can
 * change the result for other strings, so these checks run after the edits, on the affected strings and related ones.
 * The cost depends on the edits, not on the size of the project. Completed work is removed from the queue as it goes,
 * so an interrupted run does not start over.
 */
export async function checkWhatIsDue(
  context: Context,
  project: number,
  language: number,
  stretch = STRETCH,
): Promise<void> {
  for (;;) {
    const due = await context.store.read
      .selectFrom('unit_look')
      .selectAll()
      .where('project_id', '=', project)
      .where('language_id', '=', language)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    // Later changes queue their own comparisons, so results can be cached for this round.
    const comparison = await Comparison.begin(context, project, language)
    await lookAtSingle(context, comparison, due.filter(isSingle))
    for (const row of due) if (!isSingle(row)) await lookAtMany(context, comparison, row, stretch)
  }
}

type LookRow = Selectable<Database['unit_look']>

const isSingle = (row: LookRow) => row.unit_id !== null || row.content_hash + row.target !== ''

const dequeue = (context: Context, rows: readonly LookRow[]) =>
  context.store.transaction(tx =>
    tx
      .deleteFrom('unit_look')
      .where(
        'id',
        'in',
        rows.map(row => row.id),
      )
      .execute(),
  )

async function lookAtSingle(context: Context, comparison: Comparison, single: readonly LookRow[]): Promise<void> {
  if (single.length === 0) return
  const ids = single.flatMap(row => row.unit_id ?? [])
  await comparison.lookAt(await unitsById(context.store.read, ids))
  comparison.remember({ contents: single.map(row => row.content_hash), targets: single.map(row => row.target) })
  await comparison.lookAround()
  await dequeue(context, single)
}

async function lookAtMany(context: Context, comparison: Comparison, row: LookRow, stretch: number): Promise<void> {
  if (row.translation_id === null) await lookAtFailing(context, comparison, row)
  else await lookAtTranslation(context, comparison, row.translation_id, row, stretch)
  await dequeue(context, [row])
}

const unitsById = (db: Reader, ids: readonly number[]): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('id', 'in', [-1, ...ids])
    .execute()

async function lookAtTranslation(
  context: Context,
  comparison: Comparison,
  id: number,
  look: LookRow,
  stretch: number,
): Promise<void> {
  let since = 0
  const portions = unitsInPortions(context.store.read, id, BATCH, look.reached)
  for await (const units of portions) {
    await comparison.lookAt(units)
    since += units.length
    if (since < stretch) continue
    since = 0
    await comparison.lookAround()
    await storeProgress(context, look, units.at(-1)!.id)
  }
  await comparison.lookAround()
}

const storeProgress = (context: Context, { id }: LookRow, reached: number) =>
  context.store.transaction(tx => tx.updateTable('unit_look').set({ reached }).where('id', '=', id).execute())

/** Checks the strings that fail a comparison check; each page covers one check, in index order. */
async function lookAtFailing(context: Context, comparison: Comparison, look: LookRow): Promise<void> {
  for (const check of checks().filter(each => !isTextCheck(each)))
    for (let after = 0; ; ) {
      const page = await context.store.read
        .selectFrom('check_failure')
        .select('unit_id')
        .where('check_id', '=', check.id)
        .where('unit_id', '>', after)
        .orderBy('unit_id')
        .limit(BATCH)
        .execute()
      if (page.length === 0) break
      after = page.at(-1)!.unit_id
      const units = await unitsById(
        context.store.read,
        page.map(row => row.unit_id),
      )
      await comparison.lookAt(await inLanguage(context.store.read, units, look))
      await comparison.lookAround()
    }
}

async function inLanguage(db: Reader, units: readonly UnitRow[], look: LookRow): Promise<UnitRow[]> {
  const translations = [...new Set(units.map(unit => unit.translation_id))]
  const rows = await db
    .selectFrom('translation')
    .select('id')
    .where('id', 'in', [-1, ...translations])
    .where('project_id', '=', look.project_id)
    .where('language_id', '=', look.language_id)
    .execute()
  const ids = new Set(rows.map(row => row.id))
  return units.filter(unit => ids.has(unit.translation_id))
}
