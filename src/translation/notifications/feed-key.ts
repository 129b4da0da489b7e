import { createHmac, timingSafeEqual } from 'node:crypto'
import { optionsOf, setOptions } from '#accounts/options.ts'
import type { Services } from '#core/services.ts'
import { linkSecret } from '#events/mail/state.ts'
import type { Reader } from '#store/store.ts'

/** Counts how often an account renewed its feed address; earlier addresses stop working. */
const OPTION = 'parlance-feed'

const generationOf = async (db: Reader, account: number): Promise<number> =>
  Number((await optionsOf(db, account)).get(OPTION) ?? 0) || 0

const sign = (secret: string, account: number, generation: number): string =>
  createHmac('sha256', secret).update(`feed ${account} ${generation}`).digest('base64url').slice(0, 32)

/** The account's private feed address. Anyone who has it can read what the account can read. */
export async function feedAddress({ store, config }: Services, account: number): Promise<string> {
  const key = sign(await linkSecret(store), account, await generationOf(store.read, account))
  return `${config.siteUrl}/exports/rss/person/${account}-${key}/`
}

/** The account a feed key belongs to; null when the key is invalid or was renewed. */
export async function feedOwner({ store }: Services, key: string): Promise<number | null> {
  const [, id, signature] = /^(\d{1,15})-([\w-]{32})$/.exec(key) ?? []
  if (signature === undefined) return null
  const account = Number(id)
  const expected = Buffer.from(sign(await linkSecret(store), account, await generationOf(store.read, account)))
  return timingSafeEqual(expected, Buffer.from(signature)) ? account : null
}

export async function renewFeedAddress({ store }: Services, account: number): Promise<void> {
  const next = (await generationOf(store.read, account)) + 1
  await store.transaction(tx => setOptions(tx, account, [[OPTION, String(next)]]))
}
