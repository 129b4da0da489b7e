import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_TEXTS } from '#html/status-texts.ts'
import type { FileStore } from '../file-store.ts'
import { FileError, notFound } from './file-error.ts'
import type { FileVersion } from './file-version.ts'
import type { FoundFile } from './find-file.ts'
import { aboutBytes, bytesName, NEVER_STORED } from './stored-bytes.ts'
import { readThumbName } from './thumb-order.ts'
import type { Thumbnails } from './thumbnails.ts'

/** Sends the file or thumbnail that `find` returns, or an error. */
export async function sendFound(
  thumbnails: Thumbnails | null,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<FoundFile>,
): Promise<FastifyReply> {
  try {
    const { version, thumbName } = await find()
    if (thumbnails === null) return notFound('This server has no file store.')
    return thumbName === null
      ? await sendFile(thumbnails.files, version, request, reply)
      : await sendThumbnail(thumbnails, version, thumbName, request, reply)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return sendError(reply, error)
  }
}

function sendError(reply: FastifyReply, { status, message }: FileError): FastifyReply {
  if (status === 503) reply.header('retry-after', '5')
  const error = STATUS_TEXTS[status]!.toLowerCase().replaceAll(' ', '-')
  return reply.code(status).header('x-content-type-options', 'nosniff').send({ error, message })
}

/** Whether to answer 304, because the client already has this version. */
function isKnown(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const given = request.headers['if-none-match'] ?? ''
  return given.length < 4096 && given.split(',').some(etag => etag.trim().replace(/^W\//, '') === tag)
}

async function sendThumbnail(
  thumbnails: Thumbnails,
  file: FileVersion,
  thumbName: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const order = readThumbName(file, thumbName)
  if (isKnown(request, reply, `"${file.sha1}-${order.prefix}"`)) return reply.code(304).send()
  const bytes = await thumbnails.get(file, order)
  return reply.headers(fileHeaders(order.mime)).send(bytes)
}

async function sendFile(
  files: FileStore,
  file: FileVersion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const about = await aboutBytes(files, file.sha1)
  if (!about) return notFound(NEVER_STORED)
  const { size } = about
  const range = byteRange(request.headers.range, size)
  reply.header('accept-ranges', 'bytes')
  const isDone = isKnown(request, reply, `"${file.sha1}"`) ? 304 : range === 'none' ? 416 : null
  if (isDone !== null || range === 'none') {
    if (isDone === 416) reply.header('content-range', `bytes */${size}`)
    return reply.code(isDone!).send()
  }
  reply.headers(fileHeaders(file.mime)).header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD' || size === 0) return reply.send()
  const stream = await files.stream(bytesName(file.sha1), range ?? undefined)
  return stream ? reply.send(stream) : notFound(NEVER_STORED)
}

interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/**
 * Parses `bytes=0-499`. Null to send the whole file, also for unsupported
 * ranges; 'none' when the range cannot be satisfied.
 */
function byteRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first, last] = match as unknown as [string, string, string]
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || start > end ? 'none' : { start, end }
}

/** Types that browsers show without executing anything in them. */
const HARMLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|tiff|x-icon|bmp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/ogg)$/

const LOCKED_UP = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/**
 * Uploads are untrusted but served from the wiki's own origin. Content that
 * could hold scripts is sandboxed or sent as a download.
 */
function fileHeaders(mime: string): Record<string, string> {
  const common = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }
  if (HARMLESS.test(mime)) return { ...common, 'content-type': mime }
  if (mime === 'image/svg+xml') return { ...common, 'content-type': mime, 'content-security-policy': LOCKED_UP }
  return {
    ...common,
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-security-policy': LOCKED_UP,
  }
}
