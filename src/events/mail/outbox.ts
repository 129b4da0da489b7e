import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Jobs } from '../jobs.ts'
import { LONGEST_WINDOW } from './limits.ts'
import type { Message } from './message.ts'

export const MAIL_JOB = 'mail'
export const MAIL_LANE = 'mail'

export interface NewMail {
  /** Mails with the same key are one mail, however often they are put down. */
  readonly key: string
  readonly accountId: number | null
  readonly name: string
  readonly address: string
  readonly message: Message
}

/** Puts a mail down to be sent, in the transaction that makes it necessary; false when it was there already. */
export async function putMail(
  tx: Writer,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  mail: NewMail,
): Promise<boolean> {
  const now = seconds(clock)
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
  if (row === undefined) return false
  await jobs.enqueue(tx, { kind: MAIL_JOB, key: '' })
  return true
}

/** When mails were put down for an address lately, for the limits. */
export async function mailTimes(db: Reader, address: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mail')
    .select('created_at')
    .where('address', '=', address.toLowerCase())
    .where('created_at', '>', now - LONGEST_WINDOW)
    .execute()
  return rows.map(row => row.created_at)
}
