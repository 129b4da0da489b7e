import type { OutgoingHttpHeaders } from 'node:http'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { COMPRESS_ABOVE_BYTES } from '#web/compress-above.ts'
import { goneSignal } from '#web/gone.ts'
import type { Wiki } from '../wiki.ts'
import type { Answer } from './answer.ts'
import { crossOrigin, SAME_ORIGIN } from './cross-origin.ts'
import { handle } from './main.ts'
import { readForm } from './read-form.ts'
import type { ApiRequest, UploadedFile } from './request.ts'

const PATHS = ['/w/api.php', '/api.php']
const MAX_FIELD = 20 * 1024 * 1024
const MAX_FILE = 100 * 1024 * 1024

/** Mounts the Action API. What reads forms and files watches every request of its capsule, so those without stay outside. */
export async function actionApi(app: FastifyInstance, wiki: Wiki): Promise<void> {
  const mount = (capsule: FastifyInstance, method: HTTPMethods[]) => {
    for (const url of PATHS) capsule.route({ method, url, handler: (request, reply) => answer(wiki, request, reply) })
  }
  mount(app, ['GET', 'OPTIONS'])
  await app.register(async capsule => {
    await capsule.register(formbody, { bodyLimit: MAX_FIELD, parser: text => readForm(text) as never })
    await capsule.register(multipart, { limits: { fieldSize: MAX_FIELD, fileSize: MAX_FILE, files: 1, fields: 500 } })
    mount(capsule, ['POST'])
  })
}

async function answer(wiki: Wiki, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const api = request.method === 'POST' ? await readPosted(request) : readRequest(request)
  const crossing = crossOrigin(api)
  if (crossing !== SAME_ORIGIN) reply.headers(crossing.headers)
  if (crossing.refusal) return reply.code(403).type('text/html; charset=utf-8').send(`${crossing.refusal}\n`)
  if (request.method === 'OPTIONS') return reply.code(204).send()
  const { callers } = wiki.services
  // Whoever brings nothing to be known by is known at once.
  const isStranger = crossing.anonymous || !(request.headers.cookie || request.headers.authorization)
  const known = isStranger ? callers.stranger(request.ip) : await callers.identify(request)
  let signal: AbortSignal | undefined
  const gone = () => {
    signal ??= goneSignal(reply)
    return signal
  }
  const { headers, body } = await handle(wiki, { ...api, gone }, known)
  return send(request, reply, headers, body)
}

/**
 * A short answer, or one that nobody wants compressed, is written as it is: what Fastify does for a body before it is sent
 * would take a thirtieth of the whole request.
 */
function send(request: FastifyRequest, reply: FastifyReply, headers: Answer['headers'], body: string): FastifyReply {
  const length = Buffer.byteLength(body)
  if (length >= COMPRESS_ABOVE_BYTES && request.headers['accept-encoding'] !== undefined)
    return reply.headers(headers).send(body)
  const all = { ...reply.getHeaders(), ...headers, 'content-length': length } as OutgoingHttpHeaders
  // Node refuses headers that cannot be; as long as Fastify has the request, that is answered with an error.
  reply.raw.writeHead(reply.statusCode, all)
  reply.hijack()
  reply.raw.end(body)
  return reply
}

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map()

function readRequest(request: FastifyRequest): ApiRequest {
  const url = request.raw.url!
  const queryStart = url.indexOf('?')
  const params = readForm(queryStart < 0 ? '' : url.slice(queryStart + 1))
  const header = (name: string) => headerOf(request, name)
  return { method: 'GET', params, inUrl: params, files: NO_FILES, ip: request.ip, header }
}

async function readPosted(request: FastifyRequest): Promise<ApiRequest> {
  const read = readRequest(request)
  const params = new Map(read.params)
  const files = new Map<string, UploadedFile>()
  if (request.isMultipart()) await readParts(request, params, files)
  else if (request.body instanceof Map) for (const [name, value] of request.body) params.set(name, value)
  return { ...read, method: 'POST', params, files }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value[0] : value
}

async function readParts(
  request: FastifyRequest,
  params: Map<string, string>,
  files: Map<string, UploadedFile>,
): Promise<void> {
  for await (const part of request.parts()) {
    if (part.type === 'file') files.set(part.fieldname, { filename: part.filename, data: await part.toBuffer() })
    else params.set(part.fieldname, String(part.value))
  }
}
