import type { Reader } from '#store/store.ts'
import { Flags, parseFlags } from '../checks/flags.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { editUnit } from './edit-units.ts'
import type { ExportedTranslation } from './export-file.ts'
import { splitForms } from './forms.ts'
import { placeOf, type UnitRow } from './rows.ts'
import { recheckString } from './unit-checks.ts'
import { parseUnitSearch, unitCondition } from './unit-search.ts'
import type { Work } from './work.ts'

export interface BulkEdit {
  q: string
  /** Null leaves states alone. */
  state: number | null
  addFlags: string
  removeFlags: string
  /** Names; those that the project does not have are passed over. */
  addLabels: readonly string[]
  removeLabels: readonly string[]
  /** Strings that somebody approved are left alone. */
  sparesApproved?: boolean
  /** Flags and labels are also given to the sources of strings that are found in another language. */
  reachesSources?: boolean
}

/** Changes every string of a translation that a search finds, and says how many. Flags and labels belong to sources. */
export async function bulkEdit(work: Work, place: ExportedTranslation, wish: BulkEdit): Promise<number> {
  return (await bulkEditSome(work, place, wish)).done
}

/** The same for some of them, in the order of their ids; `last` is where to go on, null when there are no more. */
export async function bulkEditSome(
  work: Work,
  place: ExportedTranslation,
  wish: BulkEdit,
  { behind = 0, most }: { behind?: number; most?: number } = {},
): Promise<{ done: number; last: number | null }> {
  const { translation } = place
  const units = await unitsFound(work.tx, translation.id, wish)
    .selectAll()
    .where('id', '>', behind)
    .orderBy('id')
    .$if(most !== undefined, query => query.limit(most!))
    .execute()
  let done = 0
  for (const unit of units) {
    const isSource = translation.is_source === 1
    const changed = isSource ? await changeSource(work, place, unit, wish) : await changeState(work, place, unit, wish)
    const reached = !isSource && wish.reachesSources === true && (await reachSource(work, place, unit, wish))
    if (changed || reached) done++
  }
  return { done, last: most !== undefined && units.length === most ? units.at(-1)!.id : null }
}

const unitsFound = (db: Reader, translation: number, { q }: Pick<BulkEdit, 'q'>) => {
  const terms = parseUnitSearch(q)
  return db
    .selectFrom('unit')
    .where('translation_id', '=', translation)
    .where(eb => unitCondition(eb, terms))
}

/** Whether a search finds more strings than so many. */
export async function findsMoreThan(db: Reader, translation: number, q: string, most: number): Promise<boolean> {
  const rows = await unitsFound(db, translation, { q })
    .select('id')
    .limit(most + 1)
    .execute()
  return rows.length > most
}

async function reachSource(work: Work, place: ExportedTranslation, unit: UnitRow, wish: BulkEdit): Promise<boolean> {
  const source = await work.tx
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', unit.source_unit_id ?? -1)
    .executeTakeFirst()
  if (source === undefined) return false
  const translation = await work.once(`translation ${source.translation_id}`, () =>
    work.tx.selectFrom('translation').selectAll().where('id', '=', source.translation_id).executeTakeFirstOrThrow(),
  )
  return changeSource(work, { ...place, translation }, source, wish)
}

async function changeState(
  work: Work,
  place: ExportedTranslation,
  unit: UnitRow,
  { state, sparesApproved }: BulkEdit,
): Promise<boolean> {
  if (state === null || unit.state === state) return false
  if (sparesApproved && unit.state === UNIT_STATES.approved) return false
  if (unit.state === UNIT_STATES.readonly || unit.state === UNIT_STATES.empty) return false
  if (state === UNIT_STATES.approved && place.project.translation_review !== 1) return false
  await editUnit(work, place.translation, unit, { target: splitForms(unit.target), state, action: ACTION.bulkChanged })
  return true
}

async function changeSource(work: Work, place: ExportedTranslation, unit: UnitRow, wish: BulkEdit): Promise<boolean> {
  const labelled = await changeLabels(work, place, unit, wish)
  const removed = parseFlags(wish.removeFlags).map(({ name }) => `discard:"${name}"`)
  const flags = Flags.of(unit.extra_flags, wish.addFlags, removed.join(',')).format()
  if (flags === Flags.of(unit.extra_flags).format()) return labelled
  await work.tx.updateTable('unit').set({ extra_flags: flags }).where('id', '=', unit.id).execute()
  work.record(
    ACTION.extraFlagsUpdated,
    { ...placeOf(place.translation), unit_id: unit.id },
    { old: unit.extra_flags, target: flags },
  )
  await recheckString(work, { ...unit, extra_flags: flags })
  return true
}

async function changeLabels(work: Work, place: ExportedTranslation, unit: UnitRow, wish: BulkEdit): Promise<boolean> {
  if (wish.addLabels.length + wish.removeLabels.length === 0) return false
  const labels = await work.once('labels', () =>
    work.tx.selectFrom('label').select(['id', 'name']).where('project_id', '=', place.project.id).execute(),
  )
  const ids = (names: readonly string[]) => labels.filter(each => names.includes(each.name)).map(each => each.id)
  const added = ids(wish.addLabels).map(label_id => ({ unit_id: unit.id, label_id }))
  const inserted =
    added.length === 0
      ? 0n
      : ((
          await work.tx
            .insertInto('unit_label')
            .values(added)
            .onConflict(conflict => conflict.doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows ?? 0n)
  const gone = await work.tx
    .deleteFrom('unit_label')
    .where('unit_id', '=', unit.id)
    .where('label_id', 'in', [-1, ...ids(wish.removeLabels)])
    .executeTakeFirst()
  return inserted > 0n || gone.numDeletedRows > 0n
}
