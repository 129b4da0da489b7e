import { Gone } from '#store/gone.ts'
import { runLater } from '#store/run-later.ts'
import { StatementTexts } from '#store/run-text.ts'
import { storedTexts } from '#store/stored-json.ts'
import { isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { ACTION, type Action } from './change-actions.ts'
import { joinForms, splitForms } from './forms.ts'
import { rememberLater } from './memory.ts'
import { ownState } from './read-only.ts'
import { lockUnitsLater, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { translationPlace } from './translation-place.ts'
import { checkUnits, type SourceFlags, sourceFlagsBehind, withAutomaticFixes } from './unit-checks.ts'
import type { Work } from './work.ts'
import { whyNotIn } from './writable-text.ts'

/** Why an edit failed, in words for the user. */
export class UnitEditError extends Error {
  readonly code: 'readonly' | 'plurals' | 'state' | 'empty' | 'characters'

  constructor(code: UnitEditError['code'], message: string) {
    super(message)
    this.code = code
  }
}

interface UnitEdit {
  target: readonly string[]
  state: number
  /** Action for the history; derived from the edit if absent. */
  action?: Action
  author?: number | null
  automatic?: boolean
  /** For add-ons that fill read-only strings. */
  evenReadOnly?: true
}

/** How many forms the target of a unit has: one, unless its source has plurals. */
export const formsOf = (unit: UnitRow, translation: TranslationRow): number =>
  unit.source.includes('\u001e\u001e') ? translation.plural_number : 1

/** Changes a translation. Checks, counters and the history are updated in the same transaction. */
export async function editUnit(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  edit: UnitEdit,
): Promise<UnitRow> {
  return (await editSome(work, translation, new Map([[unit.id, edit]]))).get(unit.id)!
}

/** Same for a unit that was read after it was locked. Returns the same object if nothing changes. */
export async function editHeldUnit(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  overrides: SourceFlags,
  edit: UnitEdit,
): Promise<UnitRow> {
  const held = { units: new Map([[unit.id, unit]]), overrides }
  return (await editSome(work, translation, new Map([[unit.id, edit]]), held)).get(unit.id)!
}

const BATCH = 200

/** Batches edits of one translation. A second edit of the same string is written after the first. */
export class UnitEdits {
  readonly #work: Work
  readonly #translation: TranslationRow
  #waiting = new Map<number, UnitEdit>()

  constructor(work: Work, translation: TranslationRow) {
    this.#work = work
    this.#translation = translation
  }

  async add(unit: UnitRow, edit: UnitEdit): Promise<void> {
    if (this.#waiting.size >= BATCH || this.#waiting.has(unit.id)) await this.write()
    this.#waiting.set(unit.id, edit)
  }

  async write(): Promise<void> {
    const some = this.#waiting
    this.#waiting = new Map()
    if (some.size > 0) await editSome(this.#work, this.#translation, some)
  }
}

const isFromFile = (edit: UnitEdit): boolean => edit.action === ACTION.updatedInRepository

interface Edited {
  readonly before: UnitRow
  readonly after: UnitRow
  readonly edit: UnitEdit
}

/** Locked units, and the extra flags of their source strings. */
interface Held {
  readonly units: ReadonlyMap<number, UnitRow>
  readonly overrides: SourceFlags
}

async function held(work: Work, ids: readonly number[]): Promise<Held> {
  const units = await lockUnitsLater(work, ids)
  const overrides = await sourceFlagsBehind(work, ids)
  return { units: units(), overrides }
}

async function editSome(
  work: Work,
  translation: TranslationRow,
  edits: ReadonlyMap<number, UnitEdit>,
  known?: Held,
): Promise<Map<number, UnitRow>> {
  const { units: locked, overrides } = known ?? (await held(work, [...edits.keys()]))
  const result = new Map<number, UnitRow>()
  const edited: Edited[] = []
  for (const [id, edit] of edits) {
    const before = locked.get(id)
    if (before === undefined) throw new Gone('string')
    const text = await textOf(work, translation, before, edit, overrides)
    if (!isFromFile(edit) && text !== before.target) await refuseUnwritable(work, translation, splitForms(text))
    const after = afterEdit(work, translation, before, edit, text)
    result.set(id, after)
    if (after !== before) edited.push({ before, after, edit })
  }
  if (edited.length === 0) return result
  await write(
    work,
    edited.map(({ after }) => after),
  )
  for (const each of edited) note(work, translation, each)
  const remember = await rememberLater(
    work,
    translation,
    edited.filter(({ edit }) => !isFromFile(edit)).map(({ after }) => after),
  )
  const checked = await checkUnits(
    work,
    translation,
    edited.map(({ after }) => after),
    overrides,
  )
  await remember()
  for (const unit of checked)
    result.set(unit.id, isFromFile(edits.get(unit.id)!) ? unit : await enforceChecks(work, translation, unit))
  return result
}

/** Rejects a text that the file format cannot represent. */
export async function refuseUnwritable(work: Work, { component_id }: TranslationRow, forms: readonly string[]) {
  const why = await whyNotIn(work, component_id, forms)
  if (why !== null) throw new UnitEditError('characters', why)
}

/** The unit after the edit; the same object if nothing changes. */
function afterEdit(work: Work, translation: TranslationRow, before: UnitRow, edit: UnitEdit, target: string): UnitRow {
  // Files may change strings that are read-only here, because read-only strings come from files.
  if (before.state === UNIT_STATES.readonly && !isFromFile(edit) && !edit.evenReadOnly)
    throw new UnitEditError('readonly', 'The string is read-only.')
  const forms = formsOf(before, translation)
  if (edit.target.length !== forms)
    throw new UnitEditError('plurals', `The string needs ${forms} plural forms, got ${edit.target.length}.`)
  const isEmpty = edit.target.every(form => form === '')
  if (edit.state !== UNIT_STATES.readonly && isEmpty !== (edit.state === UNIT_STATES.empty))
    throw new UnitEditError(
      'empty',
      isEmpty ? 'An empty translation must have state 0.' : 'State 0 requires an empty translation.',
    )
  if (target === before.target && edit.state === ownState(before)) return before
  const [state, held_state] = before.held_state === null ? [edit.state, null] : [before.state, edit.state]
  return {
    ...before,
    target,
    state,
    held_state,
    previous_source: edit.state >= UNIT_STATES.translated ? '' : before.previous_source,
    pending: 1,
    automatically_translated: edit.automatic ? 1 : 0,
    updated_at: work.now,
  }
}

/** Automatic fixes apply to what people write, not to files or to mere state changes. */
async function textOf(
  work: Work,
  translation: TranslationRow,
  before: UnitRow,
  edit: UnitEdit,
  overrides: SourceFlags,
): Promise<string> {
  const text = joinForms(edit.target)
  if (text === before.target || isFromFile(edit)) return text
  return joinForms(await withAutomaticFixes(work, translation, before, edit.target, overrides))
}

const texts = new StatementTexts()

const WRITTEN = ['id', 'target', 'state', 'held_state', 'previous_source', 'automatically_translated'] as const
const IS_TEXT: ReadonlySet<string> = new Set(['target', 'previous_source'])

async function write(work: Work, units: readonly UnitRow[]): Promise<void> {
  const text = texts.get(work.tx, String(units.length), mark => {
    const values = WRITTEN.slice(1)
    if (units.length === 1)
      return `update unit set ${values.map((name, index) => `${name} = ${mark(index + 1)}`).join()}, pending = 1,
        updated_at = ${mark(WRITTEN.length)} where id = ${mark(WRITTEN.length + 1)}`
    const cell = (row: number, column: number) =>
      mark(row * WRITTEN.length + column + 1, !IS_TEXT.has(WRITTEN[column]!))
    const rows = units.map((_, row) => `(${WRITTEN.map((_, column) => cell(row, column)).join()})`)
    return `with edit(${WRITTEN.join()}) as (values ${rows.join()})
      update unit set ${values.map(name => `${name} = edit.${name}`).join()}, pending = 1, updated_at = ${mark(units.length * WRITTEN.length + 1, true)}
      from edit where unit.id = edit.id`
  })
  const cells = units.flatMap(unit => WRITTEN.map(name => unit[name]))
  const [id, ...others] = cells
  // The statement for one string needs no list, which SQLite would build and join first.
  await runLater(work.tx, text, units.length === 1 ? [...others, work.now, id] : [...cells, work.now])
}

function note(work: Work, translation: TranslationRow, { before, after, edit }: Edited): void {
  work.counters.add(before, after)
  work.looks.at(translation, { unit_id: before.id, target: before.target })
  const author = edit.author === undefined ? {} : { author: edit.author }
  work.record(
    edit.action ?? actionOf(before, after),
    { ...placeOf(translation), unit_id: before.id },
    { target: after.target, old: before.target, details: { state: after.state, old_state: before.state }, ...author },
  )
}

function actionOf(before: UnitRow, after: UnitRow): Action {
  if (before.target === after.target || (after.state >= 10 && after.state < 20 && before.state >= 20)) {
    if (after.state === UNIT_STATES.approved) return ACTION.approved
    if (after.state >= 10 && after.state < 20) return ACTION.markedForEdit
  }
  if (after.state === UNIT_STATES.approved) return ACTION.approved
  return before.state === UNIT_STATES.empty ? ACTION.added : ACTION.changed
}

export const enforcedBy = (component: { enforced_checks: string }): string[] => storedTexts(component.enforced_checks)

/** Sets a finished translation to "needs editing" if it fails a check that its component enforces. */
export async function enforceChecks(work: Work, translation: TranslationRow, unit: UnitRow): Promise<UnitRow> {
  if (unit.failing_checks === 0 || !isTranslated(unit.state) || unit.state === UNIT_STATES.readonly) return unit
  const enforced = enforcedBy(await translationPlace(work, translation))
  if (enforced.length === 0) return unit
  const failing = await work.tx
    .selectFrom('check_failure')
    .select('check_id')
    .where('unit_id', '=', unit.id)
    .where('dismissed', '=', 0)
    .where('check_id', 'in', enforced)
    .orderBy('check_id')
    .execute()
  if (failing.length === 0) return unit
  const after = { ...unit, state: UNIT_STATES.needsEditing }
  await work.tx.updateTable('unit').set({ state: after.state }).where('id', '=', unit.id).execute()
  work.counters.add(unit, after)
  work.looks.at(translation.id, { unit_id: unit.id })
  work.record(
    ACTION.checkEnforced,
    { ...placeOf(translation), unit_id: unit.id },
    { target: unit.target, old: unit.target, details: { checks: failing.map(row => row.check_id) } },
  )
  return after
}
