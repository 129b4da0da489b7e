import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'

/** Parameters that every authenticator app supports (RFC 6238). */
const TOTP = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Accepts the code before and after the current one, for clocks that differ. */
const WINDOW = 1
const SECRET_BYTES = 20

/** An app that shows time-based codes. It becomes a second factor when a first code has been entered. */
export interface Authenticator {
  /** In base32, as apps take it. */
  readonly secret: string
  readonly confirmedAt: number | null
}

export async function findAuthenticator(db: Reader, accountId: number): Promise<Authenticator | null> {
  const row = await db
    .selectFrom('authenticator')
    .select(['secret', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : { secret: row.secret, confirmedAt: row.confirmed_at }
}

/** Stores a new secret. It replaces one that was never confirmed, and leaves a confirmed one alone. */
export async function beginAuthenticator(tx: Writer, accountId: number, clock: Clock): Promise<void> {
  const { Secret } = await import('otpauth')
  const row = { secret: new Secret({ size: SECRET_BYTES }).base32, created_at: seconds(clock) }
  await tx
    .insertInto('authenticator')
    .values({ account_id: accountId, ...row })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet(row).where('authenticator.confirmed_at', 'is', null),
    )
    .execute()
}

/** Turns on the authenticator; false if it was already on. */
export async function confirmAuthenticator(tx: Writer, accountId: number, clock: Clock): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticator')
    .set({ confirmed_at: seconds(clock) })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteAuthenticator(tx: Writer, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('authenticator').where('account_id', '=', accountId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Accepts each code once. Of two concurrent calls with the same code, only one returns true. */
export async function useCode(
  tx: Writer,
  accountId: number,
  { secret }: Authenticator,
  code: string,
  clock: Clock,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const { Secret, TOTP: Codes } = await import('otpauth')
  const timestamp = seconds(clock) * 1000
  const codes = new Codes({ ...TOTP, secret: Secret.fromBase32(secret) })
  const delta = codes.validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return false
  const step = codes.counter({ timestamp }) + delta
  const { numUpdatedRows } = await tx
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The `otpauth:` address in the QR code. */
export async function setupAddress({ secret }: Authenticator, site: string, account: string): Promise<string> {
  const { Secret, TOTP: Codes } = await import('otpauth')
  return new Codes({ ...TOTP, issuer: site, label: account, secret: Secret.fromBase32(secret) }).toString()
}
