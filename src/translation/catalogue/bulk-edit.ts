import type { Reader } from '#store/store.ts'
import { Flags, parseFlags } from '../checks/flags.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { editUnit } from './edit-units.ts'
import type { ExportedTranslation } from './export-file.ts'
import { namesVariant } from './flags-of.ts'
import { splitForms } from './forms.ts'
import { placeOf, type UnitRow } from './rows.ts'
import { recheckString } from './unit-checks.ts'
import { parseUnitSearch, settleSearch, unitCondition } from './unit-search.ts'
import type { Work } from './work.ts'
import { hasReviews } from './workflows.ts'

export interface BulkEdit {
  q: string
  /** Null keeps the states. */
  state: number | null
  addFlags: string
  removeFlags: string
  /** Label names; those that do not exist in the project are ignored. */
  addLabels: readonly string[]
  removeLabels: readonly string[]
  /** Skips approved strings. */
  sparesApproved?: boolean
  /** Also changes the flags and labels of the source strings of matching translations. */
  reachesSources?: boolean
}

/** Changes every string of a translation that matches a search, and returns how many were changed. */
export async function bulkEdit(work: Work, place: ExportedTranslation, edit: BulkEdit): Promise<number> {
  return (await bulkEditSome(work, place, edit)).done
}

/** Same as `bulkEdit` for a batch, in ID order; `last` is the position to continue from, null at the end. */
export async function bulkEditSome(
  work: Work,
  place: ExportedTranslation,
  edit: BulkEdit,
  { behind = 0, most }: { behind?: number; most?: number } = {},
): Promise<{ done: number; last: number | null }> {
  const { translation } = place
  const matching = await matchingUnits(work.tx, translation.id, edit)
  const units = await matching()
    .selectAll()
    .where('id', '>', behind)
    .orderBy('id')
    .$if(most !== undefined, query => query.limit(most!))
    .execute()
  let done = 0
  for (const unit of units) {
    const isSource = translation.is_source === 1
    const changed = isSource ? await changeSource(work, place, unit, edit) : await changeState(work, place, unit, edit)
    const reached = !isSource && edit.reachesSources === true && (await reachSource(work, place, unit, edit))
    if (changed || reached) done++
  }
  return { done, last: most !== undefined && units.length === most ? units.at(-1)!.id : null }
}

const matchingUnits = async (db: Reader, translation: number, { q }: Pick<BulkEdit, 'q'>) => {
  const terms = await settleSearch(db, parseUnitSearch(q), translation)
  return () =>
    db
      .selectFrom('unit')
      .where('translation_id', '=', translation)
      .where(eb => unitCondition(eb, terms))
}

/** Whether a search matches more than `most` strings. */
export async function findsMoreThan(db: Reader, translation: number, q: string, most: number): Promise<boolean> {
  const matching = await matchingUnits(db, translation, { q })
  const rows = await matching()
    .select('id')
    .limit(most + 1)
    .execute()
  return rows.length > most
}

async function reachSource(work: Work, place: ExportedTranslation, unit: UnitRow, edit: BulkEdit): Promise<boolean> {
  const source = await work.tx
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', unit.source_unit_id ?? -1)
    .executeTakeFirst()
  if (source === undefined) return false
  const translation = await work.once(`translation ${source.translation_id}`, () =>
    work.tx.selectFrom('translation').selectAll().where('id', '=', source.translation_id).executeTakeFirstOrThrow(),
  )
  return changeSource(work, { ...place, translation }, source, edit)
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
  if (state === UNIT_STATES.approved && !hasReviews(place)) return false
  await editUnit(work, place.translation, unit, { target: splitForms(unit.target), state, action: ACTION.bulkChanged })
  return true
}

async function changeSource(work: Work, place: ExportedTranslation, unit: UnitRow, edit: BulkEdit): Promise<boolean> {
  const labelled = await changeLabels(work, place, unit, edit)
  const removed = parseFlags(edit.removeFlags).map(({ name }) => `discard:"${name}"`)
  const flags = Flags.of(unit.extra_flags, edit.addFlags, removed.join(',')).format()
  if (flags === Flags.of(unit.extra_flags).format()) return labelled
  await work.tx.updateTable('unit').set({ extra_flags: flags }).where('id', '=', unit.id).execute()
  work.record(
    ACTION.extraFlagsUpdated,
    { ...placeOf(place.translation), unit_id: unit.id },
    { old: unit.extra_flags, target: flags },
  )
  if (namesVariant(unit.extra_flags) || namesVariant(flags)) work.regrouped.add(place.component.id)
  await recheckString(work, { ...unit, extra_flags: flags })
  return true
}

async function changeLabels(work: Work, place: ExportedTranslation, unit: UnitRow, edit: BulkEdit): Promise<boolean> {
  if (edit.addLabels.length + edit.removeLabels.length === 0) return false
  const labels = await work.once('labels', () =>
    work.tx.selectFrom('label').select(['id', 'name']).where('project_id', '=', place.project.id).execute(),
  )
  const ids = (names: readonly string[]) => labels.filter(each => names.includes(each.name)).map(each => each.id)
  const added = ids(edit.addLabels).map(label_id => ({ unit_id: unit.id, label_id }))
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
  const deleted = await work.tx
    .deleteFrom('unit_label')
    .where('unit_id', '=', unit.id)
    .where('label_id', 'in', [-1, ...ids(edit.removeLabels)])
    .executeTakeFirst()
  return inserted > 0n || deleted.numDeletedRows > 0n
}
