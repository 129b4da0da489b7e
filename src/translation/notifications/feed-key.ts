import { createHmac, timingSafeEqual } from 'node:crypto'
import { optionsOf, setOptions } from '#accounts/options.ts'
import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { linkSecret } from './state.ts'

/** How often somebody has asked for a new address; the ones before it no longer lead anywhere. */
const OPTION = 'parlance-feed'

const generationOf = async (db: Reader, account: number): Promise<number> =>
  Number((await optionsOf(db, account)).get(OPTION) ?? 0) || 0

const sign = (secret: string, account: number, generation: number): string =>
  createHmac('sha256', secret).update(`feed ${account} ${generation}`).digest('base64url').slice(0, 32)

/** The address of somebody's own feed. Whoever knows it reads what they may read, so it is theirs alone. */
export async function feedAddress({ store, config }: Services, account: number): Promise<string> {
  const key = sign(await linkSecret(store), account, await generationOf(store.read, account))
  return `${config.siteUrl}/exports/rss/person/${account}-${key}/`
}

/** The account whose feed has this key; null when it is none, or an old one. */
export async function feedOwner({ store }: Services, key: string): Promise<number | null> {
  const [, id, given] = /^(\d{1,15})-([\w-]{32})$/.exec(key) ?? []
  if (given === undefined) return null
  const account = Number(id)
  const wanted = Buffer.from(sign(await linkSecret(store), account, await generationOf(store.read, account)))
  return timingSafeEqual(wanted, Buffer.from(given)) ? account : null
}

export async function renewFeedAddress({ store }: Services, account: number): Promise<void> {
  const next = (await generationOf(store.read, account)) + 1
  await store.transaction(tx => setOptions(tx, account, [[OPTION, String(next)]]))
}
