import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Store, Writer } from '#store/store.ts'
import { CredentialError } from './credential-error.ts'
import { findClient, type OAuthClient, signingSecretOf } from './oauth-clients.ts'
import { findRequest } from './oauth-requests.ts'
import { isSignature, oauthParams, type Parameter, SIGNATURE_METHODS, unseal } from './oauth-signing.ts'
import { type Bearer, findBearer } from './oauth-tokens.ts'
import { fingerprint } from './secrets.ts'

/** How far the clock of a client may be off, in seconds. Nonces are kept for twice as long. */
const TOLERANCE = 300

/** Forms as sent, by what their parser made of them. */
const texts = new WeakMap<object, string>()

/** Keeps the text of a form, which the signature covers, if the request has one. */
export function keepFormText(request: FormRequest, form: object, text: string): void {
  if (/^oauth\s/i.test(request.headers.authorization ?? '')) texts.set(form, text)
}

interface FormRequest {
  readonly headers: { readonly authorization?: string | undefined; readonly 'content-type'?: string | undefined }
  readonly body?: unknown
}

/** The form in the body as sent; null for other bodies, which signatures do not cover. */
export function formText({ headers, body }: FormRequest): string | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return null
  if (Buffer.isBuffer(body)) return body.toString()
  return typeof body === 'object' && body !== null ? (texts.get(body) ?? null) : null
}

/** What a signature covers besides the header. */
export interface SignedParts {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** The form in the body as sent; null if the body is something else. */
  readonly form: string | null
}

/** What a signed request sends to get a token, in the header or in the query. */
const IN_QUERY: readonly string[] = ['oauth_callback', 'oauth_verifier']

/** The signer of a request, as far as its key and token are known. */
interface Signer<T> {
  readonly clientId: string
  /** With which the request must be signed; null if it is damaged. */
  readonly key: string | null
  readonly found: T
}

type Find<T> = (sent: { readonly consumer: string; readonly token: string }, now: number) => Promise<Signer<T> | null>

/** A request whose signature is right. */
export interface Verified<T> {
  readonly found: T
  /** An OAuth parameter, without "oauth_". */
  value(name: string): string
}

/**
 * Checks requests with signatures (OAuth 1.0a). The signed address is the one of this site, whatever the Host header
 * says: otherwise other sites could pass on requests that were meant for them.
 */
export class SignedRequests {
  readonly #store: Store
  readonly #clock: Clock
  readonly #siteUrl: string

  constructor(store: Store, clock: Clock, siteUrl: string) {
    this.#store = store
    this.#clock = clock
    this.#siteUrl = siteUrl
  }

  /** A request with an access token. `header` is what follows "OAuth". */
  async verify(header: string, parts: SignedParts): Promise<{ bearer: Bearer; token: string }> {
    const { found, value } = await this.#verify(header, parts, [], async ({ token }, now) => {
      const bearer = await findBearer(this.#store.primary, 'signing', token, now)
      return bearer && { clientId: bearer.client.id, key: signingKey(bearer, token), found: bearer }
    })
    return { bearer: found, token: value('token') }
  }

  /** A request of an application for a request token: there is no token yet. */
  verifyClient(header: string, parts: SignedParts): Promise<Verified<OAuthClient>> {
    return this.#verify(header, parts, IN_QUERY, async ({ consumer, token }) => {
      const client = token === '' ? await findClient(this.#store.primary, consumer) : null
      const secret = client && (await signingSecretOf(this.#store.primary, client.id))
      return client && secret !== null ? { clientId: client.id, key: `${secret}&`, found: client } : null
    })
  }

  /** A request that exchanges a request token. */
  verifyExchange(header: string, parts: SignedParts): Promise<Verified<{ client: OAuthClient; secret: string }>> {
    return this.#verify(header, parts, IN_QUERY, async ({ token }, now) => {
      const request = await findRequest(this.#store.primary, token, now)
      const client = request && (await findClient(this.#store.primary, request.clientId))
      const secret = client && (await signingSecretOf(this.#store.primary, client.id))
      if (!client || !secret) return null
      return { clientId: client.id, key: `${secret}&${request!.tokenSecret}`, found: { client, secret } }
    })
  }

  /** The consumer secret behind an access token; null if the token is not valid. */
  async consumerSecret(token: string): Promise<string | null> {
    const bearer = await findBearer(this.#store.primary, 'signing', token, seconds(this.#clock))
    return (bearer && signingKey(bearer, token))?.split('&')[0] ?? null
  }

  async #verify<T>(
    header: string,
    parts: SignedParts,
    inQuery: readonly string[],
    find: Find<T>,
  ): Promise<Verified<T>> {
    const inHeader = oauthParams(header)
    if (inHeader === null) throw new CredentialError('malformed')
    const { address, params } = this.#signed(parts, inHeader, inQuery)
    const sent = new Map(params.filter(([name]) => name.startsWith('oauth_')))
    const value = (name: string): string => sent.get(`oauth_${name}`) ?? ''
    const method = value('signature_method')
    if (!SIGNATURE_METHODS.includes(method)) throw new CredentialError('signature-method')
    if (!['', '1.0'].includes(value('version'))) throw new CredentialError('malformed')
    const now = seconds(this.#clock)
    const timestamp = /^\d{1,12}$/.test(value('timestamp')) ? Number(value('timestamp')) : Number.NaN
    if (!(Math.abs(timestamp - now) <= TOLERANCE)) throw new CredentialError('timestamp')
    if (value('nonce') === '' || value('nonce').length > 200) throw new CredentialError('nonce')
    const [consumer, token] = [value('consumer_key'), value('token')]
    const signer = await find({ consumer, token }, now)
    if (signer === null || signer.clientId !== consumer) throw new CredentialError('invalid')
    const request = { method: parts.method, address, params }
    const signature = inHeader.get('oauth_signature') ?? ''
    if (signer.key === null || !isSignature(request, method, signer.key, signature))
      throw new CredentialError('signature')
    await this.#spend(`${consumer} ${token} ${timestamp} ${value('nonce')}`, now)
    return { found: signer.found, value }
  }

  #signed({ url, form }: SignedParts, header: ReadonlyMap<string, string>, inQuery: readonly string[]) {
    const mark = url.indexOf('?')
    const query: Parameter[] = mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))]
    const fields: Parameter[] = form === null ? [] : [...new URLSearchParams(form)]
    const sent: Parameter[] = [...query, ...fields]
    // Some clients repeat in the header what is in the query, and sign it once.
    const isRepeated = ([name, value]: Parameter) =>
      inQuery.includes(name) && sent.some(each => each[0] === name && each[1] === value)
    const isUnsigned = ([name]: Parameter) => name === 'oauth_signature' || name === 'realm'
    const params = [...sent, ...[...header].filter(each => !isUnsigned(each) && !isRepeated(each))]
    // Secrets and signatures in addresses end up in logs.
    const isMisplaced = ([name]: Parameter) => name.startsWith('oauth_') && !inQuery.includes(name)
    const isTwice = (name: string) => params.filter(each => each[0] === name).length > 1
    if (sent.some(isMisplaced) || inQuery.some(isTwice)) throw new CredentialError('malformed')
    return { address: this.#siteUrl + (mark < 0 ? url : url.slice(0, mark)), params }
  }

  /** Each nonce counts once, on all servers. */
  async #spend(nonce: string, now: number): Promise<void> {
    if (this.#store.isReadOnly) throw new CredentialError('read-only')
    const isNew = await this.#store.transaction(async tx => {
      await deleteExpired(tx, now)
      const row = await tx
        .insertInto('oauth_nonce')
        .values({ nonce_hash: fingerprint(nonce), expires_at: now + 2 * TOLERANCE })
        .onConflict(conflict => conflict.column('nonce_hash').doNothing())
        .returning('nonce_hash')
        .executeTakeFirst()
      return row !== undefined
    })
    if (!isNew) throw new CredentialError('nonce')
  }
}

async function deleteExpired(tx: Writer, now: number): Promise<void> {
  const expired = tx.selectFrom('oauth_nonce').select('nonce_hash').where('expires_at', '<=', now).limit(100)
  const rows = await lockRows(tx, expired, 'skip').execute()
  const hashes = rows.map(row => row.nonce_hash)
  if (hashes.length > 0) await tx.deleteFrom('oauth_nonce').where('nonce_hash', 'in', hashes).execute()
}

/** Of an owner-only application, the token has the whole key; of others, only its own part. */
function signingKey({ sealedSecret, signingSecret }: Bearer, token: string): string | null {
  const stored = unseal(token, sealedSecret ?? '')
  return stored === null ? null : `${signingSecret ?? ''}${stored}`
}
