import type { Configuration } from 'openid-client'
import { guardedFetch } from '#net/guarded-fetch.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { OpenidProvider } from './openid-provider.ts'

/** Seconds until the provider's metadata is read again. */
const METADATA_LIFETIME = 3600
const TIMEOUT_SECONDS = 10

/** What protects one login against forged and replayed responses. It stays in the visitor's session. */
export interface OpenidChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A verified identity. */
export interface OpenidUser {
  readonly issuer: string
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** The provider cannot be reached or is broken. */
export class ProviderDown extends Error {}

/** The provider's response is not a valid login. `isCancelled` if the user or the provider refused. */
export class LoginRejected extends Error {
  readonly isCancelled: boolean

  constructor(message: string, isCancelled: boolean, cause?: unknown) {
    super(message, { cause })
    this.isCancelled = isCancelled
  }
}

/** Speaks to the identity providers of the site. */
export class OpenidClient {
  readonly #providers: Readonly<Record<string, OpenidProvider>>
  readonly #clock: Clock
  readonly #known = new Map<string, { readonly configuration: Configuration; readonly until: number }>()

  constructor(providers: Readonly<Record<string, OpenidProvider>>, clock: Clock) {
    this.#providers = providers
    this.#clock = clock
  }

  get providers(): readonly (readonly [name: string, provider: OpenidProvider])[] {
    return Object.entries(this.#providers)
  }

  provider(name: string): OpenidProvider | null {
    return Object.hasOwn(this.#providers, name) ? this.#providers[name]! : null
  }

  /** The address to send the browser to, with the checks to keep for its return. */
  async begin(name: string, redirectUri: string, isAgain: boolean): Promise<{ url: string; checks: OpenidChecks }> {
    // Asked again at each login, so that an outage shows here instead of as the browser's error page.
    const configuration = await this.#configuration(name, true)
    const library = await import('openid-client')
    const checks = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    }
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#providers[name]!.scope,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(isAgain && { prompt: 'login', max_age: '0' }),
    })
    return { url: url.href, checks }
  }

  /** Verifies the response in the address that the browser came back to. */
  async finish(name: string, address: URL, checks: OpenidChecks, isAgain: boolean): Promise<OpenidUser> {
    const configuration = await this.#configuration(name)
    const library = await import('openid-client')
    try {
      const tokens = await library.authorizationCodeGrant(configuration, address, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
        // A minute for the way back. Without it, an old login at the provider would count as a new proof.
        ...(isAgain && { maxAge: 60 }),
      })
      const claims = tokens.claims()
      if (claims === undefined || claims.sub === '') throw new LoginRejected('no ID token with a subject', false)
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
      return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } }
    } catch (error) {
      if (error instanceof LoginRejected) throw error
      if (isOutage(error)) throw new ProviderDown(messageOf(error), { cause: error })
      throw new LoginRejected(messageOf(error), error instanceof library.AuthorizationResponseError, error)
    }
  }

  /** Where to log out at the provider; null if it has no such page. */
  async logoutAddress(name: string, returnTo: string): Promise<string | null> {
    const configuration = await this.#configuration(name).catch(() => null)
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null
    const { buildEndSessionUrl } = await import('openid-client')
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
  }

  async #configuration(name: string, isAskedAgain = false): Promise<Configuration> {
    const now = seconds(this.#clock)
    const known = this.#known.get(name)
    if (!isAskedAgain && known !== undefined && known.until > now) return known.configuration
    const provider = this.#providers[name]!
    const library = await import('openid-client')
    const secret = provider.clientSecret
    const isPlain = provider.issuer.startsWith('http:')
    try {
      const configuration = await library.discovery(
        new URL(provider.issuer),
        provider.clientId,
        undefined,
        secret === '' ? library.None() : library.ClientSecretBasic(secret),
        {
          timeout: TIMEOUT_SECONDS,
          [library.customFetch]: (url, { method, headers, body, signal }) =>
            guardedFetch(url, provider.network, { method, headers, signal, body: body == null ? null : String(body) }),
          // Signatures are checked although TLS protects the tokens.
          execute: [
            library.enableNonRepudiationChecks,
            ...(isPlain && provider.network === 'any' ? [library.allowInsecureRequests] : []),
          ],
        },
      )
      this.#known.set(name, { configuration, until: now + METADATA_LIFETIME })
      return configuration
    } catch (error) {
      throw new ProviderDown(messageOf(error), { cause: error })
    }
  }
}

/** Network failures, and errors of the server. Everything else is about the login itself. */
function isOutage(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (error instanceof TypeError || /^E[A-Z]+$|^UND_ERR/.test(code ?? '')) return true
  if (code === 'OAUTH_TIMEOUT' || (error as Error).name === 'Unreachable') return true
  const status = cause instanceof Response ? cause.status : 0
  return status >= 500
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
