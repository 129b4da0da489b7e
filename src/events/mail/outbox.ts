import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Jobs } from '../jobs.ts'
import { LONGEST_WINDOW } from './limits.ts'
import type { Message } from './message.ts'

export const MAIL_JOB = 'mail'
export const MAIL_LANE = 'mail'

export interface NewMail {
  /** Emails with the same key are sent only once. */
  readonly key: string
  readonly accountId: number | null
  readonly name: string
  readonly address: string
  readonly message: Message
}

/** Adds an email to the outbox in the current transaction; false if it was already there. */
export const putMail = async (
  tx: Writer,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  mail: NewMail,
): Promise<boolean> => (await putMails(tx, { clock, jobs }, [mail])) === 1

/** Adds several emails and wakes the sender once. Returns how many were new. */
export async function putMails(
  tx: Writer,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  mails: readonly NewMail[],
): Promise<number> {
  const now = seconds(clock)
  let added = 0
  for (const mail of mails) if (await insertMail(tx, mail, now)) added++
  if (added > 0) await jobs.enqueue(tx, { kind: MAIL_JOB, key: '' })
  return added
}

async function insertMail(tx: Writer, mail: NewMail, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('mail')
    .values({
      key: mail.key,
      account_id: mail.accountId,
      name: mail.name,
      address: mail.address.toLowerCase(),
      message: JSON.stringify({ ...mail.message, to: mail.address }),
      created_at: now,
      try_at: now,
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Times of recent emails, for the limits, by address in lower case. */
export async function mailTimes(db: Reader, addresses: readonly string[], now: number): Promise<Map<string, number[]>> {
  const times = new Map(addresses.map(address => [address.toLowerCase(), [] as number[]]))
  if (times.size === 0) return times
  const rows = await db
    .selectFrom('mail')
    .select(['address', 'created_at'])
    .where('address', 'in', [...times.keys()])
    .where('created_at', '>', now - LONGEST_WINDOW)
    .execute()
  for (const row of rows) times.get(row.address)!.push(row.created_at)
  return times
}
