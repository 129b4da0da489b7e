// For tests: an application on the other side, which sends real requests.
import { createHash, randomBytes } from 'node:crypto'
import { type NewClient, type OAuthClient, setClientStage } from '#accounts/oauth-clients.ts'
import { sign } from '#accounts/oauth-signing.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'
import { registerClient } from './register-client.ts'

export const SITE = 'http://site.test'
export const CALLBACK = 'https://app.example.org/callback'
export const AUTHORIZE = '/w/rest.php/oauth2/authorize'

/** A PKCE pair. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A site with Ann, who is logged in, the developers Dev and Mallory, an administrator, and an application of Dev. */
export async function oauthSite(store: Store): Promise<{ site: TestSite; ann: Visitor; app: App }> {
  const site = await testSite(store, { reauthMinutes: 0 })
  for (const name of ['Ann', 'Dev', 'Mallory']) await site.person(name, { email: `${name.toLowerCase()}@example.org` })
  await site.person('Boss', { superuser: true })
  const ann = site.visitor()
  await ann.logIn('Ann')
  return { site, ann, app: await newApp(site, 'Dev') }
}

export interface App {
  readonly client: OAuthClient
  readonly secret: string | undefined
  readonly token: string | undefined
  readonly tokenSecret: string | undefined
}

/** Registers an approved application. */
export async function newApp(site: TestSite, owner: string, more: Partial<NewClient> = {}): Promise<App> {
  const account = (await site.services.accounts.byName(site.services.store.read, owner))!
  const { client, secrets } = await registerClient(site.services, account, {
    accountId: account.id,
    name: 'Example App',
    version: '1.0',
    description: 'Does things.',
    oauthVersion: 2,
    isConfidential: true,
    isOwnerOnly: false,
    redirectUris: more.isOwnerOnly ? [] : [CALLBACK],
    scopes: ['basic', 'editpage', 'createeditmovepage', 'translation-read'],
    ...more,
  })
  await site.services.store.transaction(tx => setClientStage(tx, client.id, 'approved', ''))
  return { client, secret: secrets.clientSecret, token: secrets.accessToken, tokenSecret: secrets.accessSecret }
}

export type Params = Readonly<Record<string, string | undefined>>

const defined = (params: Params): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The address of a request for authorization. */
export const askFor = ({ client }: Pick<App, 'client'>, params: Params = {}): string =>
  `${AUTHORIZE}?${new URLSearchParams(
    defined({ response_type: 'code', client_id: client.id, redirect_uri: CALLBACK, state: 'xyz', ...params }),
  )}`

/** The hidden fields of the consent page, without the token. */
export const hiddenFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.slice(text.indexOf('<main')).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].flatMap(
      ([, name, value]) =>
        name === 'csrfmiddlewaretoken' ? [] : [[name!, value!.replaceAll('&amp;', '&').replaceAll('&#38;', '&')]],
    ),
  )

/** Opens the consent page and decides. Returns the parameters that the application gets. */
export async function decide(visitor: Visitor, address: string, decision = 'allow'): Promise<URLSearchParams> {
  const { text } = await visitor.get(address)
  const {
    location,
    status,
    text: answer,
  } = await visitor.send(address, { ...hiddenFields(text), do: decision }, AUTHORIZE)
  if (location === undefined) throw new Error(`${status} ${answer.slice(0, 2000)}`)
  return new URL(location).searchParams
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  readonly json: any
  readonly headers: Readonly<Record<string, unknown>>
}

/** Posts a form to an endpoint, with the client secret unless the parameters have their own. */
export async function post(
  site: TestSite,
  path: string,
  { secret, client }: Pick<App, 'client' | 'secret'>,
  params: Params,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new URLSearchParams(defined({ client_id: client.id, client_secret: secret, ...params }))
  const answer = await site.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: form.toString(),
  })
  return { status: answer.statusCode, json: answer.json(), headers: answer.headers }
}

export const tokenRequest = (site: TestSite, app: Pick<App, 'client' | 'secret'>, params: Params): Promise<Answer> =>
  post(site, '/w/rest.php/oauth2/access_token', app, params)

/** The whole flow: consent, code, tokens. */
export async function connect(
  site: TestSite,
  app: App,
  visitor: Visitor,
  params: Params = {},
): Promise<{ access: string; refresh: string; code: string; verifier: string }> {
  const { verifier, challenge } = pkce()
  const asked = { code_challenge: challenge, code_challenge_method: 'S256', ...params }
  const code = (await decide(visitor, askFor(app, asked))).get('code')!
  const { json, status } = await tokenRequest(site, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  })
  if (status !== 200) throw new Error(JSON.stringify(json))
  return { access: json.access_token, refresh: json.refresh_token, code, verifier }
}

/** A request with a token. */
export async function withToken(
  site: TestSite,
  token: string,
  url: string,
  { method = 'GET', form, json }: { method?: 'GET' | 'POST' | 'PATCH'; form?: Params; json?: object } = {},
): Promise<Answer> {
  const answer = await site.app.inject({
    method: form || json ? (method === 'GET' ? 'POST' : method) : method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(form && { payload: new URLSearchParams(defined(form)).toString() }),
    ...(json && { payload: JSON.stringify(json) }),
  })
  return { status: answer.statusCode, json: parsed(answer.payload), headers: answer.headers }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const wikiQuery = (params: Record<string, string>): string =>
  `/w/api.php?${new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...params })}`

/** Edits a page with a token. Returns "Success" or the error code. */
export async function edit(site: TestSite, token: string, title: string): Promise<string> {
  const tokens = await withToken(site, token, wikiQuery({ meta: 'tokens' }))
  if (tokens.json.error) return tokens.json.error.code
  const csrf = tokens.json.query.tokens.csrftoken
  const answer = await withToken(site, token, '/w/api.php', {
    form: { action: 'edit', format: 'json', formatversion: '2', title, text: `Text ${title}`, token: csrf },
  })
  return answer.json.edit?.result ?? answer.json.error.code
}

export interface Signing {
  readonly method?: 'GET' | 'POST'
  /** Path and query. */
  readonly url: string
  readonly form?: Record<string, string>
  /** Changes to the OAuth parameters; undefined removes one. */
  readonly oauth?: Params
  readonly hash?: 'HMAC-SHA1' | 'HMAC-SHA256'
  /** What is signed instead of the request that is sent. */
  readonly signed?: { readonly url?: string; readonly method?: string; readonly form?: Record<string, string> }
  readonly site?: string
  readonly key?: string
}

/** The header of a signed request (RFC 5849). */
export function signedHeader(site: { readonly clock: Clock }, app: App, signing: Signing): string {
  const { url, method = signing.form ? 'POST' : 'GET', form = {}, hash = 'HMAC-SHA1', signed = {} } = signing
  const oauth = defined({
    oauth_consumer_key: app.client.id,
    oauth_token: app.token,
    oauth_signature_method: hash,
    oauth_timestamp: String(Math.floor(site.clock.now() / 1000)),
    oauth_nonce: randomBytes(8).toString('hex'),
    oauth_version: '1.0',
    ...signing.oauth,
  })
  const [path, query = ''] = (signed.url ?? url).split('?') as [string, string?]
  const params = [...new URLSearchParams(query), ...Object.entries(signed.form ?? form), ...Object.entries(oauth)]
  const key = signing.key ?? `${app.secret}&${app.tokenSecret}`
  const signature = sign(
    {
      method: signed.method ?? method,
      address: (signing.site ?? SITE) + path,
      params: params.filter(([name]) => name !== 'oauth_signature'),
    },
    hash,
    key,
  )
  const all = { oauth_signature: signature, ...oauth }
  return `OAuth ${Object.entries(all)
    .map(([name, value]) => `${name}="${encodeURIComponent(value)}"`)
    .join(', ')}`
}

export async function signedRequest(
  site: TestSite,
  app: App,
  signing: Signing,
  header = signedHeader(site, app, signing),
): Promise<Answer> {
  const answer = await site.app.inject({
    method: signing.method ?? (signing.form ? 'POST' : 'GET'),
    url: signing.url,
    headers: {
      authorization: header,
      ...(signing.form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(signing.form && { payload: new URLSearchParams(signing.form).toString() }),
  })
  return { status: answer.statusCode, json: parsed(answer.payload), headers: answer.headers }
}
