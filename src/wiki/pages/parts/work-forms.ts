import { html } from '#html/html.ts'
import type { Refusal } from '../../api/ask.ts'
import type { FormOutcome } from '../page.ts'
import type { Sent, Visit } from '../visit.ts'
import { having } from './items.ts'
import { takeFilter } from './saved-filters.ts'

/** Edits of one form. */
const MAX_EDITS = 500
const AT_ONCE = 50

/** Whether a form belongs to the work list. */
export const isWork = (sent: Sent): boolean => ['do', 'patrol', 'save', 'forget'].some(name => sent.has(name))

/** Handles the forms of a work list: patrol one edit or several, roll back, thank, save filters. */
export async function takeWork(visit: Visit, page: string, sent: Sent): Promise<FormOutcome> {
  if (sent.has('save') || sent.has('forget')) return takeFilter(visit, page, sent)
  const single = sent.text('patrol')
  if (single !== '') return finish(visit, sent, await patrolAll(visit, [single]))
  const chosen = sent
    .all('change')
    .slice(0, MAX_EDITS)
    .map(value => value.split('.') as [string, string?])
  if (chosen.length === 0) {
    const text = html`${visit.reader.t('patrol.none_selected')}`.text
    return { tried: { sent, errors: [{ code: 'nochange', html: text }] } }
  }
  const revisions = chosen.flatMap(([, revision]) => (/^[1-9]\d{0,14}$/.test(revision ?? '') ? [Number(revision)] : []))
  const work = sent.text('do')
  if (work === 'rollback') return finish(visit, sent, await rollBackAll(visit, revisions, sent.text('summary')))
  if (work === 'thank') return finish(visit, sent, await thankAll(visit, revisions))
  if (work !== 'patrol') return { go: visit.here({ done: null }) }
  return finish(
    visit,
    sent,
    await patrolAll(
      visit,
      chosen.map(([change]) => change),
    ),
  )
}

interface Work {
  readonly count: number
  readonly errors: readonly Refusal[]
}

function finish(visit: Visit, sent: Sent, { count, errors }: Work): FormOutcome {
  return errors.length > 0 ? { tried: { sent, errors } } : { go: visit.here({ done: count }) }
}

/** Does the same to each, and collects different errors once. */
async function each<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<{ ok: true } | { ok: false; errors: readonly Refusal[] }>,
): Promise<Work> {
  let count = 0
  const errors = new Map<string, Refusal>()
  for (const item of items) {
    const response = await work(item)
    if (response.ok) count++
    else for (const error of response.errors) errors.set(error.html, error)
  }
  return { count, errors: [...errors.values()] }
}

const patrolAll = (visit: Visit, changes: readonly string[]): Promise<Work> =>
  each(new Set(changes), rcid => visit.post({ action: 'patrol', rcid }))

const thankAll = (visit: Visit, revisions: readonly number[]): Promise<Work> =>
  each(new Set(revisions), rev => visit.post({ action: 'thank', rev, source: 'changes' }))

/** Rolls back the author of each edit, once per page. */
async function rollBackAll(visit: Visit, revisions: readonly number[], summary: string): Promise<Work> {
  const targets = new Map<string, { title: string; user: string }>()
  for (let at = 0; at < revisions.length; at += AT_ONCE) {
    const revids = revisions.slice(at, at + AT_ONCE)
    const { pages = [] } = await visit.query({ revids, prop: 'revisions', rvprop: 'ids|user' })
    for (const { title, revisions: own } of having(pages, 'title'))
      for (const { user } of having(own, 'user')) targets.set(`${title}\n${user}`, { title, user })
  }
  return each(targets.values(), ({ title, user }) => visit.post({ action: 'rollback', title, user, summary }))
}
