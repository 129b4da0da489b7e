import type { ExpressionBuilder, Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import type { Jobs } from '../jobs.ts'
import type { Message } from './message.ts'
import { MAIL_JOB } from './outbox.ts'

export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

export interface ListedMail {
  readonly id: number
  readonly state: MailState
  readonly name: string
  readonly address: string
  /** Null for sent emails, whose content is not kept. */
  readonly message: Message | null
  readonly attempts: number
  readonly createdAt: number
  /** Time of the next attempt, of sending or of failure, in seconds since 1970. */
  readonly at: number
  readonly lastError: string | null
}

const isIn = (eb: ExpressionBuilder<Database, 'mail'>, state: MailState) =>
  state === 'sent'
    ? eb('sent_at', 'is not', null)
    : state === 'failed'
      ? eb('failed_at', 'is not', null)
      : eb.and([eb('sent_at', 'is', null), eb('failed_at', 'is', null)])

/** Emails in one state with ids below a number, newest first. */
export async function listMails(
  db: Reader,
  state: MailState,
  below: number | null,
  limit: number,
): Promise<ListedMail[]> {
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .where(eb => isIn(eb, state))
    .$if(below !== null, query => query.where('id', '<', below!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

export async function mailById(db: Reader, id: number): Promise<ListedMail | null> {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** Null if the email was sent or its content is unreadable. */
function readMessage(text: string): Message | null {
  const message = storedObject<Message>(text)
  const isComplete = typeof message.subject === 'string' && typeof message.text === 'string'
  return isComplete ? (message as Message) : null
}

const fromRow = (row: Selectable<Database['mail']>): ListedMail => ({
  id: row.id,
  state: row.sent_at !== null ? 'sent' : row.failed_at !== null ? 'failed' : 'waiting',
  name: row.name,
  address: row.address,
  message: readMessage(row.message),
  attempts: row.attempts,
  createdAt: row.created_at,
  at: row.sent_at ?? row.failed_at ?? row.try_at,
  lastError: row.last_error,
})

/** Retries a waiting or failed email now; false if there is no such email or its content is gone. */
export async function sendAgain(
  tx: Writer,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  id: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('mail')
    .set({ failed_at: null, try_at: seconds(clock), attempts: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('message', '<>', '')
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await jobs.enqueue(tx, { kind: MAIL_JOB, key: '' })
  return true
}

/** Marks a waiting email as failed so that it is not sent; false if there is no such email. */
export async function giveUpMail(tx: Writer, clock: Clock, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('mail')
    .set({ failed_at: seconds(clock) })
    .where('id', '=', id)
    .where(eb => isIn(eb, 'waiting'))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
