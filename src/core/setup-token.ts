import { timingSafeEqual } from 'node:crypto'
import { randomAlphanumeric } from '#accounts/secrets.ts'
import { deleteSetting, readSetting, replaceSetting } from '#store/site-settings.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { storedValue } from '#store/stored-json.ts'
import type { Config } from './config.ts'

const SETTING = 'setup-token'
const LENGTH = 32

const hasAccount = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * The secret with which the first person sets up a site without accounts; null if there is nothing to set up. The
 * server shows it when it starts. Servers that share a database show the same one.
 */
export async function setupToken(
  store: Store,
  { passwordLogin }: Pick<Config, 'passwordLogin'>,
): Promise<string | null> {
  if (passwordLogin === 'off' || (await hasAccount(store.primary))) return null
  const known = await currentToken(store.primary)
  if (known !== null) return known
  await store.transaction(tx => replaceSetting(tx, SETTING, null, randomAlphanumeric(LENGTH)))
  return currentToken(store.primary)
}

async function currentToken(db: Reader): Promise<string | null> {
  const value = storedValue(await readSetting(db, SETTING))
  return typeof value === 'string' && value.length === LENGTH ? value : null
}

/** Whether the site still waits for its first account. */
export const isNew = async (db: Reader): Promise<boolean> => !(await hasAccount(db))

export async function isSetupToken(db: Reader, token: string): Promise<boolean> {
  const current = await currentToken(db)
  const [right, sent] = [Buffer.from(current ?? ''), Buffer.from(token)]
  return current !== null && right.length === sent.length && timingSafeEqual(right, sent)
}

/** Uses the token up. Of several people with it, one gets true; nobody does once there is an account. */
export const takeSetupToken = async (tx: Writer): Promise<boolean> =>
  (await deleteSetting(tx, SETTING)) && (await isNew(tx))
