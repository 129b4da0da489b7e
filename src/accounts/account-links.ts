import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { fingerprint, randomAlphanumeric } from './secrets.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Lifetime of each kind of link, in seconds. */
const LIFETIME = { confirm: 3 * DAY, reset: 2 * HOUR, invitation: 14 * DAY } as const
export type LinkPurpose = keyof typeof LIFETIME

/** A single-use link for one purpose. Only the email contains the secret; the database stores its hash. */
export interface AccountLink {
  readonly id: number
  readonly purpose: LinkPurpose
  /** Null for an invitation. */
  readonly accountId: number | null
  /** The email address the link was sent to. */
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

/** Creates a link and returns its secret. It replaces earlier links of the same account and purpose. */
export async function makeLink(tx: Writer, clock: Clock, link: NewLink): Promise<string> {
  const now = seconds(clock)
  const secret = randomAlphanumeric(SECRET_LENGTH)
  await deleteExpired(tx, now)
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

/** Finds an unexpired link by its secret. Looking up the hash avoids a timing leak. */
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

/** Consumes a link. Of two concurrent calls, only one returns true. */
export async function useLink(tx: Writer, { id }: AccountLink): Promise<boolean> {
  const deleted = await tx.deleteFrom('account_link').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function endLinks(tx: Writer, accountId: number, purpose: LinkPurpose): Promise<void> {
  await tx.deleteFrom('account_link').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
}

/** The account's unexpired link for a purpose. */
export async function linkOf(
  db: Reader,
  clock: Clock,
  purpose: LinkPurpose,
  accountId: number,
): Promise<AccountLink | null> {
  const row = await links(db, purpose, seconds(clock)).where('account_id', '=', accountId).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** Pending invitations, newest first: those sent by one account, or all. */
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

/** Deletes a batch of expired links. Skips rows that another transaction has locked, so that cleanups never wait. */
async function deleteExpired(tx: Writer, now: number): Promise<void> {
  const expired = tx.selectFrom('account_link').select('id').where('expires_at', '<=', now).limit(100)
  const ids = (await lockRows(tx, expired, 'skip').execute()).map(row => row.id)
  if (ids.length > 0) await tx.deleteFrom('account_link').where('id', 'in', ids).execute()
}
