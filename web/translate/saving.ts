import { api } from '../shared/api.ts'
import { t } from '../shared/texts.ts'
import { conflictOf, type Desk, type Job } from './desk.ts'
import { sameForms } from './drafts.ts'
import { type Row, STATE, type Totals, type Unit } from './types.ts'

/**
 * Saves what is in the fields and goes on to the next string at once; the server's answer follows while one reads the next.
 * What it refuses is on the desk again, with its text.
 */
export async function save(desk: Desk, { stay = false } = {}): Promise<void> {
  if (!desk.writes) return desk.suggests ? suggest(desk, { stay }) : undefined
  const job = jobOf(desk, 'save')
  if (job === null) return
  const saved = desk.saved ?? job.before
  if (sameForms(job.forms, saved.target) && job.state === saved.state) {
    if (!stay) await desk.next()
    return
  }
  // Until the server has it, the browser does.
  desk.drafts.keep(job.before.id, job.forms, job.version ?? '')
  desk.strings.replace({ id: job.before.id, target: job.forms, state: job.state })
  desk.totals.value = counted(desk.totals.value, saved.state, job.state)
  const sent = send(desk, job)
  if (stay || !(await desk.next())) await sent
}

export async function suggest(desk: Desk, { stay = false } = {}): Promise<void> {
  if (!desk.suggests) return
  const job = jobOf(desk, 'suggest')
  if (job === null) return
  if (job.forms.every(form => form === '')) {
    desk.problem.value = t('translate.suggestion_empty')
    return
  }
  desk.drafts.keep(job.before.id, job.forms, job.version ?? '')
  const sent = send(desk, job)
  if (stay || !(await desk.next())) await sent
}

function jobOf(desk: Desk, kind: Job['kind']): Job | null {
  const before = desk.row.value
  const rank = desk.rank.value
  if (before === null || rank === null || desk.conflict.value !== null || !desk.isWhole) return null
  const forms = desk.forms.value
  return { kind, before, rank, forms, state: stateFor(desk), version: desk.work.value?.version ?? null }
}

/** What the text is worth, by what this person has ticked. */
export function stateFor(desk: Desk): number {
  if (desk.forms.value.every(form => form === '')) return STATE.empty
  if (desk.needsEditing.value) return STATE.needsEditing
  return desk.approves.value && desk.may.review ? STATE.approved : STATE.translated
}

/** Sends work to the server. */
async function send(desk: Desk, job: Job): Promise<void> {
  const { id } = job.before
  forgive(desk, id)
  try {
    if (job.kind === 'suggest') await sendSuggestion(desk, job)
    else await sendText(desk, job)
  } catch (error) {
    await failed(desk, job, error)
  }
}

async function sendSuggestion(desk: Desk, { before, forms }: Job): Promise<void> {
  await api(`/api/units/${before.id}/suggestions/`, { method: 'POST', body: { target: forms } })
  desk.drafts.forget(before.id)
  desk.works.drop(before.id)
  desk.strings.replace({ id: before.id, has_suggestion: true })
  desk.say(t('translate.suggested'))
  if (desk.row.value?.id === before.id) {
    desk.revert()
    await desk.reload()
  }
}

async function sendText(desk: Desk, job: Job): Promise<void> {
  const { id } = job.before
  const version = job.version ?? (await desk.works.get(id)).version
  const body = { target: job.forms, state: job.state, version }
  const answer = await api<Unit>(`/api/units/${id}/`, { method: 'PATCH', body })
  const { target, state, has_failing_check } = answer
  desk.totals.value = counted(desk.totals.value, job.state, state)
  desk.drafts.forget(id)
  desk.works.drop(id)
  desk.strings.replace({ id, target, state, has_failing_check })
  if (desk.row.value?.id !== id) return
  // Whoever stayed, or has come back already, goes on from what was saved.
  if (sameForms(desk.forms.value, job.forms)) {
    desk.row.value = { ...desk.row.value, target, state, has_failing_check }
    desk.work.value = null
    desk.revert()
  }
  desk.say(t('frame.saved'))
  await desk.reload()
}

async function failed(desk: Desk, job: Job, error: unknown): Promise<void> {
  const { id } = job.before
  const conflict = conflictOf(error)
  const why = (error as Error).message
  if (job.kind === 'save') {
    const { target, state } = conflict?.theirs ?? job.before
    desk.strings.replace({ id, target, state })
    desk.totals.value = counted(desk.totals.value, job.state, job.before.state)
  }
  if (conflict) desk.works.drop(id)
  if (!(await desk.returnTo(job.rank, id))) {
    desk.unsaved.value = [...desk.unsaved.value, { job, why: conflict ? t('translate.conflict_short') : why }]
    return
  }
  if (!sameForms(desk.forms.value, job.forms)) desk.fill(job.forms)
  desk.needsEditing.value = job.state === STATE.needsEditing
  if (conflict) desk.conflict.value = conflict
  else desk.problem.value = why
}

/** Sends again what was refused or did not get through. */
export async function sendAgain(desk: Desk, job: Job): Promise<void> {
  forgive(desk, job.before.id)
  await send(desk, job)
}

/** Ends a conflict: this person's text after all, on top of the other one. */
export async function keepMine(desk: Desk): Promise<void> {
  const { conflict } = desk
  const theirs = conflict.value?.theirs
  const row = desk.row.value
  if (!theirs || !row) return
  const job = { ...jobAfter(desk, row), version: theirs.version }
  conflict.value = null
  desk.drafts.keep(row.id, job.forms, theirs.version)
  await send(desk, job)
  // Whoever has gone to another string meanwhile stays there.
  const isStillHere = desk.row.value?.id === row.id
  if (isStillHere && desk.problem.value === null && desk.conflict.value === null) await desk.next()
}

const jobAfter = (desk: Desk, row: Row): Job => ({
  ...{ kind: 'save', before: row, rank: desk.rank.value!, forms: desk.forms.value },
  ...{ state: stateFor(desk), version: null },
})

/** Ends a conflict: the other person's text stays, one's own goes. */
export async function takeTheirs(desk: Desk): Promise<void> {
  const row = desk.row.value
  if (!row) return
  desk.drafts.forget(row.id)
  desk.works.drop(row.id)
  desk.revert()
  await desk.reload()
  desk.wantsFocus.value++
}

function forgive(desk: Desk, id: number): void {
  desk.unsaved.value = desk.unsaved.value.filter(each => each.job.before.id !== id)
}

/** The counters after one string has gone from one state to another. */
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
