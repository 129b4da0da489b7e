import { outbox } from '../shared/page-outbox.ts'
import { t } from '../shared/texts.ts'
import type { Desk } from './desk.ts'
import { sameForms } from './drafts.ts'
import { type Job, laneOf } from './jobs.ts'
import { type Row, STATE } from './types.ts'

/**
 * Saves the fields and goes to the next string immediately. The outbox keeps the text until the server confirms it;
 * until then the string is shown as being saved.
 */
export async function save(desk: Desk, { stay = false } = {}): Promise<void> {
  if (!desk.writes) return desk.suggests ? suggest(desk, { stay }) : undefined
  const job = jobOf(desk, 'save')
  if (job === null) return
  const isPending = outbox.inLane(laneOf(job.before.id)).length > 0
  if (!isPending && sameForms(job.forms, job.was.target) && job.state === job.was.state) {
    if (!stay) await desk.next()
    return
  }
  if (!(await send(desk, job))) return
  desk.undoable.value = job
  if (!stay) await desk.next()
}

export async function suggest(desk: Desk, { stay = false } = {}): Promise<void> {
  if (!desk.suggests) return
  const job = jobOf(desk, 'suggest')
  if (job === null) return
  if (job.forms.every(form => form === '')) {
    desk.problem.value = t('translate.suggestion_empty')
    return
  }
  if ((await send(desk, job)) && !stay) await desk.next()
}

function jobOf(desk: Desk, kind: Job['kind']): Job | null {
  const before = desk.row.value
  const rank = desk.rank.value
  if (before === null || rank === null || desk.conflict.value !== null || !desk.isWhole) return null
  const was = wasOf(desk, before)
  return { kind, before, rank, was, forms: desk.forms.value, state: stateFor(desk), place: desk.props.api }
}

const wasOf = (desk: Desk, row: Row) => {
  const { target, state } = desk.saved ?? row
  return { target, state }
}

/** State to save, from the user's checkboxes. */
export function stateFor(desk: Desk): number {
  if (desk.forms.value.every(form => form === '')) return STATE.empty
  if (desk.needsEditing.value) return STATE.needsEditing
  return desk.approves.value && desk.may.review ? STATE.approved : STATE.translated
}

interface Way {
  /** Base version of the text, if it is not the current one. */
  readonly version?: string
  readonly revert?: boolean
}

/** Adds an edit to the outbox; false if the string is not fully loaded. */
async function send(desk: Desk, job: Job, { version, revert }: Way = {}): Promise<boolean> {
  const { id } = job.before
  // Keep it as a draft until the outbox has stored it.
  desk.drafts.keep(id, job.forms, desk.work.value?.version ?? '', desk.props.api)
  const entry = { lane: laneOf(id), title: job.before.source[0] ?? '', page: desk.addressOf(id), data: job }
  if (job.kind === 'suggest') {
    const body = { target: job.forms }
    outbox.add({ ...entry, request: { kind: 'rest', method: 'POST', path: `/api/units/${id}/suggestions/`, body } })
    desk.drafts.forget(id)
    return true
  }
  try {
    const base = version ?? (await desk.works.get(id)).version
    const body = { target: job.forms, state: job.state, version: base, ...(revert && { revert }) }
    outbox.add({
      ...entry,
      request: { kind: 'rest', method: 'PATCH', path: `/api/units/${id}/`, body },
      basis: { param: 'version', answer: ['version'] },
    })
    // From here on, a draft means later changes.
    desk.drafts.forget(id)
    desk.isRestored.value = false
    return true
  } catch (error) {
    if (desk.row.value?.id === id) desk.problem.value = (error as Error).message
    return false
  }
}

/** Undoes the last save by saving the previous text. */
export async function undo(desk: Desk): Promise<void> {
  const job = desk.undoable.value
  if (job === null || job.kind !== 'save') return
  desk.undoable.value = null
  const { before, was, forms, state } = job
  const back: Job = { ...job, forms: was.target, state: was.state, was: { target: forms, state }, isUndo: true }
  if (desk.row.value?.id === before.id) desk.forms.value = was.target
  if (await send(desk, back, { revert: true })) desk.say(t('translate.undoing'))
}

/** Saves an older text of the current string again. */
export async function revertTo(desk: Desk, forms: readonly string[]): Promise<void> {
  const row = desk.row.value
  if (!row || !desk.writes || desk.conflict.value !== null) return
  const target = desk.forms.value.map((_, i) => forms[i] ?? '')
  desk.fill(target)
  const state = target.every(form => form === '') ? STATE.empty : STATE.translated
  const job: Job = {
    kind: 'save',
    before: row,
    rank: desk.rank.value!,
    was: wasOf(desk, row),
    forms: target,
    state,
    place: desk.props.api,
  }
  if (await send(desk, job, { revert: true })) desk.undoable.value = job
}

/** Resolves a conflict by saving the user's text over the other one. */
export async function keepMine(desk: Desk): Promise<void> {
  const theirs = desk.conflict.value?.theirs
  const row = desk.row.value
  if (!theirs || !row) return
  desk.conflict.value = null
  const job: Job = {
    kind: 'save',
    before: row,
    rank: desk.rank.value!,
    was: theirs,
    forms: desk.forms.value,
    state: stateFor(desk),
    place: desk.props.api,
  }
  desk.drafts.keep(row.id, job.forms, theirs.version, desk.props.api)
  if (!(await send(desk, job, { version: theirs.version }))) return
  desk.undoable.value = job
  // Stay on the current string if the user has moved on.
  if (desk.row.value?.id === row.id) await desk.next()
}

/** Resolves a conflict by keeping the other text. */
export async function takeTheirs(desk: Desk): Promise<void> {
  const row = desk.row.value
  if (!row) return
  desk.drafts.forget(row.id)
  desk.works.drop(row.id)
  desk.revert()
  await desk.reload()
  desk.wantsFocus.value++
}
