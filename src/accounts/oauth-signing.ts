import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { fingerprint } from './secrets.ts'

/** The values with which requests are signed (OAuth 1.0a), apart from the consumer key. */
export interface SigningSecrets {
  readonly consumerSecret: string
  readonly token: string
  readonly tokenSecret: string
}

/** The most tokens of one grant: an application gets one each time its user allows it. */
const MOST_TOKENS = 20

/**
 * Creates the secrets of a grant, which can be shown only now. The server needs them to check signatures, so they
 * cannot be hashed. They are encrypted with the token, which only arrives with each request. `sharedSecret` is the
 * consumer secret of an application for all users, which is stored there; an owner-only one has its own here.
 */
export async function createSigningToken(
  tx: Writer,
  clock: Clock,
  { grantId, scopes, sharedSecret }: SigningGrant,
): Promise<SigningSecrets> {
  const { token, tokenSecret } = newSigningPair()
  const consumerSecret = sharedSecret ?? newConsumerSecret()
  await tx
    .insertInto('oauth_token')
    .values({
      token_hash: fingerprint(token),
      kind: 'signing',
      grant_id: grantId,
      family: fingerprint(token).slice(0, 24),
      scopes: scopes.join(' '),
      created_at: seconds(clock),
      expires_at: null,
      spent_at: null,
      redirect_uri: null,
      challenge: null,
      sealed_secret: seal(token, `${sharedSecret === undefined ? consumerSecret : ''}&${tokenSecret}`),
    })
    .execute()
  await deleteOldest(tx, grantId)
  return { consumerSecret, token, tokenSecret }
}

interface SigningGrant {
  readonly grantId: number
  readonly scopes: readonly string[]
  readonly sharedSecret?: string
}

async function deleteOldest(tx: Writer, grantId: number): Promise<void> {
  const rows = await tx
    .selectFrom('oauth_token')
    .select('token_hash')
    .where('grant_id', '=', grantId)
    .where('kind', '=', 'signing')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
  const old = rows.slice(MOST_TOKENS).map(row => row.token_hash)
  if (old.length > 0) await tx.deleteFrom('oauth_token').where('token_hash', 'in', old).execute()
}

/** A token and its secret. */
export const newSigningPair = (): { token: string; tokenSecret: string } => ({ token: hex(16), tokenSecret: hex(20) })

export const newConsumerSecret = (): string => hex(20)

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

const keyFrom = (token: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', token, salt, 'oauth signing secret', 32))

/** Encrypts a secret with its token. */
export function seal(token: string, secret: string): string {
  const salt = randomBytes(16)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(token, salt), Buffer.alloc(12))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The secret that `seal` encrypted; null if the stored value is damaged. */
export function unseal(token: string, stored: string): string | null {
  const bytes = Buffer.from(stored, 'base64')
  try {
    const opening = createDecipheriv('aes-256-gcm', keyFrom(token, bytes.subarray(0, 16)), Buffer.alloc(12))
    opening.setAuthTag(bytes.subarray(16, 32))
    return Buffer.concat([opening.update(bytes.subarray(32)), opening.final()]).toString()
  } catch {
    return null
  }
}

export type Parameter = readonly [name: string, value: string]

/** A request as its signature covers it. */
export interface SignedRequest {
  readonly method: string
  /** Without the query. */
  readonly address: string
  /** Of the query, the form and the header, except for the signature. */
  readonly params: readonly Parameter[]
}

const HASHES: Readonly<Record<string, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }

export const SIGNATURE_METHODS: readonly string[] = Object.keys(HASHES)

/** RFC 5849, 3.6: like encodeURIComponent, with five more characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** RFC 5849, 3.4.1. */
export function baseString({ method, address, params }: SignedRequest): string {
  const pairs = params
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => byBytes(a, b) || byBytes(x, y))
    .map(([name, value]) => `${name}=${value}`)
  return [method.toUpperCase(), address, pairs.join('&')].map(encoded).join('&')
}

export const sign = (request: SignedRequest, method: string, key: string): string =>
  createHmac(HASHES[method]!, key).update(baseString(request)).digest('base64')

export function isSignature(request: SignedRequest, method: string, key: string, signature: string): boolean {
  const expected = Buffer.from(sign(request, method, key))
  const sent = Buffer.from(signature)
  return expected.length === sent.length && timingSafeEqual(expected, sent)
}

/** The parameters of an `Authorization: OAuth …` header; null if it is malformed or has one twice. */
export function oauthParams(header: string): Map<string, string> | null {
  const params = new Map<string, string>()
  for (const part of header.split(',')) {
    const [, name, value] = /^\s*([A-Za-z_]+)\s*=\s*"([^"]*)"\s*$/.exec(part) ?? []
    if (name === undefined || params.has(name)) return null
    try {
      params.set(name, decodeURIComponent(value!))
    } catch {
      return null
    }
  }
  return params
}
