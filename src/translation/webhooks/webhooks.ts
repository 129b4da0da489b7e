import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedNumbers, storedTexts } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { newSecret } from '../outbound/webhook.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './event-kinds.ts'

export type WebhookRow = Selectable<Database['webhook']>

/** Webhooks of a project, and of the site. */
export const MAX_WEBHOOKS = 20

/** For this long after a new secret, messages are signed with both. */
const OLD_SECRET_SECONDS = 86_400

/** After all events of an entry of the change log. */
const AFTER_ENTRY = Number.MAX_SAFE_INTEGER

/** Why the server switched a webhook off. */
export const OFF_REASONS = {
  failing: 'All attempts of about a day failed.',
  gone: 'The receiver responded with 410 Gone.',
  owner: 'The owner may no longer manage this webhook.',
} as const

export type OffReason = keyof typeof OFF_REASONS

interface WebhookSettings {
  readonly url: string
  readonly events: readonly string[]
  readonly actions: readonly number[]
}

/** Webhooks of a project; with null, those of the site. */
export const webhooksOf = (db: Reader, project: number | null) =>
  db.selectFrom('webhook').selectAll().where('project_id', 'is not distinct from', project).orderBy('id')

export const findWebhook = (db: Reader, id: number): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()

export const eventsOf = ({ events }: Pick<WebhookRow, 'events'>): WebhookEvent[] =>
  storedTexts(events).filter((name): name is WebhookEvent => name in WEBHOOK_EVENTS)

/** Actions of the changes of strings to send; empty for all. */
export const actionsOf = ({ actions }: Pick<WebhookRow, 'actions'>): readonly number[] => storedNumbers(actions)

/** The secrets that are valid now, the newest first. */
export const secretsOf = ({ secret, old_secret, old_secret_until }: WebhookRow, now: number): string[] =>
  old_secret !== null && (old_secret_until ?? 0) > now ? [secret, old_secret] : [secret]

/** Adds a webhook that begins with the next event. Returns it with its secret. */
export async function addWebhook(
  tx: Writer,
  clock: Clock,
  owner: number,
  project: number | null,
  { url, events, actions }: WebhookSettings,
): Promise<WebhookRow> {
  return tx
    .insertInto('webhook')
    .values({
      account_id: owner,
      project_id: project,
      url,
      events: JSON.stringify(events),
      actions: JSON.stringify(actions),
      secret: newSecret(),
      seq: await lastChange(tx),
      place: AFTER_ENTRY,
      created_at: seconds(clock),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface WebhookChange extends Partial<WebhookSettings> {
  readonly active?: boolean
  /** Continue with the next event instead of those since the webhook was switched off. */
  readonly skipMissed?: boolean
}

/**
 * Changes a webhook. A user who changes its address or events becomes its owner, so that nobody receives what only
 * the previous owner may see.
 */
export async function changeWebhook(
  tx: Writer,
  { id }: Pick<WebhookRow, 'id'>,
  caller: number,
  { url, events, actions, active, skipMissed = false }: WebhookChange,
): Promise<WebhookRow> {
  const redirects = url !== undefined || events !== undefined || actions !== undefined
  return tx
    .updateTable('webhook')
    .set({
      attempts: 0,
      retry_at: null,
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: JSON.stringify(events) }),
      ...(actions !== undefined && { actions: JSON.stringify(actions) }),
      ...((redirects || active) && { account_id: caller }),
      ...(active !== undefined && { is_active: active ? 1 : 0, off_reason: null }),
      ...(skipMissed && { seq: await lastChange(tx), place: AFTER_ENTRY }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the secret. The old one stays valid for a day. */
export async function rotateSecret(tx: Writer, clock: Clock, { id, secret }: WebhookRow): Promise<string> {
  const fresh = newSecret()
  await tx
    .updateTable('webhook')
    .set({ secret: fresh, old_secret: secret, old_secret_until: seconds(clock) + OLD_SECRET_SECONDS })
    .where('id', '=', id)
    .execute()
  return fresh
}

export async function removeWebhook(tx: Writer, { id }: Pick<WebhookRow, 'id'>): Promise<void> {
  await tx.deleteFrom('webhook_message').where('webhook_id', '=', id).execute()
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}

/** IDs of webhooks with something to send now. */
export async function dueWebhooks(db: Reader, now: number): Promise<number[]> {
  const active = await db
    .selectFrom('webhook')
    .select(['id', 'seq', 'place'])
    .where('is_active', '=', 1)
    .where(eb => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
    .orderBy('id')
    .execute()
  const asked = await db
    .selectFrom('webhook_message')
    .select('webhook_id')
    .distinct()
    .where('due_at', 'is not', null)
    .execute()
  const last = active.length === 0 ? 0 : await lastChange(db)
  const behind = active.filter(({ seq, place }) => seq < last || place !== AFTER_ENTRY)
  return [...new Set([...asked.map(row => row.webhook_id), ...behind.map(row => row.id)])]
}

/** Whether it is time to send the next event. */
export const isDue = ({ is_active, retry_at }: WebhookRow, now: number): boolean =>
  is_active === 1 && (retry_at === null || retry_at <= now)

interface Progress {
  readonly seq: number
  readonly place: number
}

/**
 * Changes an active webhook that is still where this run found it, in the position and in what was set since. False if
 * another server or a person was faster.
 */
async function changeUnmoved(
  tx: Writer,
  { id, seq, place }: Pick<WebhookRow, 'id' | 'seq' | 'place'>,
  values: Partial<Pick<WebhookRow, 'seq' | 'place' | 'attempts' | 'retry_at' | 'is_active' | 'off_reason'>>,
): Promise<boolean> {
  const done = await tx
    .updateTable('webhook')
    .set(values)
    .where('id', '=', id)
    .where('seq', '=', seq)
    .where('place', '=', place)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Moves a webhook behind a delivered event, or behind entries without events for it. */
export const advance = (tx: Writer, from: Pick<WebhookRow, 'id' | 'seq' | 'place'>, to: Progress): Promise<boolean> =>
  changeUnmoved(tx, from, { ...to, attempts: 0, retry_at: null })

export const postpone = (
  tx: Writer,
  hook: Pick<WebhookRow, 'id' | 'seq' | 'place'>,
  attempts: number,
  until: number,
): Promise<boolean> => changeUnmoved(tx, hook, { attempts, retry_at: until })

export const switchOff = (
  tx: Writer,
  hook: Pick<WebhookRow, 'id' | 'seq' | 'place'>,
  reason: OffReason,
): Promise<boolean> => changeUnmoved(tx, hook, { is_active: 0, off_reason: reason, retry_at: null })
