import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { includesAddress } from './address-ranges.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { randomAlphanumeric } from './secrets.ts'

/** A password for one program ("Name@app") that carries a subset of its owner's rights. */
export interface BotPassword {
  readonly accountId: number
  readonly appId: string
  readonly passwordHash: string
  /** Changes with the password, which ends sessions opened with the previous one. */
  readonly token: string
  readonly grants: readonly string[]
  readonly addresses: readonly string[] | null
  /** Seconds since 1970; null for never. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

const MAX_APP_BYTES = 32

export const isAppId = (text: string): boolean =>
  text !== '' && Buffer.byteLength(text) <= MAX_APP_BYTES && !/[@\p{Cc}]/u.test(text) && text.isWellFormed()

/** Creates or replaces a bot password and returns it. It can be shown only once. */
export async function createBotPassword(
  tx: Writer,
  accountId: number,
  appId: string,
  grants: readonly string[],
  addresses: readonly string[] = ['0.0.0.0/0', '::/0'],
  expiresAt: number | null = null,
): Promise<string> {
  if (!isAppId(appId)) throw new Error('A bot password name must be 1 to 32 bytes long and must not contain "@".')
  const password = randomAlphanumeric(32)
  const row = {
    password_hash: await hashPassword(password),
    token: randomBytes(16).toString('hex'),
    grants: JSON.stringify(grants),
    restrictions: JSON.stringify({ IPAddresses: addresses }),
    expires_at: expiresAt,
    last_used_at: null,
  }
  await tx
    .insertInto('bot_password')
    .values({ account_id: accountId, app_id: appId, ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'app_id']).doUpdateSet(row))
    .execute()
  return password
}

/** Deletes a bot password, which also ends its sessions; false if there is none with this name. */
export async function deleteBotPassword(tx: Writer, accountId: number, appId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('bot_password')
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function botPasswordsOf(db: Reader, accountId: number): Promise<BotPassword[]> {
  const rows = await db
    .selectFrom('bot_password')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('app_id')
    .execute()
  return rows.map(fromRow)
}

export async function findBotPassword(db: Reader, accountId: number, appId: string): Promise<BotPassword | null> {
  if (appId.includes('\0')) return null
  const row = await db
    .selectFrom('bot_password')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

function fromRow(row: Selectable<Database['bot_password']>): BotPassword {
  const restrictions = parse(row.restrictions) as { IPAddresses?: unknown } | null
  const grants = parse(row.grants)
  return {
    accountId: row.account_id,
    appId: row.app_id,
    passwordHash: row.password_hash,
    token: row.token,
    grants: isStrings(grants) ? grants : [],
    addresses: isStrings(restrictions?.IPAddresses) ? restrictions.IPAddresses : null,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

export interface BotLogin {
  readonly name: string
  readonly appId: string
  readonly password: string
}

/** Parses credentials in bot password form: "Name@app" as the name, or "app@password" as the password. */
export function splitBotLogin(name: string, password: string): BotLogin | null {
  const at = name.lastIndexOf('@')
  if (at > 0) return { name: name.slice(0, at), appId: name.slice(at + 1), password }
  const inPassword = /^(.+)@([0-9A-Za-z]{32,})$/s.exec(password)
  return inPassword && { name, appId: inPassword[1]!, password: inPassword[2]! }
}

export const verifyBotPassword = async (bot: BotPassword, password: string): Promise<boolean> =>
  bot.passwordHash !== '' && (await verifyPassword(password, bot.passwordHash)).ok

/** Whether the password may be used from this IP address. */
export const allowsAddress = ({ addresses }: BotPassword, ip: string): boolean =>
  addresses === null || includesAddress(addresses, ip)

export const isExpired = ({ expiresAt }: BotPassword, now: number): boolean => expiresAt !== null && expiresAt <= now

/** Records a login. */
export async function useBotPassword(tx: Writer, { accountId, appId }: BotPassword, now: number): Promise<void> {
  await tx
    .updateTable('bot_password')
    .set({ last_used_at: now })
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .execute()
}

function parse(json: string): unknown {
  try {
    return json === '' ? null : JSON.parse(json)
  } catch {
    return null
  }
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(entry => typeof entry === 'string')
