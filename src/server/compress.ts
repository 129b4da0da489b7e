import { hash } from 'node:crypto'
import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BoundedCache } from '#cache/bounded-cache.ts'
import { addForm, formOf } from '#cache/kept-bytes.ts'
import { type Encoding, encodingFor } from '#html/accept-encoding.ts'
import { limits } from './limits.ts'

const COMPRESSIBLE = /^text\/(?!event-stream)|[/+](?:json|xml|javascript|yaml)(?:;|$)/

/** Larger bodies are compressed on another thread. This size takes about two milliseconds. */
const MAX_SYNC_BYTES = 128 * 1024
/** Reused for encoding texts: a new buffer for each would stay in memory until the next garbage collection. */
const scratch = Buffer.allocUnsafeSlow(MAX_SYNC_BYTES)

/** Brotli's default quality, 11, takes a hundred times as long. */
const QUALITY = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }

/**
 * Sizes the compressor's memory for the body instead of the maximum (0.3 MB for deflate and 8 MB for Brotli, plus 16 kB
 * per result, which stay in memory until the next garbage collection).
 */
function deflateMemory(length: number): zlib.ZlibOptions {
  const windowBits = Math.min(Math.max(Math.ceil(Math.log2(length)), 10), 15)
  return { windowBits, memLevel: windowBits - 7, chunkSize: chunkFor(length) }
}

function brotliMemory(length: number): zlib.BrotliOptions {
  const window = Math.min(Math.max(Math.ceil(Math.log2(length)), 10), 18)
  return { params: { ...QUALITY, [zlib.constants.BROTLI_PARAM_LGWIN]: window }, chunkSize: chunkFor(length) }
}

const chunkFor = (length: number): number => Math.min(Math.max(Math.floor(length / 8), 1024), 16 * 1024)

/** Streams have no known length. */
const UNKNOWN = Number.POSITIVE_INFINITY

interface Codec {
  sync(body: Buffer, length: number): Buffer
  async(body: Buffer, length: number, done: Done): void
  stream(): Transform
}
type Done = (error: Error | null, compressed: Buffer) => void

const codecs: Readonly<Record<Encoding, Codec>> = {
  br: {
    sync: (body, length) => zlib.brotliCompressSync(body, brotliMemory(length)),
    async: (body, length, done) => zlib.brotliCompress(body, brotliMemory(length), done),
    stream: () => zlib.createBrotliCompress(brotliMemory(UNKNOWN)),
  },
  gzip: {
    sync: (body, length) => zlib.gzipSync(body, deflateMemory(length)),
    async: (body, length, done) => zlib.gzip(body, deflateMemory(length), done),
    stream: () => zlib.createGzip(),
  },
  deflate: {
    sync: (body, length) => zlib.deflateSync(body, deflateMemory(length)),
    async: (body, length, done) => zlib.deflate(body, deflateMemory(length), done),
    stream: () => zlib.createDeflate(),
  },
}

/** Compresses large responses. Compressed request bodies are not supported, because they invite decompression bombs. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { 'accept-encoding': accepted, 'x-no-compression': unwanted } = request.headers
    if (accepted === undefined || unwanted !== undefined || !isCompressible(reply)) return done(null, payload)
    const encoding = encodingFor(accepted)
    if (encoding === null) return done(null, payload)
    const codec = codecs[encoding]
    if (payload instanceof Readable) {
      setEncoding(reply, encoding).removeHeader('content-length')
      // Errors surface to the reader of the stream.
      return done(
        null,
        pipeline(payload, codec.stream(), () => {}),
      )
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    const length = Buffer.byteLength(payload)
    if (length < limits.compressAboveBytes) return done(null, payload)
    compress(encoding, payload, length, (error, compressed) => {
      if (error) return done(error)
      setEncoding(reply, encoding).header('content-length', compressed.length)
      done(null, compressed)
    })
  })
}

/** Compresses a complete body, or returns the result for bytes that are kept between requests. */
export function compress(encoding: Encoding, payload: string | Buffer, length: number, done: Done): void {
  const known = formOf(payload, encoding)
  if (known !== undefined) {
    done(null, known)
    return
  }
  compressNow(encoding, payload, length, (error, result) => {
    if (!error) addForm(payload, encoding, result)
    done(error, result)
  })
}

function compressNow(encoding: Encoding, payload: string | Buffer, length: number, done: Done): void {
  if (length > MAX_SYNC_BYTES) compressOnce(encoding, Buffer.isBuffer(payload) ? payload : Buffer.from(payload), done)
  else done(null, codecs[encoding].sync(bytesOf(payload), length))
}

/** Total size of large bodies that are kept compressed, at most twice this. Few are larger than 200 kB. */
const MAX_KEPT_BYTES = 2_000_000
const compressed = new BoundedCache<string, Buffer>({ name: 'compressed responses', limit: 2 * MAX_KEPT_BYTES })

/**
 * Compresses a large body, or returns the result for the same bytes. A hash takes a twentieth of the time. The
 * recipient does not matter, because equal bytes have equal results.
 */
function compressOnce(encoding: Encoding, body: Buffer, done: Done): void {
  const key = `${encoding} ${hash('blake2b512', body, 'base64')}`
  const kept = compressed.get(key)
  if (kept !== undefined) {
    done(null, kept)
    return
  }
  codecs[encoding].async(body, body.length, (error, result) => {
    if (!error) compressed.set(key, result, result.length + 200)
    done(error, result)
  })
}

const bytesOf = (payload: string | Buffer): Buffer =>
  typeof payload === 'string' ? scratch.subarray(0, scratch.write(payload)) : payload

export const isCompressibleType = (type: unknown): boolean => typeof type === 'string' && COMPRESSIBLE.test(type)

/** Byte ranges refer to the uncompressed file, and compressed content would not get smaller. */
function isCompressible(reply: FastifyReply): boolean {
  if (!isCompressibleType(reply.getHeader('content-type'))) return false
  return reply.statusCode !== 206 && !reply.hasHeader('content-encoding') && !reply.hasHeader('content-range')
}

function setEncoding(reply: FastifyReply, encoding: Encoding): FastifyReply {
  const vary = reply.getHeader('vary')
  const tag = reply.getHeader('etag')
  // A strong tag stands for certain bytes, and these are others.
  if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`)
  return reply
    .header('content-encoding', encoding)
    .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
}
