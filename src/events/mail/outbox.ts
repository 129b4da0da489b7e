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
export const putMail = async (
  tx: Writer,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  mail: NewMail,
): Promise<boolean> => (await putMails(tx, { clock, jobs }, [mail])) === 1

/** The same for several, which wake the sender once; returns how many were not there already. */
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

/** When mails were put down for addresses lately, for the limits; by the address in lower case. */
export async function mailTimes(db: Reader, addresses: readonly string[], now: number): Promise<Map<string, number[]>> {
  const found = new Map(addresses.map(address => [address.toLowerCase(), [] as number[]]))
  if (found.size === 0) return found
  const rows = await db
    .selectFrom('mail')
    .select(['address', 'created_at'])
    .where('address', 'in', [...found.keys()])
    .where('created_at', '>', now - LONGEST_WINDOW)
    .execute()
  for (const row of rows) found.get(row.address)!.push(row.created_at)
  return found
}
