import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DumpError } from '../dump-error.ts'
import { type BombLimits, bombGuard } from './guard.ts'
import { type Compression, compressionOf, MAGIC_LENGTH, refusedArchive } from './magic.ts'
import type { Piece } from './piece.ts'
import { RawBytes } from './raw-bytes.ts'
import { zlibMembers } from './zlib-members.ts'

const INPUT_CHUNK = 256 * 1024

/** A place to resume reading: a file position and the matching position in the decompressed data. */
export interface RestartPoint {
  readonly compressed: number
  readonly decompressed: number
}

export interface Chunk {
  readonly data: Buffer
  /** Position of `data[0]` in the decompressed data. */
  readonly offset: number
  /** File bytes read so far, for progress reports. */
  readonly consumed: number
  /** The last restart point at or before this chunk. */
  readonly restart: RestartPoint
}

export interface DecompressOptions extends BombLimits {
  /** Start at a restart point reported by an earlier run. */
  readonly from?: RestartPoint
}

export interface DumpSource {
  readonly file: string
  readonly compression: Compression
  /** Size on disk in bytes; unknown for a pipe. */
  readonly size: number | undefined
  readonly chunks: AsyncGenerator<Chunk>
}

/** Opens a file, detects its compression from the first bytes, and decompresses it. */
export async function openDump(file: string, options: DecompressOptions = {}): Promise<DumpSource> {
  const info = await stat(file)
  if (info.isDirectory()) throw new DumpError('is a folder, not a file', { file })
  const start = options.from?.compressed ?? 0
  const raw = createReadStream(file, { start, highWaterMark: INPUT_CHUNK })
  const source = await decompress(raw, file, options)
  return { ...source, size: info.isFile() ? info.size : undefined }
}

/** The same for bytes from elsewhere; `name` is used in errors. */
export async function decompress(
  bytes: AsyncIterable<Buffer>,
  name: string,
  options: DecompressOptions = {},
): Promise<DumpSource> {
  const raw = new RawBytes(bytes, options.from?.compressed)
  const head = await raw.peek(MAGIC_LENGTH)
  const compression = compressionOf(head)
  const refused = refusedArchive(head)
  if (refused !== undefined) {
    await raw.close()
    throw new DumpError(refused, { file: name })
  }
  return { file: name, compression, size: undefined, chunks: chunksOf(compression, raw, name, options) }
}

async function* chunksOf(
  compression: Compression,
  raw: RawBytes,
  file: string,
  options: DecompressOptions,
): AsyncGenerator<Chunk> {
  const guard = bombGuard(file, options)
  let offset = options.from?.decompressed ?? 0
  let restart: RestartPoint = options.from ?? { compressed: 0, decompressed: 0 }
  try {
    for await (const piece of await piecesOf(compression, raw, file)) {
      if (piece.restart !== undefined) restart = { compressed: piece.restart, decompressed: offset }
      if (compression !== 'none') guard(piece.consumed, offset + piece.data.length)
      yield { data: piece.data, offset, consumed: piece.consumed, restart }
      offset += piece.data.length
    }
  } finally {
    await raw.close()
  }
}

/** Loads decoders that Node does not include only when a file needs them. */
async function piecesOf(compression: Compression, raw: RawBytes, file: string): Promise<AsyncGenerator<Piece>> {
  switch (compression) {
    case 'gzip':
    case 'zstd':
      return zlibMembers(compression, raw, file)
    case 'bzip2':
      return (await import('./bzip2.ts')).bzip2Pieces(raw, file)
    case 'xz':
      return (await import('./xz.ts')).xzPieces(raw, file)
    case 'none':
      return plainPieces(raw)
  }
}

async function* plainPieces(raw: RawBytes): AsyncGenerator<Piece> {
  for (;;) {
    const restart = raw.position
    const data = await raw.next()
    if (data === undefined) return
    yield { data, consumed: raw.position, restart }
  }
}
