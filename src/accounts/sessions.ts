import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fittingObject, storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { fingerprint } from './secrets.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Idle timeout of a session, in seconds. */
export const LIFETIME = { anonymous: HOUR, loggedIn: DAY, remembered: 180 * DAY } as const

interface SessionData {
  /** Set for bot password sessions, whose rights are limited to these grants. */
  readonly botPassword?: { readonly appId: string; readonly token: string; readonly grants: readonly string[] }
  /** Where the session was started, so that its owner can recognise it. */
  readonly opened?: { readonly address: string; readonly device: string }
  /** A login whose password was right and that waits for the second factor. */
  readonly pendingLogin?: PendingLogin
  /** A login that has left for an identity provider. */
  readonly openidLogin?: OpenidLogin
  /** The identity provider that the session was started with. */
  readonly openid?: string
  /** When the owner last proved their identity; the start of the session if absent. */
  readonly provenAt?: number
  readonly [key: string]: unknown
}

export interface OpenidLogin {
  readonly provider: string
  /** To log in, to link the identity to the logged-in account, or to prove who they are again. */
  readonly mode: 'login' | 'link' | 'prove'
  /** A path on this site. */
  readonly next: string
  readonly checks: { readonly state: string; readonly nonce: string; readonly verifier: string }
  readonly at: number
  /** The account that was logged in. */
  readonly account: number | null
}

export interface PendingLogin {
  readonly account: number
  readonly remember: boolean
  readonly at: number
  /** Changes with the password, which makes the login start again. */
  readonly state: string
}

export interface Session {
  readonly idHash: string
  readonly accountId: number | null
  /** Tokens are derived from it. It never leaves the server. */
  readonly secret: string
  readonly data: SessionData
  readonly createdAt: number
  readonly lifetime: number
  readonly expiresAt: number
}

const idShape = /^[A-Za-z0-9_-]{43}$/

/** Starts a session. Its id goes only into the cookie; the database stores a hash. */
export async function startSession(
  tx: Writer,
  now: number,
  options: { accountId?: number | null; lifetime?: number; data?: SessionData } = {},
): Promise<{ id: string; session: Session }> {
  const id = randomBytes(32).toString('base64url')
  const lifetime = options.lifetime ?? LIFETIME.anonymous
  const session: Session = {
    idHash: fingerprint(id),
    accountId: options.accountId ?? null,
    secret: randomBytes(32).toString('hex'),
    data: options.data ?? {},
    createdAt: now,
    lifetime,
    expiresAt: now + lifetime,
  }
  await deleteExpired(tx, now)
  await tx
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      account_id: session.accountId,
      secret: session.secret,
      data: JSON.stringify(session.data),
      created_at: now,
      lifetime,
      expires_at: session.expiresAt,
    })
    .execute()
  return { id, session }
}

/** Deletes a batch of expired sessions. Skips rows that another transaction is deleting. */
async function deleteExpired(tx: Writer, now: number): Promise<void> {
  const expired = tx.selectFrom('session').select('id_hash').where('expires_at', '<=', now).limit(100)
  const rows = await lockRows(tx, expired, 'skip').execute()
  if (rows.length === 0) return
  await tx
    .deleteFrom('session')
    .where(
      'id_hash',
      'in',
      rows.map(row => row.id_hash),
    )
    .execute()
}

export async function findSession(db: Reader, id: string, now: number): Promise<Session | null> {
  if (!idShape.test(id)) return null
  const row = await db.selectFrom('session').selectAll().where('id_hash', '=', fingerprint(id)).executeTakeFirst()
  if (row === undefined || row.expires_at <= now) return null
  // Unreadable data may have held the limits of a bot password, so the session is rejected.
  return fittingObject(row.data) === null ? null : fromRow(row)
}

const fromRow = (row: Selectable<Database['session']>): Session => ({
  idHash: row.id_hash,
  accountId: row.account_id,
  secret: row.secret,
  data: storedObject<SessionData>(row.data),
  createdAt: row.created_at,
  lifetime: row.lifetime,
  expiresAt: row.expires_at,
})

/** Unexpired sessions of an account, most recently used first. */
export async function sessionsOf(db: Reader, accountId: number, now: number): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(fromRow).sort((a, b) => lastUse(b) - lastUse(a))
}

/** Limits writes: a session is extended at most once an hour, or once per quarter of a shorter lifetime. */
export const needsExtension = (session: Session, now: number): boolean =>
  session.expiresAt - now < session.lifetime - Math.min(session.lifetime / 4, HOUR)

/** Approximate: see `needsExtension`. */
export const lastUse = ({ expiresAt, lifetime }: Session): number => expiresAt - lifetime

export async function extendSession(tx: Writer, session: Session, now: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ expires_at: now + session.lifetime })
    .where('id_hash', '=', session.idHash)
    .execute()
}

export async function setSessionData(tx: Writer, { idHash }: Session, data: SessionData): Promise<void> {
  await tx
    .updateTable('session')
    .set({ data: JSON.stringify(data) })
    .where('id_hash', '=', idHash)
    .execute()
}

export async function endSession(tx: Writer, session: Session): Promise<void> {
  await tx.deleteFrom('session').where('id_hash', '=', session.idHash).execute()
}

export async function endSessionsOf(tx: Writer, accountId: number, except: Session | null = null): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id_hash', '<>', except?.idHash ?? '')
    .execute()
}
