import { createHmac, timingSafeEqual } from 'node:crypto'

/** What of one account a link mutes: subscriptions, and kinds of news that are no subscriptions. */
export interface Muting {
  readonly account: number
  readonly subscriptions: readonly number[]
  readonly kinds: readonly string[]
}

export const MUTE_PATH = '/accounts/unsubscribe/'
/** The page where everybody chooses their mail. */
export const SETTINGS_PATH = '/account/notifications/'

const signature = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`mute ${text}`).digest().subarray(0, 16)

/** The token has to be signed, because whoever opens the link need not be logged in. It does not expire: old mail stays useful. */
function muteToken(secret: string, { account, subscriptions, kinds }: Muting): string {
  const text = `${account}.${[...subscriptions, ...kinds].join('-')}`
  return `${text}.${signature(secret, text).toString('base64url')}`
}

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text)

/** Null unless the token was signed here. */
export function readMuteToken(secret: string, token: string): Muting | null {
  const parts = /^((\d{1,15})\.(\w{1,60}(?:-\w{1,60}){0,200}))\.([\w-]{22})$/.exec(token)
  if (parts === null) return null
  const [, text, account, list, given] = parts
  const mac = Buffer.from(given!, 'base64url')
  if (mac.length !== 16 || !timingSafeEqual(mac, signature(secret, text!))) return null
  const [ids, kinds] = [list!.split('-').filter(isNumber), list!.split('-').filter(name => !isNumber(name))]
  return { account: Number(account), subscriptions: ids.map(Number), kinds }
}

export const muteAddress = (site: string, secret: string, muting: Muting): string =>
  `${site}${MUTE_PATH}?i=${muteToken(secret, muting)}`
