import { actionButton } from '#html/confirm.ts'
import { viewOf } from '#html/form-outcome.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { SOURCE_TEXTS, type TextKey } from '#html/texts/index.ts'
import { moment } from '#html/times.ts'
import type { OffReason } from '../webhooks/webhooks.ts'
import type { Visit } from './visit.ts'

/** A webhook as the API describes it. */
export interface ShownWebhook {
  readonly id: number
  readonly owner: string | null
  readonly webhook_url: string
  readonly events: readonly string[]
  readonly actions: readonly number[]
  readonly active: boolean
  readonly off_reason: OffReason | null
  readonly attempts: number
  readonly next_attempt: string | null
}

/** A delivery as the API describes it. */
interface ShownDelivery {
  readonly id: number
  readonly message: string
  readonly event: string
  readonly created: string
  readonly waiting: boolean
  readonly attempts: number
  readonly sent: string | null
  readonly milliseconds: number | null
  readonly delivered: boolean
  readonly status: number | null
  readonly error: string | null
  readonly response: string
}

/** The newest deliveries of a webhook. */
export async function deliveriesView(visit: Visit, hook: ShownWebhook): Promise<Html> {
  const { t, reader } = visit
  const reply = await visit.ask<{ results: readonly ShownDelivery[] }>('GET', `/webhooks/${hook.id}/deliveries/`)
  const rows = reply.ok ? reply.body.results : []
  const again = viewOf(visit, 'redeliver', 'webhook', null)
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${t('notifications.kind')}</th>
        <th scope="col">${t('webhook.time')}</th>
        <th scope="col" class="end">${t('admin.attempts')}</th>
        <th scope="col">${t('webhook.result')}</th>
        <th scope="col"><span class="aside">${t('admin.actions')}</span></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        each =>
          html`<tr>
            <th scope="row">${eventName(visit, each.event)}<br><code class="quiet small">${each.message}</code></th>
            <td class="nowrap">${moment(reader, each.sent ?? each.created)}</td>
            <td class="end num">${each.attempts}</td>
            <td class="wrap">${resultOf(visit, each)}</td>
            <td>${actionButton(again, t('webhook.redeliver'), { id: hook.id, delivery: each.id }, { about: each.message })}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
  return html`<p><a href="?">${t('webhook.all')}</a></p>
    <h3 class="wrap"><bdi>${hook.webhook_url}</bdi></h3>
    ${
      rows.length === 0
        ? html`<p class="empty">${t('webhook.no_deliveries')}</p>`
        : html`<div class="card">${scrolling(t('webhook.deliveries'), table)}</div>`
    }`
}

function eventName({ t }: Visit, event: string): string {
  const key = `choice.webhook.events.${event}`
  return SOURCE_TEXTS[key] === undefined ? event : t(key as TextKey)
}

function resultOf({ t }: Visit, { waiting, delivered, status, milliseconds, error, response }: ShownDelivery): Html {
  const outcome = delivered
    ? t('webhook.delivered', { status: String(status), ms: String(milliseconds ?? 0) })
    : (error ?? '')
  return html`${waiting ? t('webhook.waiting') : outcome}
    ${
      response.trim() !== '' &&
      html`<details>
        <summary>${t('sandbox.answer')}</summary>
        <pre class="code" dir="auto">${response}</pre>
      </details>`
    }`
}
