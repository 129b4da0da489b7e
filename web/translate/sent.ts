import { effect } from '@preact/signals'
import type { OutboxEvent, SaveState } from '../shared/outbox.ts'
import type { Entry } from '../shared/outbox-entry.ts'
import { outbox } from '../shared/page-outbox.ts'
import { t } from '../shared/texts.ts'
import type { Conflict, Desk } from './desk.ts'
import { sameForms } from './drafts.ts'
import { jobOf, pendingOf } from './jobs.ts'
import { type Person, STATE, type Totals, type Unit } from './types.ts'

/** Whether a string's text is only typed, being sent, or rejected. */
export function saveStateOf(desk: Desk, unit: number): 'typed' | Exclude<SaveState, 'waiting' | 'saved'> | null {
  desk.sendings.value
  const entry = pendingOf(unit)[0]
  if (entry && entry.state !== 'waiting') return entry.state
  if (desk.drafts.has(unit)) return 'typed'
  return entry ? 'sending' : null
}

/** Follows the outbox entries of this translation, from this page or an earlier one. */
export function followSent(desk: Desk): () => void {
  const stops = [
    outbox.subscribe(event => {
      desk.sendings.value++
      if (event.kind === 'saved') void arrived(desk, event)
      else if (event.kind === 'refused') void refused(desk, event.entry)
    }),
    // A rejected text is shown with the server's message when its string is opened.
    effect(() => {
      const id = desk.row.value?.id
      if (id !== undefined) queueMicrotask(() => takeBack(desk, id))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

async function arrived(desk: Desk, { entry, content }: Extract<OutboxEvent, { kind: 'saved' }>): Promise<void> {
  const job = jobOf(entry)
  if (job === null || job.place !== desk.props.api) return
  const { id } = job.before
  const draft = desk.drafts.of(id)
  const unit = content as (Unit & { readonly version?: string }) | null
  // Text typed after sending is based on the saved version.
  if (draft !== null && sameForms(draft.target, job.forms)) desk.drafts.forget(id)
  else if (draft !== null) desk.drafts.keep(id, draft.target, unit?.version ?? '', desk.props.api)
  desk.works.drop(id)
  if (job.kind === 'suggest') desk.strings.replace({ id, has_suggestion: true })
  else if (unit) {
    const { target, state, has_failing_check } = unit
    const rank = desk.strings.rankOf(id)
    const from = rank === undefined ? job.was.state : desk.strings.at(rank)!.state
    desk.totals.value = counted(desk.totals.value, from, state)
    desk.strings.replace({ id, target, state, has_failing_check })
  }
  desk.say(
    t(job.kind === 'suggest' ? 'translate.suggested' : job.isUndo ? 'translate.undone' : 'frame.saved'),
    desk.undoable.value?.before.id === id && !job.isUndo,
  )
  desk.sendings.value++
  if (desk.row.value?.id !== id || pendingOf(id).length > 0) return
  // If the string is open, continue from the saved version.
  if (sameForms(desk.forms.value, job.forms)) {
    if (job.kind === 'save' && unit) {
      const { target, state, has_failing_check } = unit
      desk.row.value = { ...desk.row.value, target, state, has_failing_check }
      desk.work.value = null
    }
    desk.revert()
  }
  await desk.reload()
}

async function refused(desk: Desk, entry: Entry): Promise<void> {
  const job = jobOf(entry)
  if (job === null || job.place !== desk.props.api || !outbox.isOwn(entry.id)) return
  const { id } = job.before
  if (await desk.returnTo(desk.strings.rankOf(id) ?? job.rank, id)) takeBack(desk, id)
}

/** Puts the text of a rejected save back into the fields, with the reason. It is not sent again automatically. */
export function takeBack(desk: Desk, id: number): void {
  const entries = pendingOf(id)
  const [first] = entries
  const last = entries.at(-1)
  const job = last && jobOf(last)
  if (!first || !job || first.state !== 'refused' || desk.row.value?.id !== id) return
  const conflict = conflictOf(first.answer)
  desk.drafts.keep(id, job.forms, conflict?.theirs.version ?? desk.work.value?.version ?? '', desk.props.api)
  for (const each of entries) outbox.discard(each.id)
  desk.undoable.value = null
  if (conflict) {
    desk.works.drop(id)
    desk.strings.replace({ id, target: conflict.theirs.target, state: conflict.theirs.state })
  }
  if (!sameForms(desk.forms.value, job.forms)) desk.fill(job.forms)
  desk.needsEditing.value = job.state === STATE.needsEditing
  if (conflict) desk.conflict.value = conflict
  else desk.problem.value = first.why ?? t('frame.unsent_old')
}

/** Response to a save that conflicts with a newer version. */
function conflictOf(content: unknown): Conflict | null {
  const answer = (content ?? {}) as { unit?: Unit; version?: string; changed_by?: Person | null }
  if (!answer.unit || answer.version === undefined) return null
  const { target, state } = answer.unit
  return { theirs: { target, state, version: answer.version }, by: answer.changed_by ?? null }
}

/** Updates the counters after a state change. */
export function counted(totals: Totals, from: number, to: number): Totals {
  const of = (state: number) => ({
    translated: Number(state >= STATE.translated),
    approved: Number(state === STATE.approved),
    fuzzy: Number(state >= STATE.needsEditing && state < STATE.translated),
  })
  const [was, is] = [of(from), of(to)]
  return {
    ...totals,
    translated: totals.translated - was.translated + is.translated,
    approved: totals.approved - was.approved + is.approved,
    fuzzy: totals.fuzzy - was.fuzzy + is.fuzzy,
  }
}

export const SAVE_WORDS = {
  typed: 'translate.state_typed',
  sending: 'translate.state_sending',
  refused: 'translate.state_refused',
  login: 'translate.state_login',
} as const
