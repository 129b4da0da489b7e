import { open } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filePath } from '../content/file-path.ts'
import { IMAGES } from '../content/files/addresses.ts'
import type { FileVersion } from '../content/files/file-version.ts'
import type { Wiki } from '../wiki.ts'
import { byteRange } from './byte-range.ts'
import { FileError, notFound } from './file-error.ts'
import { fileHeaders } from './file-headers.ts'
import { findFile } from './find-file.ts'
import { readThumbName } from './thumb-order.ts'
import { Thumbnails } from './thumbnails.ts'

/** Serves uploaded files, their earlier versions and thumbnails under the addresses the API tells. */
export function fileRoutes(app: FastifyInstance, wiki: Wiki): void {
  const thumbnails = wiki.filesFolder === null ? null : new Thumbnails(wiki.filesFolder)
  app.route({
    method: ['GET', 'HEAD'],
    url: `${IMAGES}/*`,
    handler: async (request, reply) => {
      try {
        return await serve(wiki, thumbnails, request, reply)
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        return refuse(reply, error)
      }
    },
  })
}

function refuse(reply: FastifyReply, { status, message }: FileError): FastifyReply {
  if (status === 503) reply.header('retry-after', '5')
  const error = STATUS_CODES[status]!.toLowerCase().replaceAll(' ', '-')
  return reply.code(status).header('x-content-type-options', 'nosniff').send({ error, message })
}

async function serve(
  wiki: Wiki,
  thumbnails: Thumbnails | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await wiki.services.callers.identify(request)
  if (!caller.can('read')) throw new FileError(403, 'Only readers of this wiki may see its files.')
  const [address] = request.raw.url!.split('?', 1)
  const { version, thumbName } = await findFile(wiki.db, address!.slice(IMAGES.length + 1))
  if (thumbnails === null) return notFound('This server stores no files.')
  // Caches ask again each time: a file may be replaced, hidden or deleted under the same address.
  reply.header('cache-control', 'no-cache')
  return thumbName === null
    ? sendFile(wiki.filesFolder!, version, request, reply)
    : sendThumbnail(thumbnails, version, thumbName, request, reply)
}

/** Answers 304 when the client has it already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const given = request.headers['if-none-match'] ?? ''
  return given.length < 4096 && given.split(',').some(known => known.trim().replace(/^W\//, '') === tag)
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
  filesFolder: string,
  file: FileVersion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!/^[0-9a-z]{31}$/.test(file.sha1)) return notFound('The content of this file was never stored here.')
  const handle = await open(filePath(filesFolder, file.sha1)).catch(() => null)
  if (!handle) return notFound('The content of this file was never stored here.')
  const { size } = await handle.stat()
  const range = byteRange(request.headers.range, size)
  reply.header('accept-ranges', 'bytes')
  const isDone = isKnown(request, reply, `"${file.sha1}"`) ? 304 : range === 'none' ? 416 : null
  if (isDone !== null || range === 'none') {
    await handle.close()
    if (isDone === 416) reply.header('content-range', `bytes */${size}`)
    return reply.code(isDone!).send()
  }
  reply.headers(fileHeaders(file.mime)).header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD' || size === 0) {
    await handle.close()
    return reply.send()
  }
  return reply.send(handle.createReadStream(range ?? {}))
}
