import { appendChange } from '#events/change-log.ts'
import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, list as listOf, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { ACTION_NAMES } from '../../catalogue/change-actions.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { STRING_CHANGE, WEBHOOK_EVENTS } from '../../webhooks/event-kinds.ts'
import {
  findMessage,
  MAX_WAITING,
  type MessageRow,
  messagesOf,
  queueAgain,
  queueTest,
  waitingMessages,
} from '../../webhooks/messages.ts'
import {
  actionsOf,
  addWebhook,
  changeWebhook,
  eventsOf,
  findWebhook,
  MAX_WEBHOOKS,
  OFF_REASONS,
  removeWebhook,
  rotateSecret,
  type WebhookRow,
  webhooksOf,
} from '../../webhooks/webhooks.ts'
import { notFound } from '../errors.ts'
import { act, amend, create, list, read, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findProject, idIn, needProject, needSite } from './find.ts'

const ACTIONS = new Map(Object.entries(ACTION_NAMES).map(([id, name]) => [Number(id), name]))

const settings = {
  webhook_url: help(webAddress({ max: 1000 }), 'Address that receives the requests. It must begin with https://.'),
  events: help(listOf(choice(WEBHOOK_EVENTS), { max: 20 }), 'Events to send.'),
  actions: help(
    optional(listOf(choice(ACTIONS), { max: 200 }), []),
    'Action numbers of the translation changes to send. Leave empty to send all of them.',
  ),
}

const shown = {
  id: readOnly(integer()),
  url: readOnly(webAddress()),
  project: help(readOnly(nullable(webAddress())), 'Null for a webhook of the whole site.'),
  owner: help(readOnly(nullable(webAddress())), 'User whose permissions decide which events are sent.'),
  ...settings,
  active: help(boolean(), 'Whether events are sent.'),
  off_reason: help(readOnly(nullable(choice(OFF_REASONS))), 'Why the server switched the webhook off.'),
  attempts: help(readOnly(integer()), 'Failed attempts of the next event.'),
  next_attempt: help(readOnly(nullable(dateTime())), 'When the next attempt is due; null if none failed.'),
  created: help(readOnly(dateTime()), 'When the webhook was added.'),
}

const Webhook = shape('EventWebhook', 'Sends events to another server.', shown)

const secret = help(readOnly(text()), 'Signing secret. It is shown only once.')
const NewWebhook = shape('NewEventWebhook', 'A new webhook with its secret.', { ...shown, secret })
const Secret = shape('EventWebhookSecret', 'A new signing secret. The previous one stays valid for a day.', { secret })

const Delivery = shape('EventWebhookDelivery', 'An event that was sent, with the outcome of its last attempt.', {
  id: readOnly(integer()),
  message: help(readOnly(text()), 'The `webhook-id` of the request.'),
  event: help(readOnly(text()), 'Kind of the event, or `test`.'),
  created: help(readOnly(dateTime()), 'When it was first sent or requested.'),
  waiting: help(readOnly(boolean()), 'Whether it is about to be sent because someone asked for it.'),
  attempts: readOnly(integer()),
  sent: help(readOnly(nullable(dateTime())), 'When the last attempt was made.'),
  milliseconds: help(readOnly(nullable(integer())), 'Duration of the last attempt.'),
  delivered: readOnly(boolean()),
  status: help(readOnly(nullable(integer())), 'HTTP status of the last response; null if there was none.'),
  error: readOnly(nullable(text())),
  response: help(readOnly(text({ blank: true })), 'Start of the response.'),
})

const isoSeconds = (at: number | null): string | null => (at === null ? null : isoMicroseconds(at * 1_000_000))

async function webhookObjects(call: AnyCall, rows: readonly WebhookRow[]) {
  const owners = await call.userAddresses(rows.map(row => row.account_id))
  const ids = [-1, ...rows.flatMap(row => row.project_id ?? [])]
  const projects = await call.db.selectFrom('project').select(['id', 'slug']).where('id', 'in', ids).execute()
  return rows.map(row => {
    const project = projects.find(each => each.id === row.project_id)
    return {
      id: row.id,
      url: call.addresses.api('webhooks', row.id),
      project: project ? call.addresses.api('projects', project.slug) : null,
      owner: owners.get(row.account_id) ?? null,
      webhook_url: row.url,
      events: eventsOf(row),
      actions: actionsOf(row),
      active: row.is_active === 1,
      off_reason: row.off_reason,
      attempts: row.attempts,
      next_attempt: isoSeconds(row.retry_at),
      created: isoSeconds(row.created_at),
    }
  })
}

const webhookObject = async (call: AnyCall, row: WebhookRow) => (await webhookObjects(call, [row]))[0]!

const deliveryObject = (row: MessageRow) => ({
  id: row.id,
  message: row.message,
  event: row.event,
  created: isoSeconds(row.created_at),
  waiting: row.due_at !== null,
  attempts: row.attempts,
  sent: isoSeconds(row.sent_at),
  milliseconds: row.took_ms,
  delivered: row.is_delivered === 1,
  status: row.status,
  error: row.error,
  response: row.response,
})

/** Requires permission for the webhooks of a project, or of the site. */
const need = (call: AnyCall, project: ProjectRow | null): Promise<void> =>
  project === null ? needSite(call, 'management.use') : needProject(call, project, 'project.edit')

/** The webhook in the path, for callers who may manage it. */
async function find(call: AnyCall): Promise<WebhookRow> {
  const row = await findWebhook(call.db, idIn(call, 'webhook'))
  if (row === undefined) throw notFound()
  const project =
    row.project_id === null
      ? null
      : await call.db.selectFrom('project').selectAll().where('id', '=', row.project_id).executeTakeFirst()
  if (project === undefined || (project !== null && !(await call.permissions()).sees(project))) throw notFound()
  await need(call, project)
  return row
}

function checkAddress(call: AnyCall, address: string): void {
  const schemes = call.services.config.webNetwork === 'any' ? /^https?:/i : /^https:/i
  if (!schemes.test(address))
    throw invalidField('webhook_url', 'invalid', 'Enter an address that begins with https://.')
}

/** Rejects events that the webhook could never send. */
function checkEvents(project: number | null, events: readonly string[]): void {
  if (events.length === 0) throw invalidField('events', 'empty', 'Select at least one event.')
  const other = events.find(event => project !== null && event !== STRING_CHANGE)
  if (other !== undefined)
    throw invalidField('events', 'invalid', `Webhooks of a project send only ${STRING_CHANGE}, not ${other}.`)
}

const record = (call: AnyCall, kind: string, { url }: Pick<WebhookRow, 'url'>): Promise<number> =>
  appendChange(call.tx, call.clock, { area: 'site', kind, accountId: call.accountId(), subject: new URL(url).host })

async function add(
  call: AnyCall,
  project: ProjectRow | null,
  input: { webhook_url: string; events: readonly string[]; actions?: readonly number[] },
): Promise<unknown> {
  checkAddress(call, input.webhook_url)
  checkEvents(project?.id ?? null, input.events)
  if ((await webhooksOf(call.tx, project?.id ?? null).execute()).length >= MAX_WEBHOOKS)
    throw invalidField(
      'non_field_errors',
      'limit',
      `There are already ${MAX_WEBHOOKS} webhooks here. Delete one first.`,
    )
  const wish = {
    url: input.webhook_url,
    events: [...new Set(input.events)],
    actions: [...new Set(input.actions ?? [])],
  }
  const row = await addWebhook(call.tx, call.clock, call.accountId(), project?.id ?? null, wish)
  await record(call, 'webhook-created', row)
  return { ...(await webhookObject(call, row)), secret: row.secret }
}

const listed = (findPlace: (call: AnyCall) => Promise<ProjectRow | null>) =>
  list({
    summary: 'List webhooks',
    answer: Webhook,
    allow: async call => need(call, await findPlace(call)),
    handle: async call => {
      const place = await findPlace(call)
      await need(call, place)
      return rowsOf(webhooksOf(call.db, place?.id ?? null), rows => webhookObjects(call, rows))
    },
  })

const changes = {
  ...settings,
  active: help(boolean(), 'Whether events are sent. A webhook that is switched on continues where it stopped.'),
  skip_missed: help(optional(boolean(), false), 'Skip all events until now.'),
}

export const webhookResources = [
  resource({
    path: '/webhooks/',
    name: 'Event webhooks',
    description: 'Webhooks that send events of the whole site, the wiki and the translations.',
    operations: {
      GET: listed(async () => null),
      POST: create({
        summary: 'Add a webhook',
        body: settings,
        answer: NewWebhook,
        allow: call => need(call, null),
        handle: call => add(call, null, call.body),
      }),
    },
  }),
  resource({
    path: '/projects/:project/webhooks/',
    name: 'Project webhooks',
    description: 'Webhooks that send the translation changes of a project.',
    operations: {
      GET: listed(findProject),
      POST: create({
        summary: 'Add a webhook',
        body: { webhook_url: settings.webhook_url, actions: settings.actions },
        answer: NewWebhook,
        allow: async call => need(call, await findProject(call)),
        handle: async call => add(call, await findProject(call), { ...call.body, events: [STRING_CHANGE] }),
      }),
    },
  }),
  resource({
    path: '/webhooks/:webhook(\\d+)/',
    name: 'Event webhook',
    description: 'A webhook.',
    operations: {
      GET: read({
        summary: 'Get a webhook',
        answer: Webhook,
        handle: async call => webhookObject(call, await find(call)),
      }),
      PATCH: amend({
        summary: 'Change a webhook',
        body: changes,
        answer: Webhook,
        allow: find,
        handle: async call => {
          const row = await find(call)
          const { webhook_url: url, events, actions, active, skip_missed: skipMissed } = call.body
          if (url !== undefined) checkAddress(call, url)
          if (events !== undefined) checkEvents(row.project_id, events)
          const input = { url, events, actions, active, skipMissed }
          const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
          const changed = await changeWebhook(call.tx, row, call.accountId(), given)
          await record(call, 'webhook-changed', changed)
          return webhookObject(call, changed)
        },
      }),
      DELETE: remove({
        summary: 'Delete a webhook',
        hold: 'shared',
        allow: find,
        handle: async call => {
          const row = await find(call)
          await removeWebhook(call.tx, row)
          await record(call, 'webhook-deleted', row)
        },
      }),
    },
  }),
  resource({
    path: '/webhooks/:webhook(\\d+)/secret/',
    name: 'Event webhook secret',
    description: 'Replaces the signing secret. For a day, requests are signed with both.',
    operations: {
      POST: act({
        summary: 'Replace the secret',
        answer: Secret,
        allow: find,
        handle: async call => {
          const row = await find(call)
          const fresh = await rotateSecret(call.tx, call.clock, row)
          await record(call, 'webhook-secret', row)
          return { secret: fresh }
        },
      }),
    },
  }),
  resource({
    path: '/webhooks/:webhook(\\d+)/test/',
    name: 'Event webhook test',
    description: 'Sends a test event.',
    operations: {
      POST: act({
        summary: 'Send a test event',
        status: 202,
        answer: Delivery,
        allow: find,
        handle: async call => {
          const row = await find(call)
          await refuseMany(call, row)
          return deliveryObject(await queueTest(call.tx, call.clock, row))
        },
      }),
    },
  }),
  resource({
    path: '/webhooks/:webhook(\\d+)/deliveries/',
    name: 'Event webhook deliveries',
    description: 'Events of the last week that a webhook has sent, newest first.',
    operations: {
      GET: list({
        summary: 'List deliveries',
        answer: Delivery,
        allow: find,
        handle: async call => rowsOf(messagesOf(call.db, await find(call)), rows => rows.map(deliveryObject)),
      }),
    },
  }),
  resource({
    path: '/webhooks/:webhook(\\d+)/deliveries/:delivery(\\d+)/redeliver/',
    name: 'Event webhook redelivery',
    description: 'Sends an event again, under the same ID.',
    operations: {
      POST: act({
        summary: 'Send an event again',
        status: 202,
        answer: Delivery,
        allow: find,
        handle: async call => {
          const row = await find(call)
          const message = await findMessage(call.db, row, idIn(call, 'delivery'))
          if (message === undefined) throw notFound()
          await refuseMany(call, row)
          await queueAgain(call.tx, call.clock, row, message)
          return deliveryObject((await findMessage(call.db, row, message.id))!)
        },
      }),
    },
  }),
]

/** A script that sends events again and again must wait for the receiver. */
async function refuseMany(call: AnyCall, row: WebhookRow): Promise<void> {
  if ((await waitingMessages(call.db, row)).length >= MAX_WAITING)
    throw invalidField('non_field_errors', 'limit', `${MAX_WAITING} deliveries are already waiting. Try again later.`)
}
