import { randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Reader, Writer } from '#store/store.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { randomAlphanumeric } from './secrets.ts'

/** A password for one program: "Name@app", with part of its owner's rights. */
export interface BotPassword {
  readonly accountId: number
  readonly appId: string
  readonly passwordHash: string
  /** Changes with the password; sessions opened with an older one end. */
  readonly token: string
  readonly grants: readonly string[]
  readonly addresses: readonly string[] | null
}

const MAX_APP_BYTES = 32

/** Makes or replaces a bot password and returns it; it is shown once. */
export async function createBotPassword(
  tx: Writer,
  accountId: number,
  appId: string,
  grants: readonly string[],
  addresses: readonly string[] = ['0.0.0.0/0', '::/0'],
): Promise<string> {
  if (appId === '' || Buffer.byteLength(appId) > MAX_APP_BYTES || appId.includes('@'))
    throw new Error('The name of a bot password has 1 to 32 bytes and no "@".')
  const password = randomAlphanumeric(32)
  const row = {
    password_hash: await hashPassword(password),
    token: randomBytes(16).toString('hex'),
    grants: JSON.stringify(grants),
    restrictions: JSON.stringify({ IPAddresses: addresses }),
  }
  await tx
    .insertInto('bot_password')
    .values({ account_id: accountId, app_id: appId, ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'app_id']).doUpdateSet(row))
    .execute()
  return password
}

export async function findBotPassword(db: Reader, accountId: number, appId: string): Promise<BotPassword | null> {
  if (appId.includes('\0')) return null
  const row = await db
    .selectFrom('bot_password')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (row === undefined) return null
  const restrictions = parse(row.restrictions) as { IPAddresses?: unknown } | null
  const grants = parse(row.grants)
  return {
    accountId,
    appId,
    passwordHash: row.password_hash,
    token: row.token,
    grants: isStrings(grants) ? grants : [],
    addresses: isStrings(restrictions?.IPAddresses) ? restrictions.IPAddresses : null,
  }
}

export interface BotLogin {
  readonly name: string
  readonly appId: string
  readonly password: string
}

/** Who logs in, when a name and a password have the form of a bot password's: "Name@app", or "app@password". */
export function splitBotLogin(name: string, password: string): BotLogin | null {
  const at = name.lastIndexOf('@')
  if (at > 0) return { name: name.slice(0, at), appId: name.slice(at + 1), password }
  const inPassword = /^(.+)@([0-9A-Za-z]{32,})$/s.exec(password)
  return inPassword && { name, appId: inPassword[1]!, password: inPassword[2]! }
}

export const verifyBotPassword = async (bot: BotPassword, password: string): Promise<boolean> =>
  bot.passwordHash !== '' && (await verifyPassword(password, bot.passwordHash)).ok

/** Whether a program may use its password from this address. */
export function allowsAddress(bot: BotPassword, ip: string): boolean {
  if (bot.addresses === null) return true
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  for (const entry of bot.addresses) {
    const [address, bits] = entry.split('/') as [string, string | undefined]
    const version = isIP(address)
    if (version === 0) continue
    const kind = version === 6 ? 'ipv6' : 'ipv4'
    const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits)
    if (Number.isInteger(prefix) && prefix >= 0 && prefix <= (version === 6 ? 128 : 32))
      list.addSubnet(address, prefix, kind)
  }
  return isIP(ip) !== 0 && list.check(ip, family)
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
