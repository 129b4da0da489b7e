import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyMediaWikiHash } from './mediawiki-hashes.ts'

const argon2 = promisify(argon2Callback)

export const MAX_PASSWORD_BYTES = 4096
const MIN_PASSWORD_LENGTH = 8

/** OWASP's recommendation: 19 MiB and two passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Upper bounds for stored hashes, so that a corrupt one cannot exhaust memory or CPU. */
const MAX_COST = { memory: 1_048_576, passes: 64, parallelism: 16 } as const
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,128})\$([A-Za-z0-9+/]{22,128})$/

export class PasswordTooLong extends Error {
  constructor() {
    super(`Use at most ${MAX_PASSWORD_BYTES} bytes for the password.`)
  }
}

interface Verdict {
  readonly ok: boolean
  /** The stored hash is outdated and should be replaced while the password is at hand. */
  readonly rehash: boolean
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function rejectTooLong(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw new PasswordTooLong()
}

export async function hashPassword(password: string): Promise<string> {
  rejectTooLong(password)
  const nonce = randomBytes(SALT_BYTES)
  const hash = await argon2('argon2id', { message: password, nonce, tagLength: HASH_BYTES, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(hash)}`
}

/** Checks a password against a stored hash, ours or one imported from MediaWiki. */
export async function verifyPassword(password: string, stored: string): Promise<Verdict> {
  rejectTooLong(password)
  if (stored.startsWith(':argon2:')) return { ok: await verifyArgon2(password, stored.slice(8)), rehash: true }
  if (stored.startsWith(':')) return { ok: await verifyMediaWikiHash(password, stored), rehash: true }
  const current = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`
  return { ok: await verifyArgon2(password, stored), rehash: !stored.startsWith(current) }
}

async function verifyArgon2(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored)
  if (parts === null) return wasteTime(password)
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const sane =
    memory >= 8 * parallelism &&
    memory <= MAX_COST.memory &&
    passes >= 1 &&
    passes <= MAX_COST.passes &&
    parallelism >= 1 &&
    parallelism <= MAX_COST.parallelism
  if (!sane) return wasteTime(password)
  const nonce = Buffer.from(parts[4]!, 'base64')
  const expected = Buffer.from(parts[5]!, 'base64')
  const cost = { memory, passes, parallelism }
  const actual = await argon2('argon2id', { message: password, nonce, tagLength: expected.length, ...cost })
  return timingSafeEqual(actual, expected)
}

/** Takes as long as checking a wrong password, so that response times do not reveal whether an account exists. */
export async function wasteTime(password: string): Promise<false> {
  rejectTooLong(password)
  await argon2('argon2id', { message: password, nonce: Buffer.alloc(SALT_BYTES), tagLength: HASH_BYTES, ...COST })
  return false
}

export type PasswordProblem = 'too-short' | 'too-long' | 'is-name'

/** Why a new password is not acceptable; null if it is. */
export function passwordProblem(name: string, password: string): PasswordProblem | null {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return 'too-long'
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'too-short'
  if (password.toLowerCase() === name.toLowerCase()) return 'is-name'
  return null
}
