import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, seconds } from '#store/clock.ts'

/** Types of tokens on the wire; each is good for its own kind of action only. */
export const TOKEN_TYPES = ['createaccount', 'csrf', 'login', 'patrol', 'rollback', 'userrights', 'watch'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

/** What people without an account get for everything but logging in and signing up. */
export const ANONYMOUS_TOKEN = '+\\'

/** Who a token is for: a caller fits. */
export interface TokenHolder {
  readonly account: object | null
  /** From the session or, for an API key, from the key; null when there is neither. */
  readonly tokenSecret: string | null
}

/** From February 2106 on the time has nine digits. */
const shape = /^[0-9a-f]{32}([0-9a-f]{8,12})\+\\$/

/** Whether a token of this type needs a session even for somebody who is not logged in. */
export const needsSession = (type: TokenType): boolean => type === 'login' || type === 'createaccount'

const signature = (secret: string, type: TokenType, timestamp: string): string =>
  createHmac('sha256', secret).update(`${type}|${timestamp}`).digest('hex').slice(0, 32)

/** The token looks like MediaWiki's: 32 digits of signature, 8 or more of time, and an ending that breaks careless proxies. */
export function issueToken(holder: TokenHolder, type: TokenType, clock: Clock): string {
  if (holder.account === null && !needsSession(type)) return ANONYMOUS_TOKEN
  if (holder.tokenSecret === null) throw new Error(`A ${type} token needs a session; begin one first.`)
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
