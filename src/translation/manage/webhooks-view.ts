// Webhooks of a project or of the site: their cards, forms and deliveries. All changes go through the REST API.
import type { Field } from '#fields/field.ts'
import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import { type Choice, formView, type Sent, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { moment } from '#html/times.ts'
import type { OffReason } from '../webhooks/webhooks.ts'
import { outcomeOf } from './section.ts'
import type { Visit } from './visit.ts'
import { deliveriesView, type ShownWebhook } from './webhook-deliveries.ts'

const OFF_TEXTS: Readonly<Record<OffReason, TextKey>> = {
  failing: 'webhook.off_failing',
  gone: 'webhook.off_gone',
  owner: 'webhook.off_owner',
}

const GROUP = 'webhook'
const ITEM = '/webhooks/1/'

/** Where a place has its webhooks in the API: `/webhooks/` or `/projects/…/webhooks/`. */
export type WebhooksPath = string

/** Fields of the forms. Projects have one event, so there is nothing to choose. */
const fieldsOf = (visit: Visit, path: WebhooksPath) => {
  const fields = visit.fields('POST', path)
  return { ...fields, ...(fields.actions && { actions: translatedActions(visit, fields.actions) }) }
}

function translatedActions({ t }: Visit, field: Field): Field {
  const child = field.about?.child as { choices: readonly Choice[] }
  const choices = child.choices.map(({ value }) => ({ value, display_name: t(`action.${value}` as TextKey) }))
  return { ...field, about: { ...field.about, child: { ...child, choices } } }
}

/** The content of the page: the deliveries of one webhook, or all webhooks. */
export async function webhooksView(visit: Visit, path: WebhooksPath, tried: Tried | null): Promise<Html> {
  const { t } = visit
  const reply = await visit.ask<{ results: readonly ShownWebhook[] }>('GET', path)
  const hooks = reply.ok ? reply.body.results : []
  const chosen = hooks.find(each => String(each.id) === visit.search.get('webhook'))
  if (chosen !== undefined) return deliveriesView(visit, chosen)
  const fields = fieldsOf(visit, path)
  const add = formView(viewOf(visit, 'add', GROUP, tried), fields, {
    names: Object.keys(fields),
    values: { events: Object.keys(fields).includes('events') ? ['recentchange', 'string-change'] : [] },
    submit: t('webhook.add'),
  })
  return html`${hooks.length === 0 && html`<p class="empty">${t('webhook.none')}</p>`}
    ${hooks.map(each => webhookCard(visit, path, each, tried))}
    ${card('add', t('webhook.add'), add, t('webhook.add_lead'))}`
}

function stateOf({ t, reader }: Visit, hook: ShownWebhook): Html {
  if (!hook.active)
    return html`<span class="chip">${t('webhook.off')}</span>
      ${hook.off_reason !== null && t(OFF_TEXTS[hook.off_reason])}`
  if (hook.attempts === 0) return html`<span class="chip s-approved"><i></i>${t('webhook.on')}</span>`
  const when = hook.next_attempt === null ? '' : moment(reader, hook.next_attempt)
  return html`<span class="chip s-failing"><i></i>${t('webhook.failing')}</span>
    ${when !== '' && t('webhook.next', { when })}`
}

function webhookCard(visit: Visit, path: WebhooksPath, hook: ShownWebhook, tried: Tried | null): Html {
  const { t } = visit
  const form = `change-${hook.id}`
  const fields = fieldsOf(visit, path)
  const about = hook.webhook_url
  const button = (name: string, text: TextKey, kind: 'danger' | 'first' | '' = '') =>
    actionButton(viewOf(visit, name, GROUP, tried), t(text), { id: hook.id }, { kind, about })
  const owner = hook.owner && decodeURIComponent(/([^/]+)\/$/.exec(hook.owner)?.[1] ?? '')
  return html`<section class="card" id="card-webhook-${hook.id}" aria-labelledby="head-webhook-${hook.id}">
    <h3 id="head-webhook-${hook.id}" class="wrap"><bdi>${hook.webhook_url}</bdi></h3>
    <p>${stateOf(visit, hook)}</p>
    <p class="quiet">${hook.events.map((name, i) => html`${i > 0 && ' · '}${t(`choice.webhook.events.${name}` as TextKey)}`)}
      ${owner && html`<br>${t.html('webhook.owner', { name: html`<bdi>${owner}</bdi>` })}`}</p>
    <div class="buttons">
      <a class="button" href="?webhook=${hook.id}">${t('webhook.deliveries')}<span class="aside"> ${about}</span></a>
      ${button('test', 'webhook.test')}
      ${hook.active ? button('switch-off', 'webhook.switch_off') : button('switch-on', 'webhook.switch_on', 'first')}
      ${!hook.active && button('skip', 'webhook.switch_on_skip')}
    </div>
    <details class="more"${tried?.form === form && html` open`}>
      <summary>${t('manage.edit')}<span class="aside"> ${about}</span></summary>
      ${formView(viewOf(visit, form, GROUP, tried), fields, {
        names: Object.keys(fields),
        values: { webhook_url: hook.webhook_url, events: hook.events, actions: hook.actions.map(String) },
        submit: t('frame.save'),
      })}
      <div class="buttons">
        ${button('secret', 'webhook.rotate')}
        ${button('remove', 'webhook.remove', 'danger')}
      </div>
    </details>
  </section>`
}

const REQUESTS: Readonly<Record<string, readonly ['POST' | 'PATCH' | 'DELETE', string, Sent, string]>> = {
  test: ['POST', 'test/', {}, 'webhook_queued'],
  'switch-off': ['PATCH', '', { active: false }, 'saved'],
  'switch-on': ['PATCH', '', { active: true }, 'saved'],
  skip: ['PATCH', '', { active: true, skip_missed: true }, 'saved'],
  remove: ['DELETE', '', {}, 'removed'],
}

/** A form of the page. `reveal` is shown only in this response. */
export async function takeWebhookForm(
  visit: Visit,
  path: WebhooksPath,
  form: string,
  sent: Sent,
): Promise<Outcome | { readonly reveal: Html } | undefined> {
  if (form === 'add') {
    const fields = visit.fields('POST', path)
    const reply = await visit.ask('POST', path, { body: sentValues(fields, Object.keys(fields), sent) })
    if (reply.ok) return { reveal: secretView(visit, reply.body.secret, false) }
    return outcomeOf(reply, '', form, sent)
  }
  const id = /^change-(\d{1,15})$/.exec(form)?.[1] ?? textIn(sent, 'id')
  if (!/^\d{1,15}$/.test(id)) return undefined
  const item = `/webhooks/${id}/`
  if (form.startsWith('change-')) {
    const fields = visit.fields('PATCH', ITEM)
    const names = Object.keys(visit.fields('POST', path))
    const reply = await visit.ask('PATCH', item, { body: sentValues(fields, names, sent) })
    return outcomeOf(reply, here(visit, 'saved', `card-webhook-${id}`), form, sent)
  }
  if (form === 'secret') {
    const reply = await visit.ask('POST', `${item}secret/`)
    return reply.ok ? { reveal: secretView(visit, reply.body.secret, true) } : outcomeOf(reply, '', form, sent)
  }
  if (form === 'redeliver') {
    const delivery = textIn(sent, 'delivery')
    if (!/^\d{1,15}$/.test(delivery)) return undefined
    const reply = await visit.ask('POST', `${item}deliveries/${delivery}/redeliver/`)
    return outcomeOf(reply, here(visit, 'webhook_queued', '', ['webhook']), form, sent)
  }
  const [method, more, body, done] = REQUESTS[form] ?? []
  if (method === undefined) return undefined
  const reply = await visit.ask(method, `${item}${more}`, method === 'DELETE' ? {} : { body: body! })
  const anchor = form === 'remove' ? '' : `card-webhook-${id}`
  const go =
    form === 'test' ? `${visit.request.url.split('?')[0]}?webhook=${id}&done=${done}` : here(visit, done!, anchor)
  return outcomeOf(reply, go, form, sent)
}

const secretView = ({ t }: Visit, secret: string, isReplaced: boolean): Html =>
  html`<div class="note good" role="status">
    <p>${t('webhook.secret')}: <code class="secret" dir="ltr">${secret}</code></p>
    <p>${t('webhook.secret_once')}${isReplaced && html` ${t('webhook.secret_old')}`}</p>
  </div>`
