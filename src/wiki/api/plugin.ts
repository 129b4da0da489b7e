import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { CredentialError } from '#accounts/credential-error.ts'
import { keepFormText } from '#accounts/signed-requests.ts'
import type { PlainRequest, PlainResponse } from '#core/direct-routes.ts'
import { logOutage } from '#events/log-outage.ts'
import { COMPRESS_ABOVE_BYTES } from '#html/compress-above.ts'
import { goneSignal } from '#html/gone.ts'
import { noteForm } from '#html/wanted.ts'
import { unavailability } from '#store/store-error.ts'
import type { Wiki } from '../wiki.ts'
import type { Answer } from './answer.ts'
import { crossOrigin, SAME_ORIGIN } from './cross-origin.ts'
import type { Handle } from './main.ts'
import { readForm } from './read-form.ts'
import { type MultipartForm, readMultipart } from './read-multipart.ts'
import { type ApiRequest, MAX_FORM_FIELDS, type UploadedFile } from './request.ts'
import { answerUnavailable, answerUnknownCaller } from './unavailable.ts'

const MAX_FIELD = 20 * 1024 * 1024
/** Limit for bodies other than forms, such as reports. */
const MAX_OTHER = 64 * 1024
const MAX_FORM = 100 * 1024 * 1024 + MAX_FIELD

/** Mounts an Action API. Form parsing hooks into every request of its scope, so bodiless requests stay outside. */
export async function mountActionApi(
  app: FastifyInstance,
  wiki: Wiki,
  handle: Handle,
  { paths, asking, posting }: Place = usualPlace(wiki),
): Promise<void> {
  const mount = (capsule: FastifyInstance, method: HTTPMethods[]) => {
    for (const url of paths)
      capsule.route({ method, url, handler: (request, reply) => answer(wiki, handle, request, reply) })
  }
  mount(app, asking)
  for (const path of paths) wiki.services.direct.set(path, (request, raw) => responseTo(wiki, handle, request, { raw }))
  await app.register(async capsule => {
    capsule.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FIELD },
      async (request: FastifyRequest, text: string) => {
        const form = readForm(text, MAX_FORM_FIELDS)
        keepFormText(request, form, text)
        return form
      },
    )
    const form = { parseAs: 'buffer', bodyLimit: MAX_FORM } as const
    capsule.addContentTypeParser('multipart/form-data', form, async (request: FastifyRequest, body: Buffer) =>
      readMultipart(body, request.headers['content-type'] ?? '', MAX_FIELD),
    )
    // PHP ignores any other body, so only the URL counts.
    capsule.removeContentTypeParser(['application/json', 'text/plain'])
    capsule.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_FIELD },
      async (_: FastifyRequest, body: Buffer) => (body.length > MAX_OTHER ? null : body),
    )
    mount(capsule, posting)
  })
}

/** Routes for methods without and with a body. */
interface Place {
  readonly paths: Iterable<string>
  readonly asking: HTTPMethods[]
  readonly posting: HTTPMethods[]
}

const usualPlace = ({ site }: Wiki): Place => ({
  // The last path is the script path of the wiki, which an import may have changed.
  paths: new Set(['/w/api.php', '/api.php', `${site.info.general.scriptpath ?? ''}/api.php`]),
  asking: ['GET', 'OPTIONS'],
  posting: ['POST', 'PUT', 'PATCH', 'DELETE'],
})

async function answer(wiki: Wiki, handle: Handle, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, headers, body } = await responseTo(wiki, handle, request, reply)
  reply.code(status)
  if (status === 204) return reply.headers(headers).send()
  return send(request, reply, headers, body)
}

async function responseTo(
  wiki: Wiki,
  handle: Handle,
  request: PlainRequest,
  reply: { readonly raw: ServerResponse },
): Promise<PlainResponse> {
  const api = readRequest(request, reply)
  if (api.method === 'POST') noteForm(request.raw, api.params)
  const isPreflight = request.method === 'OPTIONS'
  const crossing = crossOrigin(api, isPreflight, wiki.services.config.wikiOrigins)
  if (crossing.refusal) {
    const headers = { ...crossing.headers, 'content-type': 'text/html; charset=utf-8' }
    return { status: 403, headers, body: `${crossing.refusal}\n` }
  }
  if (isPreflight) {
    const headers = crossing.variesByOrigin ? { ...crossing.headers, vary: 'Origin' } : crossing.headers
    return { status: 204, headers, body: '' }
  }
  const answered = await respond(wiki, handle, api, request, crossing.anonymous)
  const { status = api.method === 'other' ? 405 : 200, body } = answered
  if (crossing === SAME_ORIGIN) return { status, headers: answered.headers, body }
  const headers = crossing.variesByOrigin ? varyingByOrigin(answered.headers) : answered.headers
  return { status, headers: { ...crossing.headers, ...headers }, body }
}

const varyingByOrigin = (headers: Answer['headers']): Answer['headers'] => ({
  ...headers,
  vary: headers.vary === undefined ? 'Origin' : `${String(headers.vary)}, Origin`,
})

async function respond(
  wiki: Wiki,
  handle: Handle,
  api: ApiRequest,
  request: PlainRequest,
  anonymous: boolean,
): Promise<Answer> {
  const { callers } = wiki.services
  try {
    // Without credentials there is nothing to look up.
    const isAnonymous = anonymous || !(request.headers.cookie || request.headers.authorization)
    const caller = isAnonymous ? callers.anonymous(request.ip) : await callers.identify(request, 'wiki')
    return await handle(wiki, api, caller)
  } catch (error) {
    if (error instanceof CredentialError) return answerUnknownCaller(wiki, api, callers.anonymous(request.ip), error)
    const unavailable = unavailability(error)
    if (unavailable === null) throw error
    logOutage(request.log, unavailable)
    return answerUnavailable(wiki, api, callers.anonymous(request.ip), unavailable, request.id)
  }
}

/**
 * Writes short or uncompressed responses directly: Fastify's processing of the body would cost about 3% of the whole
 * request.
 */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Answer['headers'],
  body: Answer['body'],
): FastifyReply {
  const length = Buffer.byteLength(body)
  if (length >= COMPRESS_ABOVE_BYTES && request.headers['accept-encoding'] !== undefined)
    return reply.headers(headers).send(body)
  // Fastify returns a copy.
  const all = Object.assign(reply.getHeaders(), headers) as OutgoingHttpHeaders
  all['content-length'] = length
  // Both may set cookies: the session, and the position of the caller's last write.
  const [one, other] = [reply.getHeader('set-cookie'), headers['set-cookie']]
  if (one !== undefined && other !== undefined) all['set-cookie'] = [one as string[], other].flat()
  // Node throws on invalid headers; before hijacking, Fastify still turns that into an error response.
  reply.raw.writeHead(reply.statusCode, all)
  reply.hijack()
  reply.raw.end(body)
  return reply
}

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map()

function readRequest(request: PlainRequest, reply: { readonly raw: ServerResponse }): ApiRequest {
  const url = request.raw.url!
  const queryStart = url.indexOf('?')
  const params = readForm(queryStart < 0 ? '' : url.slice(queryStart + 1))
  const header = (name: string) => headerOf(request, name)
  let signal: AbortSignal | undefined
  const gone = () => {
    signal ??= goneSignal(reply)
    return signal
  }
  const read = { method: 'GET', params, inUrl: params, files: NO_FILES, ip: request.ip, header, gone } as const
  if (request.method === 'POST') return { ...read, ...readPosted(params, request.body), method: 'POST' }
  return ASKING.has(request.method) ? read : { ...read, method: 'other' }
}

const ASKING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Parameters in the body override those in the URL. */
function readPosted(inUrl: ReadonlyMap<string, string>, body: unknown): Pick<ApiRequest, 'params' | 'files' | 'body'> {
  if (body instanceof Buffer) return { params: inUrl, files: NO_FILES, body: body.toString() }
  if (body instanceof Map) return { params: new Map([...inUrl, ...body]), files: NO_FILES }
  const { fields, files } = (body ?? { fields: [], files: [] }) as MultipartForm
  return { params: new Map([...inUrl, ...fields]), files: new Map(files) }
}

function headerOf({ headers }: PlainRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value[0] : value
}
