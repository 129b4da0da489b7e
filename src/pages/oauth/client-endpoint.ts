import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { CredentialError } from '#accounts/credential-error.ts'
import { CLIENT_STAGES, clientsOf, findClient, type OAuthClient } from '#accounts/oauth-clients.ts'
import { checkToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { searchParams } from '#html/search-params.ts'
import { SOURCE_TEXTS } from '#html/texts/index.ts'
import { checkClient } from './new-client.ts'
import { sendJson } from './oauth-error.ts'
import { MOST_CLIENTS, registerClient, replaceSecrets } from './register-client.ts'
import { GRANT_TYPES } from './token-endpoint.ts'

/** An error in the form of `rest.php`. */
class ClientError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/** `oauth2/client`: users list and register their applications, as in MediaWiki. */
export function clientRoutes(app: FastifyInstance, services: Services, root: string): void {
  const answer = async (reply: FastifyReply, work: () => Promise<object>) => {
    try {
      return sendJson(reply, 200, await work())
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const { status: httpCode, message } = error
      return sendJson(reply.headers(error.headers), httpCode, { message, httpCode, httpReason: REASONS[httpCode] })
    }
  }
  app.get(`${root}/oauth2/client`, { exposeHeadRoute: false }, (request, reply) =>
    answer(reply, async () => list(services, request, await ownerOf(services, request))),
  )
  app.post(`${root}/oauth2/client`, (request, reply) =>
    answer(reply, async () => {
      const fields = fieldsOf(request)
      return propose(services, fields, await ownerOf(services, request, fields))
    }),
  )
  app.post<{ Params: { key: string } }>(`${root}/oauth2/client/:key/reset_secret`, (request, reply) =>
    answer(reply, async () => reset(services, request.params.key, await ownerOf(services, request, fieldsOf(request)))),
  )
}

/** Tokens of applications may not register further ones: their scopes do not include it. */
async function ownerOf(services: Services, request: FastifyRequest, written: Fields | null = null): Promise<Account> {
  const { callers, config } = services
  const caller = await callers.identify(request).catch((error: unknown) => {
    if (error instanceof CredentialError) throw new ClientError(error.problem === 'scope' ? 403 : 401, error.message)
    throw error
  })
  const { account, via } = callers.beyondWiki(caller)
  if (account === null) throw new ClientError(401, 'Log in, or send an API key of your account.')
  if (written === null) return account
  if (via === 'session' && !checkToken(caller, 'csrf', textOf(written, 'token')))
    throw new ClientError(403, 'The parameter token must be a csrf token.')
  if (config.readOnly !== null)
    throw new ClientError(503, `This site is read-only: ${config.readOnly}`, {
      'Retry-After': String(READ_ONLY_RETRY_AFTER),
    })
  return account
}

type Fields = Readonly<Record<string, unknown>>

/** A JSON object or a form. */
function fieldsOf({ body }: FastifyRequest): Fields {
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  throw new ClientError(400, 'Send a JSON object or a form.')
}

const textOf = (fields: Fields, name: string): string => {
  const value = Object.hasOwn(fields, name) ? fields[name] : ''
  return typeof value === 'string' ? value : ''
}

const isTrue = (fields: Fields, name: string): boolean =>
  Object.hasOwn(fields, name) && (fields[name] === true || ['1', 'true'].includes(String(fields[name])))

/** A list, or a text with MediaWiki's separator. */
const listOf = (fields: Fields, name: string): string[] => {
  const value = Object.hasOwn(fields, name) ? fields[name] : []
  const list = Array.isArray(value) ? value.map(String) : String(value).split('|')
  return list.filter(each => each !== '')
}

async function list({ store }: Services, request: FastifyRequest, account: Account): Promise<object> {
  const query = searchParams(request)
  const number = (name: string, otherwise: number, most: number): number => {
    const text = query.get(name) ?? String(otherwise)
    if (!/^\d{1,9}$/.test(text)) throw new ClientError(400, `The parameter ${name} must be a whole number.`)
    return Math.min(Number(text), most)
  }
  const version = query.get('oauth_version') ?? '2'
  if (version !== '1' && version !== '2') throw new ClientError(400, 'The parameter oauth_version must be 1 or 2.')
  const [offset, limit] = [number('offset', 0, 1_000_000), number('limit', 25, 500)]
  const all = (await clientsOf(store.primary, account.id)).filter(each => String(each.oauthVersion) === version)
  const clients = all.slice(offset, offset + limit).map(client => describe(client, account))
  return { clients, total: all.length }
}

/** MediaWiki's fields; the numbers of its stages are in the order of ours, with "expired" between. */
const describe = (client: OAuthClient, account: Account): object => ({
  email: account.email,
  name: client.name,
  version: client.version,
  callback_url: client.redirectUris[0] ?? '',
  description: client.description,
  client_key: client.id,
  owner_only: client.isOwnerOnly,
  stage: [0, 1, 2, 4][CLIENT_STAGES.indexOf(client.stage)],
  oauth_version: client.oauthVersion,
  registration_formatted: new Date(client.createdAt * 1000).toISOString(),
  ...(client.oauthVersion === 2 && { allowed_grants: client.isOwnerOnly ? ['client_credentials'] : CODE_GRANTS }),
  scopes: client.scopes,
  restrictions: { IPAddresses: ['0.0.0.0/0', '::/0'] },
})

const CODE_GRANTS = ['authorization_code', 'refresh_token']

async function propose(services: Services, fields: Fields, account: Account): Promise<object> {
  const isOwnerOnly = isTrue(fields, 'owner_only')
  const types = listOf(fields, 'grant_types')
  const unknown = types.find(type => !(GRANT_TYPES as readonly string[]).includes(type))
  if (unknown !== undefined) throw new ClientError(400, `The parameter grant_types accepts: ${GRANT_TYPES.join(', ')}.`)
  if (isTrue(fields, 'callback_is_prefix'))
    throw new ClientError(400, 'The parameter callback_is_prefix is not supported: redirect URIs must match exactly.')
  const checked = checkClient(
    {
      name: textOf(fields, 'name'),
      version: textOf(fields, 'version'),
      description: textOf(fields, 'description'),
      oauthVersion: 2,
      isConfidential: isOwnerOnly || isTrue(fields, 'is_confidential'),
      isOwnerOnly,
      redirectUris: listOf(fields, 'callback_url'),
      scopes: listOf(fields, 'scopes'),
    },
    account.id,
  )
  if ('problems' in checked) {
    const [[field, text]] = Object.entries(checked.problems) as [[string, string]]
    const parameter = field === 'redirects' ? 'callback_url' : field
    throw new ClientError(400, `Invalid value of the parameter ${parameter}: ${String(SOURCE_TEXTS[text])}`)
  }
  if ((await clientsOf(services.store.primary, account.id)).length >= MOST_CLIENTS)
    throw new ClientError(403, `You already have ${MOST_CLIENTS} applications, the maximum.`)
  const { client, secrets } = await registerClient(services, account, checked)
  return {
    name: client.name,
    client_key: client.id,
    ...(secrets.clientSecret !== undefined && { secret: secrets.clientSecret }),
    ...(secrets.accessToken !== undefined && { access_token: secrets.accessToken }),
  }
}

async function reset(services: Services, key: string, account: Account): Promise<object> {
  const client = await findClient(services.store.primary, key)
  // Applications of others look missing.
  if (client === null || client.accountId !== account.id)
    throw new ClientError(404, 'You have no application with this client_key.')
  const { clientSecret, accessToken, accessSecret } = await replaceSecrets(services, account, client)
  return {
    name: client.name,
    client_key: client.id,
    ...(clientSecret !== undefined && { secret: clientSecret }),
    ...(accessToken !== undefined && { access_token: accessToken }),
    ...(accessSecret !== undefined && { access_secret: accessSecret }),
  }
}
