// For tests: a real OpenID provider on a local port, and one that lies on demand.
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OpenidProvider } from '#accounts/openid-provider.ts'

export const SITE = 'http://site.test'
const CLIENT = { clientId: 'parlance', clientSecret: 'a secret of forty characters, more or less' }

export type Claims = Readonly<Record<string, unknown>>

/** The settings of a provider at an address. */
export const providerAt = (issuer: string, more: Partial<OpenidProvider> = {}): OpenidProvider => ({
  issuer,
  ...CLIENT,
  label: 'Example Corp',
  scope: 'openid profile email groups',
  accounts: 'create',
  emailDomains: [],
  groupsClaim: 'groups',
  groups: {},
  teams: {},
  secondFactor: false,
  singleLogout: false,
  network: 'any',
  ...more,
})

async function listen(handler: RequestListener): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer(handler)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  // Ends with the tests.
  server.unref()
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** The parts of oidc-provider that are used here. It has no types of its own. */
interface RealProvider {
  callback(): RequestListener
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
}

/** The address that a page leads to after a form. */
export const addressIn = (page: string): string =>
  /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')

export interface Corp {
  readonly issuer: string
  /** Who is at the keyboard of the provider; null cancels. */
  user: string | null
  /** Follows the redirects of the provider like a browser, and returns the path back to the site. */
  visit(address: string): Promise<string>
  close(): Promise<void>
}

/** Runs the package oidc-provider with these users, by `sub`. */
export async function startCorp(
  users: Record<string, Claims>,
  names: readonly string[] = ['corp'],
  site = SITE,
): Promise<Corp> {
  const { default: Provider } = (await import('oidc-provider' as string)) as {
    default: new (issuer: string, configuration: object) => RealProvider
  }
  let provider: RealProvider | undefined
  const { address: issuer, close } = await listen((request, response) => {
    if (request.url?.startsWith('/interaction/')) void decide(request, response)
    else provider!.callback()(request, response)
  })
  const corp: Corp = {
    issuer,
    user: Object.keys(users)[0] ?? null,
    close,
    async visit(address) {
      let at = address
      // A new browser each time: the provider would keep the last user logged in.
      const cookies = new Map<string, string>()
      for (let step = 0; step < 12 && at.startsWith(issuer); step++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
          cookies.set(name!, value!)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${response.status} ${at}: ${(await response.text()).slice(0, 500)}`)
        at = new URL(location, at).href
      }
      return at.startsWith(SITE) ? at.slice(SITE.length) : at
    },
  }
  const decide = async (request: IncomingMessage, response: ServerResponse) => {
    if (corp.user === null)
      return provider!.interactionFinished(request, response, { error: 'access_denied', error_description: 'no' })
    const grant = new provider!.Grant({ accountId: corp.user, clientId: CLIENT.clientId })
    grant.addOIDCScope('openid profile email groups')
    const consent = { grantId: await grant.save() }
    return provider!.interactionFinished(request, response, { login: { accountId: corp.user }, consent })
  }
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: names.map(name => `${site}/accounts/openid/${name}/callback/`),
        post_logout_redirect_uris: [`${site}/`],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ ...users[id], sub: id }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
  })
  return corp
}

/** What a lying provider changes. */
export interface Lies {
  /** Changes to the ID token; undefined removes a claim. */
  idToken?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signs with another key than the published one, or not at all. */
  signature?: 'foreign' | 'none' | 'hmac'
  noIdToken?: boolean
  userinfo?: Claims
  /** Status of the token endpoint. */
  tokenStatus?: number
  discovery?: Claims
}

export interface Liar {
  readonly issuer: string
  lies: Lies
  /** The authorization response: the parameters of the way back. */
  answer(address: string, changes?: Record<string, string | null>): string
  /** Challenges of which the verifier was wrong or missing. */
  readonly badVerifiers: string[]
  close(): Promise<void>
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider of few lines, whose responses tests can falsify. */
export async function startLiar(sub = 'mallory', claims: Claims = {}): Promise<Liar> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const codes = new Map<string, { nonce: string; challenge: string }>()
  const { address: issuer, close } = await listen(async (request, response) => {
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { pathname } = new URL(request.url!, 'http://localhost')
    if (pathname === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ...liar.lies.discovery,
      })
    if (pathname === '/jwks')
      return send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    if (pathname === '/me') return send({ sub, ...claims, ...liar.lies.userinfo })
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    const code = form.get('code') ?? ''
    const begun = codes.get(code)
    codes.delete(code)
    if (liar.lies.tokenStatus !== undefined) return send({ error: 'server_error' }, liar.lies.tokenStatus)
    if (begun === undefined) return send({ error: 'invalid_grant' }, 400)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge !== begun.challenge) {
      liar.badVerifiers.push(begun.challenge)
      return send({ error: 'invalid_grant' }, 400)
    }
    const id_token = idToken(begun.nonce)
    send({ access_token: 'a', token_type: 'Bearer', ...(!liar.lies.noIdToken && { id_token }) })
  })
  const idToken = (nonce: string): string => {
    const now = Math.floor(Date.now() / 1000)
    const token = {
      iss: issuer,
      sub,
      aud: CLIENT.clientId,
      exp: now + 300,
      iat: now,
      nonce,
      ...claims,
      ...liar.lies.idToken,
    }
    const { signature } = liar.lies
    const alg = signature === 'none' ? 'none' : signature === 'hmac' ? 'HS256' : 'RS256'
    const head = `${base64({ alg, kid: 'one', ...liar.lies.header })}.${base64(token)}`
    if (signature === 'none') return `${head}.`
    const key: KeyObject = signature === 'foreign' ? foreign : privateKey
    return `${head}.${createSign('sha256').update(head).sign(key).toString('base64url')}`
  }
  const liar: Liar = {
    issuer,
    lies: {},
    badVerifiers: [],
    close,
    answer(address, changes = {}) {
      const asked = new URL(address).searchParams
      const code = `code-${codes.size + 1}-${asked.get('state')}`
      codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' })
      const back = new URL(asked.get('redirect_uri')!)
      const parameters = { code, state: asked.get('state')!, iss: issuer, ...changes }
      for (const [name, value] of Object.entries(parameters)) if (value !== null) back.searchParams.set(name, value)
      return back.href.slice(SITE.length)
    },
  }
  return liar
}
