import { createHmac, timingSafeEqual } from 'node:crypto'

/** What an unsubscribe link mutes for one account: subscriptions and news kinds. */
export interface Muting {
  readonly account: number
  readonly subscriptions: readonly number[]
  readonly kinds: readonly string[]
  /** Threads in the inbox, like `unit/12`. */
  readonly threads?: readonly string[]
}

export const MUTE_PATH = '/accounts/unsubscribe/'
/** The email notification settings. */
export const SETTINGS_PATH = '/account/notifications/'

const signature = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`mute ${text}`).digest().subarray(0, 16)

/** Signed, because the link works without logging in. It never expires, so links in old emails keep working. */
function muteToken(secret: string, { account, subscriptions, kinds, threads = [] }: Muting): string {
  const words = threads.map(thread => `${THREAD}${thread.replaceAll('/', '_')}`)
  const text = `${account}.${[...subscriptions, ...kinds, ...words].join('-')}`
  return `${text}.${signature(secret, text).toString('base64url')}`
}

/** Begins the name of a thread in a link. Names of kinds have no underscore. */
const THREAD = 'thread_'

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text)

/** Null unless the token was signed here. */
export function readMuteToken(secret: string, token: string): Muting | null {
  const parts = /^((\d{1,15})\.(\w{1,60}(?:-\w{1,60}){0,200}))\.([\w-]{22})$/.exec(token)
  if (parts === null) return null
  const [, text, account, list, encodedMac] = parts
  const mac = Buffer.from(encodedMac!, 'base64url')
  if (mac.length !== 16 || !timingSafeEqual(mac, signature(secret, text!))) return null
  const words = list!.split('-')
  return {
    account: Number(account),
    subscriptions: words.filter(isNumber).map(Number),
    kinds: words.filter(name => !isNumber(name) && !name.startsWith(THREAD)),
    threads: words.flatMap(name => (name.startsWith(THREAD) ? name.slice(THREAD.length).replaceAll('_', '/') : [])),
  }
}

export const muteAddress = (site: string, secret: string, muting: Muting): string =>
  `${site}${MUTE_PATH}?i=${muteToken(secret, muting)}`
