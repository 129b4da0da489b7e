import { randomUUID } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Retention, Services } from '#core/services.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { deleteSome } from '#store/delete-some.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { WebhookResult } from '../outbound/webhook.ts'
import { TEST_EVENT } from './event-kinds.ts'
import type { WebhookRow } from './webhooks.ts'

export type MessageRow = Selectable<Database['webhook_message']>

const KEPT_SECONDS = 7 * 86_400
const MAX_RESPONSE = 1000
/** Messages of a webhook that may wait because someone asked to send them. */
export const MAX_WAITING = 10

/** What a message is about. */
export interface MessageSubject {
  readonly message: string
  readonly event: string
  readonly seq: number
  readonly place: number
}

/** Newest first. */
export const messagesOf = (db: Reader, { id }: Pick<WebhookRow, 'id'>) =>
  db.selectFrom('webhook_message').selectAll().where('webhook_id', '=', id).orderBy('id', 'desc')

export const findMessage = (
  db: Reader,
  { id }: Pick<WebhookRow, 'id'>,
  message: number,
): Promise<MessageRow | undefined> =>
  db.selectFrom('webhook_message').selectAll().where('webhook_id', '=', id).where('id', '=', message).executeTakeFirst()

/** Messages that someone asked to send, in the order of their requests. */
export const waitingMessages = (db: Reader, { id }: Pick<WebhookRow, 'id'>): Promise<MessageRow[]> =>
  db
    .selectFrom('webhook_message')
    .selectAll()
    .where('webhook_id', '=', id)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .execute()

/** Records an attempt. The next one of the same message updates its row. */
export async function recordAttempt(
  tx: Writer,
  clock: Clock,
  { id }: Pick<WebhookRow, 'id'>,
  { message, event, seq, place }: MessageSubject,
  result: WebhookResult,
): Promise<void> {
  const now = seconds(clock)
  const outcome = {
    due_at: null,
    sent_at: now,
    took_ms: result.tookMs,
    status: result.status,
    error: result.error,
    // Null characters cannot be stored, and the rest would disturb the page.
    response: [...result.response.replace(/[^\P{Cc}\n\t]/gu, '�')].slice(0, MAX_RESPONSE).join(''),
    is_delivered: result.error === null ? 1 : 0,
  }
  await tx
    .insertInto('webhook_message')
    .values({ webhook_id: id, message, event, seq, place, created_at: now, attempts: 1, ...outcome })
    .onConflict(conflict =>
      conflict
        .columns(['webhook_id', 'message'])
        .doUpdateSet(eb => ({ ...outcome, attempts: eb('webhook_message.attempts', '+', 1) })),
    )
    .execute()
}

/** Queues a message without an event. */
export const queueTest = (tx: Writer, clock: Clock, { id }: Pick<WebhookRow, 'id'>): Promise<MessageRow> => {
  const now = seconds(clock)
  return tx
    .insertInto('webhook_message')
    .values({
      webhook_id: id,
      message: `msg_test_${randomUUID()}`,
      event: TEST_EVENT,
      seq: 0,
      place: 0,
      created_at: now,
      due_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Queues a message again, under the same ID. The one that is being retried keeps its place in the order. */
export async function queueAgain(tx: Writer, clock: Clock, hook: WebhookRow, row: MessageRow): Promise<void> {
  const isNext = row.seq > hook.seq || (row.seq === hook.seq && row.place > hook.place)
  if (isNext && hook.is_active === 1 && row.event !== TEST_EVENT)
    await tx.updateTable('webhook').set({ retry_at: null }).where('id', '=', hook.id).execute()
  else
    await tx
      .updateTable('webhook_message')
      .set({ due_at: seconds(clock) })
      .where('id', '=', row.id)
      .execute()
}

export const oldMessages = ({ store, clock }: Services): Retention => ({
  name: 'webhook deliveries',
  deleteOld: limit => {
    const before = seconds(clock) - KEPT_SECONDS
    return deleteSome(store, 'webhook_message', 'id', sql<SqlBool>`created_at < ${before}`, limit)
  },
})
