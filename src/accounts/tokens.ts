import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, seconds } from '#store/clock.ts'

/** MediaWiki's token types. A token is valid for actions of its own type only. */
export const TOKEN_TYPES = ['createaccount', 'csrf', 'login', 'patrol', 'rollback', 'userrights', 'watch'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

/** The token of anonymous users for everything except logging in and creating an account. */
export const ANONYMOUS_TOKEN = '+\\'

/** The owner of a token; a `Caller` qualifies. */
export interface TokenHolder {
  readonly account: object | null
  /** Derived from the session or the API key; null without either. */
  readonly tokenSecret: string | null
}

/** The timestamp has nine digits from February 2106. */
const shape = /^[0-9a-f]{32}([0-9a-f]{8,12})\+\\$/

/** Whether anonymous users need a session for a token of this type. */
export const needsSession = (type: TokenType): boolean => type === 'login' || type === 'createaccount'

const signature = (secret: string, type: TokenType, timestamp: string): string =>
  createHmac('sha256', secret).update(`${type}|${timestamp}`).digest('hex').slice(0, 32)

/**
 * MediaWiki's format: a 32-digit signature, a timestamp of at least 8 digits, and a suffix that exposes broken proxies.
 */
export function issueToken(holder: TokenHolder, type: TokenType, clock: Clock): string {
  if (holder.account === null && !needsSession(type)) return ANONYMOUS_TOKEN
  if (holder.tokenSecret === null) throw new Error(`A ${type} token needs a session. Start one first.`)
  const timestamp = seconds(clock).toString(16).padStart(8, '0')
  return `${signature(holder.tokenSecret, type, timestamp)}${timestamp}${ANONYMOUS_TOKEN}`
}

export function checkToken(holder: TokenHolder, type: TokenType, token: string): boolean {
  if (holder.account === null && !needsSession(type)) return token === ANONYMOUS_TOKEN
  const timestamp = shape.exec(token)?.[1]
  if (holder.tokenSecret === null || timestamp === undefined) return false
  const expected = signature(holder.tokenSecret, type, timestamp)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token.slice(0, 32)))
}
