import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { limits } from './limits.ts'

const COMPRESSIBLE = /^text\/(?!event-stream)|[/+](?:json|xml|javascript|yaml)(?:;|$)/

/** Beyond this, which takes two milliseconds, the work goes to another thread, so that others need not wait for it. */
const AT_ONCE_BYTES = 128 * 1024
/** Where texts become bytes: a new buffer for each would stay until V8 looks for what is no longer used, which is seldom. */
const scratch = Buffer.allocUnsafeSlow(AT_ONCE_BYTES)

/** Brotli's usual quality of 11 takes a hundred times as long. */
const QUALITY = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }

/**
 * Memory for what is to be compressed, not for the largest thing that could be: 0.3 MB and 8 MB, and 16 kB for each
 * result, which stay until V8 cleans up.
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

/** A stream may be as long as it likes. */
const UNKNOWN = Number.POSITIVE_INFINITY

interface Way {
  atOnce(body: Buffer, length: number): Buffer
  elsewhere(body: string | Buffer, length: number, done: Done): void
  stream(): Transform
}
type Done = (error: Error | null, compressed: Buffer) => void

const ways: Readonly<Record<Encoding, Way>> = {
  br: {
    atOnce: (body, length) => zlib.brotliCompressSync(body, brotliMemory(length)),
    elsewhere: (body, length, done) => zlib.brotliCompress(body, brotliMemory(length), done),
    stream: () => zlib.createBrotliCompress(brotliMemory(UNKNOWN)),
  },
  gzip: {
    atOnce: (body, length) => zlib.gzipSync(body, deflateMemory(length)),
    elsewhere: (body, length, done) => zlib.gzip(body, deflateMemory(length), done),
    stream: () => zlib.createGzip(),
  },
  deflate: {
    atOnce: (body, length) => zlib.deflateSync(body, deflateMemory(length)),
    elsewhere: (body, length, done) => zlib.deflate(body, deflateMemory(length), done),
    stream: () => zlib.createDeflate(),
  },
}

/** Compresses large answers for those who can read them. Bodies arrive as they are: unpacking them would invite bombs. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { 'accept-encoding': accepted, 'x-no-compression': unwanted } = request.headers
    if (accepted === undefined || unwanted !== undefined || !isCompressible(reply)) return done(null, payload)
    const encoding = encodingFor(accepted)
    if (encoding === null) return done(null, payload)
    const way = ways[encoding]
    if (payload instanceof Readable) {
      announce(reply, encoding).removeHeader('content-length')
      // Whoever reads the stream hears of its errors.
      return done(
        null,
        pipeline(payload, way.stream(), () => {}),
      )
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    const length = Buffer.byteLength(payload)
    if (length < limits.compressAboveBytes) return done(null, payload)
    const send: Done = (error, compressed) => {
      if (error) return done(error)
      announce(reply, encoding).header('content-length', compressed.length)
      done(null, compressed)
    }
    if (length > AT_ONCE_BYTES) way.elsewhere(payload, length, send)
    else send(null, way.atOnce(bytesOf(payload), length))
  })
}

const bytesOf = (payload: string | Buffer): Buffer =>
  typeof payload === 'string' ? scratch.subarray(0, scratch.write(payload)) : payload

/** A part of a file is counted in bytes of the whole, and what is compressed already does not get smaller. */
function isCompressible(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !COMPRESSIBLE.test(type)) return false
  return reply.statusCode !== 206 && !reply.hasHeader('content-encoding') && !reply.hasHeader('content-range')
}

function announce(reply: FastifyReply, encoding: Encoding): FastifyReply {
  const vary = reply.getHeader('vary')
  return reply
    .header('content-encoding', encoding)
    .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
}

/** From the one that we like best. */
const ENCODINGS = ['br', 'gzip', 'deflate'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Which encoding to use for whoever sent this `Accept-Encoding`; null for none. */
export function encodingFor(accepted: string): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? (encoding === 'gzip' ? (weights.get('x-gzip') ?? weights.get('*')) : undefined) ?? 0
  let best: Encoding | null = null
  let weight = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    // What is as good as no compression is better with it.
    const own = weightOf(encoding)
    if (own > weight || (best === null && own === weight && own > 0)) {
      best = encoding
      weight = own
    }
  }
  return best
}
