import { countJobs, forgetFailed, JOB_STATES, type ListedJob, listJobs, tryAgain } from '#events/job-list.ts'
import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { textIn } from '#html/forms.ts'
import { html, type Piece } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import { timeOf } from '#html/times.ts'
import { type AdminSection, chosen, idIn, manages, note, numberOf, stateTabs, type Visit } from './section.ts'

const SHOWN = 100

const STATE_TEXTS = { waiting: 'admin.waiting', running: 'admin.running', failed: 'admin.failed' } as const
const WHEN_TEXTS: Record<keyof typeof STATE_TEXTS, TextKey> = {
  waiting: 'admin.due',
  running: 'admin.due_since',
  failed: 'admin.given_up_at',
}

/** Background jobs: waiting, running and failed. */
export const jobs: AdminSection = {
  name: 'jobs',
  title: 'admin.jobs',
  lead: 'admin.jobs_lead',
  opens: manages,
  show: async visit => {
    const { services, t, reader } = visit
    const state = chosen(visit, 'state', JOB_STATES)
    const counted = await countJobs(services.store.read)
    const count = (of: string) => counted.filter(each => each.state === of).reduce((sum, each) => sum + each.count, 0)
    const tabs = stateTabs(
      t('admin.states'),
      JOB_STATES.map(each => ({ state: each, text: t(STATE_TEXTS[each]), count: numberOf(reader, count(each)) })),
      state,
    )
    const rows = await listJobs(services.store.read, state, SHOWN)
    if (rows.length === 0) return { content: html`${tabs}<p class="empty">${t('admin.no_jobs')}</p>` }
    const progress = await progressOf(visit, rows)
    const again = viewOf(visit, 'again', 'job', null)
    const giveUp = viewOf(visit, 'give-up', 'job', null)
    const table = html`<table>
      <thead>
        <tr>
          <th scope="col">${t('admin.kind')}</th>
          <th scope="col">${t(WHEN_TEXTS[state])}</th>
          <th scope="col" class="end">${t('admin.attempts')}</th>
          <th scope="col">${t('admin.reason')}</th>
          <th scope="col"><span class="aside">${t('admin.actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          job =>
            html`<tr>
              <th scope="row"><code>${job.kind}</code>${bar(t('admin.progress'), progress.get(job.key))}</th>
              <td class="nowrap">${timeOf(reader, job.at * 1_000_000)}</td>
              <td class="end num">${numberOf(reader, job.attempts)}</td>
              <td class="wrap">${job.lastError ?? '–'}</td>
              <td>
                <div class="buttons">
                  ${state !== 'running' && actionButton(again, t('admin.again'), { id: job.id }, { about: job.kind })}
                  ${state === 'failed' && actionButton(giveUp, t('admin.give_up'), { id: job.id }, { about: job.kind })}
                </div>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
    return {
      content: html`${tabs}
        <div class="card">${scrolling(t('admin.jobs'), table)}</div>
        ${
          count(state) > SHOWN &&
          html`<p class="quiet">${t('admin.first_shown', { number: numberOf(reader, SHOWN) })}</p>`
        }`,
    }
  },
  take: async (visit, form, sent) => {
    const { services } = visit
    const id = idIn(textIn(sent, 'id'))
    if (id === null || (form !== 'again' && form !== 'give-up')) return undefined
    const done = await services.store.transaction(async tx => {
      const kind = form === 'again' ? await tryAgain(tx, services.clock, id) : await forgetFailed(tx, id)
      if (kind !== null) await note(tx, visit, form === 'again' ? 'job-again' : 'job-given-up', kind)
      return kind !== null
    })
    return { go: here(visit, !done ? 'meanwhile' : form === 'again' ? 'job_again' : 'job_given_up', '', ['state']) }
  },
}

/** Progress of tasks, by job key. */
async function progressOf({ services }: Visit, rows: readonly ListedJob[]): Promise<Map<string, number>> {
  const tasks = await services.store.read
    .selectFrom('task')
    .select(['id', 'progress'])
    .where('id', 'in', ['', ...rows.map(row => row.key)])
    .where('finished_at', 'is', null)
    .execute()
  return new Map(tasks.map(task => [task.id, task.progress]))
}

const bar = (label: string, percent: number | undefined): Piece =>
  percent !== undefined && html`<progress max="100" value="${percent}" aria-label="${label}"></progress>`
