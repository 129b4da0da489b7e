// Credentials of all kinds for one account, and requests with them.
import { createApiKey } from '#accounts/api-keys.ts'
import { createBotPassword, findBotPassword } from '#accounts/bot-passwords.ts'
import { GRANTS, PLATFORM_SCOPES } from '#accounts/scopes.ts'
import { issueToken } from '#accounts/tokens.ts'
import { registerClient } from '#pages/oauth/register-client.ts'
import { signedHeader } from '#pages/oauth/testing-oauth.ts'
import { SITE, type TestServer } from './test-server.ts'

/** All grants of the wiki. */
export const WIKI_SCOPES = Object.keys(GRANTS)
export const ALL_SCOPES = [...WIKI_SCOPES, ...PLATFORM_SCOPES]

/** A way to authenticate as `boss`. */
export interface TokenKind {
  readonly name: string
  /** The server as this caller sees it, for all names that tests use. */
  readonly server: TestServer
}

interface Sending {
  readonly method: string
  readonly path: string
  readonly form: string | null
}

type Headers = (sending: Sending) => Record<string, string>

/** The server with other credentials. */
function serverWith(server: TestServer, headersFor: Headers): TestServer {
  const { services } = server
  const inForm = (options: { headers?: Readonly<Record<string, string>>; body?: unknown }): string | null =>
    options.headers?.['content-type'] === 'application/x-www-form-urlencoded' ? String(options.body ?? '') : null
  return {
    ...server,
    send: (_who, method, path, options = {}, app) => {
      const headers = { ...options.headers, ...headersFor({ method, path, form: inForm(options) }) }
      return server.send('visitor', method, path, { ...options, headers }, app)
    },
    async token(_who, type) {
      const [method, url] = ['GET', '/w/api.php']
      const headers = headersFor({ method, path: url, form: null })
      const caller = await services.callers.identify({ ip: '127.0.0.1', headers, method, url }, 'wiki')
      return { token: issueToken(caller, type, services.clock), headers: {} }
    },
  }
}

/** Creates credentials of each kind. Call it before `rehearse`. */
export async function tokenKinds(server: TestServer) {
  const { services, accounts } = server
  const { store, clock, callers } = services
  const boss = accounts.boss!
  const anonymous = callers.anonymous('127.0.0.1')
  const kind = (name: string, headers: Headers): TokenKind => ({ name, server: serverWith(server, headers) })
  const bearer = (name: string, token: string): TokenKind => kind(name, () => ({ authorization: `Bearer ${token}` }))

  async function session(): Promise<TokenKind> {
    const caller = await callers.logIn(anonymous, boss)
    const cookie = caller.setCookies[0]!.split(';')[0]!
    const token = issueToken(caller, 'csrf', clock)
    return kind('session', () => ({ cookie, 'x-csrftoken': token }))
  }

  async function botPassword(appId: string, grants: readonly string[]): Promise<TokenKind> {
    await store.transaction(tx => createBotPassword(tx, boss.id, appId, grants))
    const bot = await findBotPassword(store.read, boss.id, appId)
    const { setCookies } = await callers.logIn(anonymous, boss, { botPassword: bot })
    return kind(`bot password ${appId}`, () => ({ cookie: setCookies[0]!.split(';')[0]! }))
  }

  async function apiKey(name: string, scopes: readonly string[] | null): Promise<TokenKind> {
    const limits = { expiresAt: null, addresses: [], scopes }
    const key = await store.transaction(tx => createApiKey(tx, boss.id, name, clock, limits))
    return bearer(`API key ${name}`, key!)
  }

  const register = (name: string, oauthVersion: 1 | 2, scopes: readonly string[]) =>
    registerClient(services, boss, {
      accountId: boss.id,
      name,
      version: '1.0',
      description: 'For tests',
      oauthVersion,
      isConfidential: true,
      isOwnerOnly: true,
      redirectUris: [],
      scopes,
    })

  const oauth2 = async (name: string, scopes: readonly string[]): Promise<TokenKind> =>
    bearer(`OAuth 2 ${name}`, (await register(name, 2, scopes)).secrets.accessToken!)

  async function oauth1(name: string, scopes: readonly string[]): Promise<TokenKind> {
    const { client, secrets } = await register(name, 1, scopes)
    const app = {
      client,
      secret: secrets.clientSecret,
      token: secrets.accessToken,
      tokenSecret: secrets.accessSecret,
    }
    return kind(`OAuth 1.0a ${name}`, ({ method, path, form }) => ({
      authorization: signedHeader({ clock }, app, {
        url: path,
        method: method as 'GET',
        site: SITE,
        form: Object.fromEntries(new URLSearchParams(form ?? '')),
      }),
    }))
  }

  return { session, botPassword, apiKey, oauth2, oauth1 }
}
