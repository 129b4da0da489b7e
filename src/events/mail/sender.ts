import type { Selectable } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { fittingObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { wantedOrNot } from '#store/turn.ts'
import { appendChange } from '../change-log.ts'
import type { Job, Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { type Failure, failureOf } from './failure.ts'
import type { Message } from './message.ts'
import { MAIL_JOB, MAIL_LANE } from './outbox.ts'
import type { Transport } from './transport.ts'

type MailRow = Selectable<Database['mail']>

interface SenderContext {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Jobs
  readonly log: Log
  readonly transport: Transport
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const FIRST_DELAY = MINUTE
const LONGEST_DELAY = 4 * HOUR
const GIVE_UP_AFTER = 4 * DAY
/** A process that holds an email longer than this is presumed dead. */
const CLAIM = 10 * MINUTE
/** Must be well below the lease of the job. */
const TURN_MS = 120_000

const delayAfter = (attempts: number): number => Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY)

/** Time for the current email to finish when the server stops. */
const STOP_TIMEOUT_MS = 5000

/** Sends emails from the outbox. `stop` lets the current email finish and starts no other. */
export function sendFromOutbox(context: SenderContext): { stop(): void } {
  let stopping = false
  context.jobs.handle(MAIL_JOB, job => turn(context, job, () => stopping), MAIL_LANE)
  return {
    stop() {
      stopping = true
      setTimeout(() => context.transport.close(), STOP_TIMEOUT_MS).unref()
    },
  }
}

async function turn(context: SenderContext, job: Job, isStopping: () => boolean): Promise<void> {
  const { store, clock, jobs } = context
  const end = performance.now() + TURN_MS
  while (!isStopping() && performance.now() < end) {
    const mail = await claim(store, seconds(clock))
    if (mail === null) break
    await attempt(context, mail)
  }
  await store.transaction(async tx => {
    await jobs.hold(tx, job)
    const next = await waiting(tx)
      .select(eb => eb.fn.min('try_at').as('at'))
      .executeTakeFirst()
    if (next?.at) await jobs.enqueue(tx, { kind: MAIL_JOB, key: '', runAt: next.at })
  })
}

const waiting = (db: Reader) => db.selectFrom('mail').where('sent_at', 'is', null).where('failed_at', 'is', null)

/** Claims the next due email. If the outcome is never recorded, the email becomes due again. */
async function claim(store: Store, now: number): Promise<MailRow | null> {
  for (;;) {
    const due = waiting(store.read).selectAll().where('try_at', '<=', now).orderBy('try_at').orderBy('id').limit(1)
    const row = await due.executeTakeFirst()
    if (row === undefined) return null
    const attempts = row.attempts + 1
    const taken = await store.transaction(tx =>
      tx
        .updateTable('mail')
        .set({ attempts, try_at: now + CLAIM })
        .where('id', '=', row.id)
        .where('attempts', '=', row.attempts)
        .where('try_at', '=', row.try_at)
        .executeTakeFirst(),
    )
    if (taken.numUpdatedRows === 1n) return { ...row, attempts }
  }
}

class UnreadableMail extends Error {}

const UNREADABLE: Failure = {
  about: 'never',
  sentence: 'The stored email cannot be read. `parlance db check` names it.',
}

async function attempt(context: SenderContext, mail: MailRow): Promise<void> {
  const { store, clock, log, transport } = context
  const stored = fittingObject<Message & { to: string }>(mail.message)
  try {
    if (typeof stored?.to !== 'string') throw new UnreadableMail()
    const { to, ...message } = stored as Message & { to: string }
    await transport.send({ name: mail.name, address: to }, message)
  } catch (error) {
    const failure = error instanceof UnreadableMail ? UNREADABLE : failureOf(error)
    log('mail.failed', { mail: mail.id, attempt: mail.attempts, reason: failure.sentence })
    await wantedOrNot(() => store.transaction(tx => putOff(context, tx, mail, failure)))
    return
  }
  const sent = { sent_at: seconds(clock), message: '', last_error: null }
  // Must be recorded even while the server is stopping, or the email would be sent twice.
  await wantedOrNot(() => store.transaction(tx => tx.updateTable('mail').set(sent).where('id', '=', mail.id).execute()))
}

async function putOff(context: SenderContext, tx: Writer, mail: MailRow, failure: Failure): Promise<void> {
  const now = seconds(context.clock)
  const later = now + delayAfter(mail.attempts)
  const last_error = failure.sentence
  if (failure.about === 'server')
    // Other emails would fail as well. They are retried before this one, in case this one is the cause.
    await tx
      .updateTable('mail')
      .set(eb => ({ attempts: eb('attempts', '+', 1), try_at: later, last_error }))
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('try_at', '<=', now)
      .execute()
  await tx
    .updateTable('mail')
    .set({ try_at: later + 1, last_error })
    .where('id', '=', mail.id)
    .execute()
  // The content is kept so that an administrator can retry.
  const markFailed = tx.updateTable('mail').set({ failed_at: now })
  const failed =
    failure.about === 'never'
      ? markFailed.where('id', '=', mail.id)
      : markFailed
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('attempts', '>', 0)
          .where('created_at', '<', now - GIVE_UP_AFTER)
  const givenUp = await failed.returning(['id', 'account_id']).execute()
  if (givenUp.length === 0) return
  context.log('mail.given_up', { mails: givenUp.length, reason: last_error })
  await appendChange(tx, context.clock, {
    area: 'mail',
    kind: 'given-up',
    data: { mails: givenUp.slice(0, 100).map(row => row.id), count: givenUp.length, reason: last_error },
  })
}
