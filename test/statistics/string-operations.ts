import { addComment, removeComment, resolveComment } from '#translation/catalogue/comments.ts'
import { dismissCheck } from '#translation/catalogue/dismiss-check.ts'
import { editUnit } from '#translation/catalogue/edit-units.ts'
import { splitForms } from '#translation/catalogue/forms.ts'
import { propagate } from '#translation/catalogue/propagate.ts'
import { ownState } from '#translation/catalogue/read-only.ts'
import { editSource } from '#translation/catalogue/source-edit.ts'
import { acceptSuggestion, removeSuggestion, suggest } from '#translation/catalogue/suggestions.ts'
import { recheckString } from '#translation/catalogue/unit-checks.ts'
import { addSourceUnit, addTranslatedUnit, removeUnit } from '#translation/catalogue/units.ts'
import type { Work } from '#translation/catalogue/work.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'
import type { Operation } from './operation.ts'
import { type SomeUnit, someTarget, someUnit, type World } from './world.ts'

const STATES = [0, 10, 11, 12, 20, 20, 20, 30]
const MAX_STRINGS = 8

/** An operation on a string that is not read-only. */
const onUnit =
  (act: (world: World, piece: Work, chosen: SomeUnit) => Promise<boolean>): Operation =>
  async (world, piece) => {
    const chosen = await someUnit(world, piece)
    return chosen !== null && chosen.unit.state !== UNIT_STATES.readonly && act(world, piece, chosen)
  }

const edit = onUnit(async (world, piece, { translation, unit }) => {
  const state = world.random.pick(STATES)
  const target = someTarget(world, unit, translation, state === 0)
  const edited = await editUnit(piece, translation, unit, { target, state })
  if (world.random.chance(0.3)) await propagate(piece, translation, edited)
  return true
})

const changeState = onUnit(async (world, piece, { translation, unit }) => {
  if (unit.state === 0) return false
  const state = world.random.pick(STATES.filter(each => each !== 0))
  await editUnit(piece, translation, unit, { target: splitForms(unit.target), state })
  return true
})

const addSuggestion = onUnit(async (world, piece, { translation, unit }) => {
  await suggest(piece, translation, unit, someTarget(world, unit, translation))
  return true
})

/** An operation on a suggestion, comment or failing check of a string. */
const onPart = (
  table: 'suggestion' | 'unit_comment' | 'check_failure',
  act: (world: World, piece: Work, chosen: SomeUnit, row: never) => Promise<unknown>,
): Operation => {
  return async (world, piece) => {
    const all = await piece.tx.selectFrom(table).selectAll().orderBy('unit_id').execute()
    const present = new Set((await piece.tx.selectFrom('unit').select('id').execute()).map(({ id }) => id))
    // Leave out strings that are set aside, which users cannot reach.
    const rows = all.filter(({ unit_id }) => present.has(unit_id)).slice(0, 200)
    if (rows.length === 0) return false
    const row = world.random.pick(rows as { unit_id: number }[])
    const unit = await piece.tx.selectFrom('unit').selectAll().where('id', '=', row.unit_id).executeTakeFirstOrThrow()
    const translation = await piece.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', unit.translation_id)
      .executeTakeFirstOrThrow()
    await act(world, piece, { translation, unit }, row as never)
    return true
  }
}

const accept = onPart('suggestion', ({ random }, piece, { translation }, row) =>
  acceptSuggestion(piece, translation, row, random.pick([20, 30])),
)
const reject = onPart('suggestion', (_, piece, { translation }, row) => removeSuggestion(piece, translation, row))
const resolve = onPart('unit_comment', (_, piece, { translation }, row) => resolveComment(piece, translation, row))
const removeNote = onPart('unit_comment', (_, piece, { translation }, row) => removeComment(piece, translation, row))
const dismiss = onPart('check_failure', ({ random }, piece, { unit }, row: { check_id: string }) =>
  dismissCheck(piece, unit, row.check_id, random.chance(0.6)),
)

const comment: Operation = async (world, piece) => {
  const chosen = await someUnit(world, piece, world.random.chance(0.2) ? 1 : 0)
  if (chosen) await addComment(piece, chosen.translation, chosen.unit, `Why ${world.fresh()}?`)
  return chosen !== null
}

/** Changes the source text, after which finished translations need editing. */
const changeSource: Operation = async (world, piece) => {
  const chosen = await someUnit(world, piece, 1)
  if (chosen === null || chosen.unit.state === UNIT_STATES.readonly) return false
  const forms = splitForms(chosen.unit.source).map(() =>
    `A source of ${world.random.below(9)} words `.repeat(1 + world.random.below(3)),
  )
  await editSource(piece, chosen.translation, 'en', chosen.unit, forms)
  return true
}

const changeFlags: Operation = async (world, piece) => {
  const chosen = await someUnit(world, piece, 1)
  if (chosen === null) return false
  const extra_flags = world.random.pick([
    '',
    'ignore-all-checks',
    'ignore-same',
    'max-length:5',
    'python-format',
    'read-only',
    'read-only',
    'discard:read-only',
  ])
  await piece.tx.updateTable('unit').set({ extra_flags }).where('id', '=', chosen.unit.id).execute()
  await recheckString(piece, { ...chosen.unit, extra_flags })
  return true
}

const addString: Operation = async (world, piece) => {
  const chosen = await someUnit(world, piece, 1)
  if (chosen === null || chosen.translation.total > MAX_STRINGS) return false
  const number = world.fresh()
  const source = world.random.chance(0.3)
    ? [`%d file ${number}`, `%d files ${number}`]
    : [`Sentence ${number} of many.`]
  const byKey = ownState(chosen.unit) !== UNIT_STATES.readonly
  const string = byKey
    ? { source: source.slice(0, 1), context: `key${number}`, byKey, state: UNIT_STATES.translated }
    : { source }
  const own = await addSourceUnit(piece, chosen.translation, 'en', string)
  const others = await piece.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', chosen.translation.component_id)
    .where('is_source', '=', 0)
    .execute()
  for (const other of others) await addTranslatedUnit(piece, other, own)
  return true
}

const removeString: Operation = async (world, piece) => {
  const chosen = await someUnit(world, piece, 1)
  if (chosen === null || chosen.translation.total < 3) return false
  const units = piece.tx.selectFrom('unit').selectAll().where('source_unit_id', '=', chosen.unit.id)
  for (const unit of await units.orderBy('id', 'desc').execute()) {
    const translation = piece.tx.selectFrom('translation').selectAll().where('id', '=', unit.translation_id)
    await removeUnit(piece, await translation.executeTakeFirstOrThrow(), unit)
  }
  return true
}

const label: Operation = async (world, piece) => {
  const chosen = await someUnit(world, piece, 1)
  if (chosen === null) return false
  const name = `label ${world.random.below(5)}`
  const values = { project_id: chosen.translation.project_id, name }
  await piece.tx
    .insertInto('label')
    .values(values)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { id } = await piece.tx
    .selectFrom('label')
    .select('id')
    .where('project_id', '=', values.project_id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await piece.tx
    .insertInto('unit_label')
    .values({ unit_id: chosen.unit.id, label_id: id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}

/** Operations with their relative frequencies. */
export const stringOperations: Record<string, [operation: Operation, weight: number]> = {
  'edit a translation': [edit, 24],
  'change a state': [changeState, 8],
  suggest: [addSuggestion, 10],
  'accept a suggestion': [accept, 6],
  'reject a suggestion': [reject, 4],
  comment: [comment, 6],
  'resolve a comment': [resolve, 4],
  'remove a comment': [removeNote, 1],
  'dismiss a check': [dismiss, 6],
  'change a source': [changeSource, 3],
  'change flags': [changeFlags, 3],
  'add a string': [addString, 3],
  'remove a string': [removeString, 3],
  'label a string': [label, 2],
}
