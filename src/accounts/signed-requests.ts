import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Store, Writer } from '#store/store.ts'
import { CredentialError } from './credential-error.ts'
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

/**
 * Checks a request with the signature of an owner-only consumer (OAuth 1.0a). The signed address is the one of this
 * site, whatever the Host header says: otherwise other sites could pass on requests that were meant for them.
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

  /** `header` is what follows "OAuth". */
  async verify(header: string, parts: SignedParts): Promise<{ bearer: Bearer; token: string }> {
    const params = oauthParams(header)
    if (params === null) throw new CredentialError('malformed')
    const value = (name: string): string => params.get(`oauth_${name}`) ?? ''
    const method = value('signature_method')
    if (!SIGNATURE_METHODS.includes(method)) throw new CredentialError('signature-method')
    if (!['', '1.0'].includes(value('version'))) throw new CredentialError('malformed')
    const now = seconds(this.#clock)
    const timestamp = /^\d{1,12}$/.test(value('timestamp')) ? Number(value('timestamp')) : Number.NaN
    if (!(Math.abs(timestamp - now) <= TOLERANCE)) throw new CredentialError('timestamp')
    if (value('nonce') === '' || value('nonce').length > 200) throw new CredentialError('nonce')
    const token = value('token')
    const bearer = await findBearer(this.#store.primary, 'signing', token, now)
    if (bearer === null || bearer.client.id !== value('consumer_key')) throw new CredentialError('invalid')
    const key = unseal(token, bearer.sealedSecret ?? '')
    const request = { method: parts.method, ...this.#signed(parts, params) }
    if (key === null || !isSignature(request, method, key, value('signature'))) throw new CredentialError('signature')
    await this.#spend(`${bearer.client.id} ${token} ${timestamp} ${value('nonce')}`, now)
    return { bearer, token }
  }

  #signed({ url, form }: SignedParts, header: ReadonlyMap<string, string>) {
    const mark = url.indexOf('?')
    const inQuery: Parameter[] = mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))]
    const inForm: Parameter[] = form === null ? [] : [...new URLSearchParams(form)]
    // Secrets and signatures in addresses end up in logs.
    if ([...inQuery, ...inForm].some(([name]) => name.startsWith('oauth_'))) throw new CredentialError('malformed')
    const inHeader = [...header].filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
    return {
      address: this.#siteUrl + (mark < 0 ? url : url.slice(0, mark)),
      params: [...inQuery, ...inForm, ...inHeader],
    }
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
