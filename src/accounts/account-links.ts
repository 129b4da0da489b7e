import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** What a link is good for, and how long. */
const LIFETIME = { confirm: 3 * DAY, reset: 2 * HOUR, invitation: 14 * DAY } as const
export type LinkPurpose = keyof typeof LIFETIME

/** A link that is good once, for one purpose. Its secret is in the mail alone: here is a hash of it. */
export interface AccountLink {
  readonly id: number
  readonly purpose: LinkPurpose
  /** Whose account it is about; null for an invitation. */
  readonly accountId: number | null
  /** The mail address that it was sent to. */
  readonly address: string
  readonly data: Readonly<Record<string, unknown>>
  readonly madeBy: number | null
  readonly createdAt: number
  readonly expiresAt: number
}

interface NewLink {
  readonly purpose: LinkPurpose
  readonly accountId?: number
  readonly address?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly madeBy?: number
}

const SECRET_LENGTH = 40
const shape = /^[A-Za-z0-9]{40}$/

/** Makes a link and returns its secret. Of one account only the newest link of a purpose holds. */
export async function makeLink(tx: Writer, clock: Clock, link: NewLink): Promise<string> {
  const now = seconds(clock)
  const secret = randomAlphanumeric(SECRET_LENGTH)
  await forgetOld(tx, now)
  if (link.accountId !== undefined) await endLinks(tx, link.accountId, link.purpose)
  await tx
    .insertInto('account_link')
    .values({
      key_hash: fingerprint(secret),
      purpose: link.purpose,
      account_id: link.accountId ?? null,
      address: link.address ?? '',
      data: JSON.stringify(link.data ?? {}),
      made_by: link.madeBy ?? null,
      created_at: now,
      expires_at: now + LIFETIME[link.purpose],
    })
    .execute()
  return secret
}

/** The link of a secret, while it holds. Looking up a hash tells an attacker nothing by its time. */
export async function findLink(
  db: Reader,
  clock: Clock,
  purpose: LinkPurpose,
  secret: string,
): Promise<AccountLink | null> {
  if (!shape.test(secret)) return null
  const row = await links(db, purpose, seconds(clock)).where('key_hash', '=', fingerprint(secret)).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** Uses a link up: of two at once only one gets it. */
export async function useLink(tx: Writer, { id }: AccountLink): Promise<boolean> {
  const gone = await tx.deleteFrom('account_link').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function endLinks(tx: Writer, accountId: number, purpose: LinkPurpose): Promise<void> {
  await tx.deleteFrom('account_link').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
}

/** The newest link of an account for a purpose, while it holds. */
export async function linkOf(
  db: Reader,
  clock: Clock,
  purpose: LinkPurpose,
  accountId: number,
): Promise<AccountLink | null> {
  const row = await links(db, purpose, seconds(clock)).where('account_id', '=', accountId).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** Invitations that nobody has accepted yet, the newest first: those of one person, or all. */
export async function openInvitations(db: Reader, clock: Clock, madeBy: number | null): Promise<AccountLink[]> {
  const all = links(db, 'invitation', seconds(clock)).orderBy('id', 'desc').limit(500)
  const rows = await (madeBy === null ? all : all.where('made_by', '=', madeBy)).execute()
  return rows.map(fromRow)
}

const links = (db: Reader, purpose: LinkPurpose, now: number) =>
  db.selectFrom('account_link').selectAll().where('purpose', '=', purpose).where('expires_at', '>', now)

function fromRow(row: Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>): AccountLink {
  return {
    id: row.id,
    purpose: row.purpose as LinkPurpose,
    accountId: row.account_id,
    address: row.address,
    data: storedObject<Record<string, unknown>>(row.data),
    madeBy: row.made_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** Clears away a few links that have ended; those that somebody else is just clearing away are left to them. */
async function forgetOld(tx: Writer, now: number): Promise<void> {
  const old = tx.selectFrom('account_link').select('id').where('expires_at', '<=', now).limit(100)
  const ids = (await lockRows(tx, old, 'skip').execute()).map(row => row.id)
  if (ids.length > 0) await tx.deleteFrom('account_link').where('id', 'in', ids).execute()
}
