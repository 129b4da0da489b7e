import { type Checked, summaryOf } from '#core/whole-site.ts'
import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { timeOf } from '#html/times.ts'
import { taskBar } from '#translation/manage/tasks.ts'
import { type AdminSection, manages, numberOf, type Visit } from './section.ts'
import { lastWork, startWork } from './whole-site.ts'

/** Maximum number of findings shown. */
const SHOWN = 20

/** `parlance db check`: integrity of the database and correctness of its counters. */
export const database: AdminSection = {
  name: 'database',
  title: 'admin.database',
  lead: 'admin.database_lead',
  opens: manages,
  show: async visit => {
    const { t, reader } = visit
    const last = await lastWork(visit, 'check')
    const isUnderWay = last !== null && !last.view.completed
    const begin = actionButton(viewOf(visit, 'check', 'database', null), t('admin.check_now'), {}, { kind: 'first' })
    const content = html`${card(
      'check',
      t('admin.check'),
      html`${isUnderWay ? taskBar(last.view, '/admin/database/') : begin}
        ${
          last?.view.error != null &&
          html`<p class="note wrong">${t('manage.task_failed', { why: last.view.error })}</p>`
        }`,
      t('admin.check_lead'),
    )}${last?.result.checked && findings(visit, last.result.checked, timeOf(reader, last.startedAt))}`
    return { needs: ['tasks'], texts: ['task'], content }
  },
  take: async (visit, form) => {
    if (form !== 'check') return undefined
    const isBegun = await startWork(visit, { kind: 'check' })
    return { go: here(visit, isBegun ? 'started' : 'meanwhile') }
  },
}

/** Results of the checks, as printed by the command. */
function findings({ t, reader }: Visit, checked: readonly Checked[], when: Html): Html {
  const faults = checked.reduce((sum, each) => sum + each.faults.length, 0)
  const notes = checked.reduce((sum, each) => sum + each.notes.length, 0)
  const verdict =
    faults === 0
      ? html`<p class="note good">${t('admin.check_well')}</p>`
      : html`<p class="note wrong">${t('admin.check_faults', { number: numberOf(reader, faults) })}</p>`
  const table = html`<table>
    <thead><tr><th scope="col">${t('admin.checked')}</th><th scope="col">${t('admin.found')}</th></tr></thead>
    <tbody lang="en" dir="ltr">
      ${checked.map(
        each =>
          html`<tr>
            <th scope="row">${each.name}</th>
            <td class="wrap">${summaryOf(each)}${sentences(each.faults)}${sentences(each.notes)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
  return html`<section id="findings">
    <h3>${t('admin.check_of')} ${when}</h3>
    ${verdict}
    ${notes > 0 && html`<p>${t('admin.check_notes', { number: numberOf(reader, notes) })}</p>`}
    <div class="card">${scrolling(t('admin.checked'), table)}</div>
    ${
      faults + notes > 0 &&
      html`<p class="quiet">
        ${t.html('admin.check_fix', { command: html`<code dir="ltr">parlance db check --fix</code>` })}
      </p>`
    }
  </section>`
}

const sentences = (all: readonly string[]): Html | null =>
  all.length === 0
    ? null
    : html`<ul>
      ${all.slice(0, SHOWN).map(each => html`<li>${each}</li>`)}
      ${all.length > SHOWN && html`<li>… (${all.length})</li>`}
    </ul>`
