// Outgoing webhooks: which changes to deliver where, with retries.

import type { Selectable } from 'kysely'
import { skipDeleted } from '#core/missed-changes.ts'
import type { Services } from '#core/services.ts'
import { beginState, moveState, readState } from '#events/mail/state.ts'
import { firstSince } from '#events/old-changes.ts'
import { Unfollowed } from '#events/unfollowed.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { breathe } from '#store/turn.ts'
import { SLACK } from '../addons/slack.ts'
import { WEB_HOOK, type WebHookSettings } from '../addons/webhook.ts'
import type { AddonRow } from '../catalogue/addon-places.ts'
import { ACTION_NAMES } from '../catalogue/change-actions.ts'
import { splitForms } from '../catalogue/forms.ts'
import { GONE, sendWebhook } from '../outbound/webhook.ts'
import { Addresses } from '../values/addresses.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { entriesAfter, type LogEntry, LoggedChanges } from './log-entries.ts'
import { slackMessage } from './slack-message.ts'

export const WEB_HOOK_JOB = 'translation-web-hooks'

export const WEB_HOOK_LANE = 'web-hooks'
const FOLLOWED = 'web hooks'
const WEB_HOOKS = [WEB_HOOK, SLACK]

/** Delay after each failed attempt, in seconds; after the last one the delivery fails for good. */
const WAITS = [5, 60, 300, 1800, 7200, 18_000, 36_000] as const
const KEPT = 7 * 86_400
const AT_ONCE = 100
const EVERY_ACTION = Array.from({ length: 256 }, (_, action) => action)

type Delivery = Selectable<Database['web_hook_delivery']>

/** Looks for changes to deliver, if any webhook is installed. */
export function findWebHooks({ jobs }: Services): void {
  const unfollowed = new Unfollowed()
  jobs.find(WEB_HOOK_JOB, async db => {
    const hook = await db.selectFrom('addon').select('id').where('name', 'in', WEB_HOOKS).limit(1).executeTakeFirst()
    if (hook === undefined) return []
    return (await unfollowed.exists(db, [{ state: FOLLOWED, area: 'translation' }])) ? [{ key: '' }] : []
  })
}

/** Queues deliveries for new changes, sends those that are due, and schedules the next retry. */
export async function runWebHooks(services: Services, stop: AbortSignal): Promise<void> {
  const { store, jobs } = services
  await follow(services)
  await deliver(services, stop)
  await store.transaction(async tx => {
    await tx
      .deleteFrom('web_hook_delivery')
      .where('done_at', '<', seconds(services.clock) - KEPT)
      .execute()
    const next = await tx
      .selectFrom('web_hook_delivery')
      .select('try_at')
      .where('done_at', 'is', null)
      .orderBy('try_at')
      .limit(1)
      .executeTakeFirst()
    if (next !== undefined) await jobs.enqueue(tx, { kind: WEB_HOOK_JOB, key: '', runAt: next.try_at })
  })
}

const settingsOf = (hook: AddonRow): WebHookSettings => ({
  secret: '',
  events: [],
  webhook_url: '',
  ...storedObject<WebHookSettings>(hook.configuration),
})

async function follow(services: Services): Promise<void> {
  const { store } = services
  for (;;) {
    const hooks = await store.read.selectFrom('addon').selectAll().where('name', 'in', WEB_HOOKS).execute()
    const saved = await readState(store.read, FOLLOWED)
    if (saved === null) await store.transaction(tx => beginState(tx, FOLLOWED, '0'))
    const from = saved ?? '0'
    // Skip changes from before the first hook was added; there may be many.
    const since = Math.min(...hooks.map(hook => Math.floor(hook.created_at / 1_000_000)))
    const start =
      hooks.length === 0
        ? await lastChange(store.read)
        : Math.max(Number(from), (await firstSince(store.read, since)) - 1)
    const { entries, until } = await entriesAfter(store.read, start)
    const logged = new LoggedChanges(store.read, entries)
    for (const entry of entries) {
      const rows = await deliveriesOf(services, hooks, logged, entry)
      await store.transaction(async tx => {
        for (let i = 0; i < rows.length; i += AT_ONCE)
          await tx
            .insertInto('web_hook_delivery')
            .values(rows.slice(i, i + AT_ONCE))
            .onConflict(conflict => conflict.doNothing())
            .execute()
      })
      await breathe()
    }
    const next = hooks.length === 0 ? start : await skipDeleted(services, 'webhooks', start, 'translation')
    const reached = String(Math.max(until, next))
    if (reached === from || !(await store.transaction(tx => moveState(tx, FOLLOWED, from, reached)))) return
  }
}

async function deliveriesOf(services: Services, hooks: readonly AddonRow[], logged: LoggedChanges, entry: LogEntry) {
  const now = seconds(services.clock)
  const rows: { addon_id: number; change_id: number; body: string; created_at: number; try_at: number }[] = []
  for await (const changes of logged.of(entry, EVERY_ACTION))
    for (const change of changes)
      for (const hook of hooks) {
        if (!fits(hook, change)) continue
        const content = await payload(services, change)
        const body = JSON.stringify(hook.name === SLACK ? slackMessage(content) : content)
        rows.push({ addon_id: hook.id, change_id: change.id, body, created_at: now, try_at: now })
      }
  return rows
}

function fits(hook: AddonRow, change: ChangeRow): boolean {
  if (hook.project_id !== change.project_id || change.timestamp < hook.created_at) return false
  if (hook.component_id !== null && hook.component_id !== change.component_id) return false
  const { events } = settingsOf(hook)
  return events.length === 0 || events.includes(change.action)
}

/** The JSON body for a change. */
async function payload({ store, config }: Services, change: ChangeRow) {
  const row = await store.read
    .selectFrom('translation_change as change')
    .leftJoin('project', 'project.id', 'change.project_id')
    .leftJoin('component', 'component.id', 'change.component_id')
    .leftJoin('translation_language as language', 'language.id', 'change.language_id')
    .leftJoin('unit', 'unit.id', 'change.unit_id')
    .leftJoin('account as doer', 'doer.id', 'change.account_id')
    .leftJoin('account as writer', 'writer.id', 'change.author_id')
    .select(['project.slug', 'component.path', 'language.code', 'unit.source'])
    .select(['doer.name as doer_name', 'writer.name as writer_name'])
    .where('change.id', '=', change.id)
    .executeTakeFirst()
  const path = row?.path?.split('/') ?? []
  const place = row?.slug ? [row.slug, ...path, ...(row.code && path.length > 0 ? [row.code] : [])] : []
  return {
    change_id: change.id,
    action: ACTION_NAMES[change.action] ?? String(change.action),
    action_id: change.action,
    timestamp: isoMicroseconds(change.timestamp),
    url: new Addresses(config.siteUrl).web('projects', ...place),
    project: row?.slug ?? null,
    component: row?.path ?? null,
    translation: row?.code ?? null,
    user: row?.doer_name ?? null,
    author: row?.writer_name ?? null,
    ...(row?.source != null && { source: splitForms(row.source) }),
    ...(change.target !== '' && { target: splitForms(change.target) }),
    ...(change.old !== '' && { old: splitForms(change.old) }),
  }
}

/** Sends due deliveries in order. After a failure, a hook gets nothing more until the retry. */
async function deliver(services: Services, stop: AbortSignal): Promise<void> {
  const { store, clock } = services
  const failing = await waitingHooks(services)
  for (let last = 0; ; ) {
    const rows = await store.read
      .selectFrom('web_hook_delivery')
      .selectAll()
      .where('done_at', 'is', null)
      .where('try_at', '<=', seconds(clock))
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return
    for (const row of rows) {
      last = row.id
      if (failing.has(row.addon_id)) await postpone(services, row.addon_id)
      else if (!(await send(services, row, stop))) failing.add(row.addon_id)
    }
  }
}

/** Hooks with a failed delivery whose retry is not due yet. */
async function waitingHooks({ store, clock }: Services): Promise<Set<number>> {
  const rows = await store.read
    .selectFrom('web_hook_delivery')
    .select('addon_id')
    .distinct()
    .where('done_at', 'is', null)
    .where('attempts', '>', 0)
    .where('try_at', '>', seconds(clock))
    .execute()
  return new Set(rows.map(row => row.addon_id))
}

/** Delays deliveries behind a failed one until its retry, to keep the order. */
async function postpone({ store }: Services, addon: number): Promise<void> {
  await store.transaction(async tx => {
    const waiting = tx.selectFrom('web_hook_delivery').where('addon_id', '=', addon).where('done_at', 'is', null)
    const first = await waiting.select('try_at').where('attempts', '>', 0).orderBy('id').limit(1).executeTakeFirst()
    if (first !== undefined)
      await tx
        .updateTable('web_hook_delivery')
        .set({ try_at: first.try_at })
        .where('addon_id', '=', addon)
        .where('done_at', 'is', null)
        .where('attempts', '=', 0)
        .where('try_at', '<', first.try_at)
        .execute()
  })
}

/** False when the delivery failed and will be retried. */
async function send(services: Services, row: Delivery, stop: AbortSignal): Promise<boolean> {
  const { store, clock, config } = services
  const hook = await store.read.selectFrom('addon').selectAll().where('id', '=', row.addon_id).executeTakeFirst()
  if (hook === undefined) {
    await store.transaction(tx => tx.deleteFrom('web_hook_delivery').where('addon_id', '=', row.addon_id).execute())
    return true
  }
  const { webhook_url, secret } = settingsOf(hook)
  const request = {
    url: webhook_url,
    message: `msg_${row.id}`,
    body: row.body,
    secrets: secret === '' ? [] : [secret],
    now: seconds(clock),
    allowPrivate: config.webNetwork === 'any',
  }
  const { status, error } = await sendWebhook(request, stop)
  const now = seconds(clock)
  const attempts = row.attempts + 1
  const wait = WAITS[row.attempts]
  const isDone = error === null || wait === undefined || status === GONE
  await store.transaction(tx =>
    tx
      .updateTable('web_hook_delivery')
      .set({
        attempts,
        status,
        error,
        taken: error === null ? 1 : 0,
        ...(isDone ? { done_at: now } : { try_at: now + wait }),
      })
      .where('id', '=', row.id)
      .execute(),
  )
  return error === null || isDone
}
