// MediaWiki's password hash formats, so that users of an imported wiki can keep their passwords.
import { createHash, pbkdf2 as pbkdf2Callback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyBcrypt } from './bcrypt.ts'

const pbkdf2 = promisify(pbkdf2Callback)
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const MAX_ITERATIONS = 10_000_000
const DIGESTS = new Set(['sha1', 'sha224', 'sha256', 'sha384', 'sha512'])

/** Supports A (MD5), B (salted MD5), pbkdf2, pbkdf2 wrapped around A or B, and bcrypt. Other formats never verify. */
export async function verifyMediaWikiHash(password: string, stored: string): Promise<boolean> {
  const [, kind, rest] = /^:([^:]+):(.+)$/s.exec(stored) ?? []
  if (kind === undefined || rest === undefined) return false
  switch (kind) {
    case 'A':
      return sameText(md5(password), rest)
    case 'B': {
      const [salt, hash] = rest.split(':')
      return hash !== undefined && sameText(oldSalted(password, salt!), hash)
    }
    case 'pbkdf2': {
      const [digest, iterations, length, salt, hash] = rest.split(':')
      return hash !== undefined && verifyPbkdf2(password, [digest!, iterations!, length!], salt!, hash)
    }
    case 'pbkdf2-legacyA':
    case 'pbkdf2-legacyB': {
      const [, parameters, innerSalt, salt, hash] = rest.split('!')
      if (hash === undefined) return false
      const inner = kind === 'pbkdf2-legacyA' ? md5(password) : oldSalted(password, innerSalt!)
      return verifyPbkdf2(inner, parameters!.split(':'), salt!, hash)
    }
    case 'bcrypt':
      return verifyBcrypt(password, rest)
    default:
      return false
  }
}

const oldSalted = (password: string, salt: string): string => md5(`${salt}-${md5(password)}`)

async function verifyPbkdf2(secret: string, parameters: string[], salt: string, hash: string): Promise<boolean> {
  const [digest, iterations, length] = parameters
  const rounds = Number(iterations)
  const expected = Buffer.from(hash, 'base64')
  if (!DIGESTS.has(digest ?? '') || !Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ITERATIONS) return false
  if (expected.length === 0 || expected.length !== Number(length)) return false
  const actual = await pbkdf2(secret, Buffer.from(salt, 'base64'), rounds, expected.length, digest!)
  return timingSafeEqual(actual, expected)
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}
