import type { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { DumpError } from '../dump-error.ts'
import { compressionOf, MAGIC_LENGTH } from './magic.ts'
import type { Piece } from './piece.ts'
import type { RawBytes } from './raw-bytes.ts'

const OUTPUT_CHUNK = 256 * 1024

/** A frame may require a history window of up to 2 GiB; dumps made with `--long` need 128 MiB. */
const ZSTD_WINDOW_LOG_MAX = 27

type ZlibStream = Transform & { readonly bytesWritten: number }

const makers: Record<'gzip' | 'zstd', () => ZlibStream> = {
  gzip: () => createGunzip({ chunkSize: OUTPUT_CHUNK }),
  zstd: () =>
    createZstdDecompress({
      chunkSize: OUTPUT_CHUNK,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
    }),
}

/**
 * Decompresses gzip or zstd, including concatenated members or frames.
 *
 * Node's streams end silently when a member ends in the middle of a chunk, and the rest would be lost. So input is
 * passed one chunk at a time, and a new stream starts where the last one stopped reading.
 */
export async function* zlibMembers(format: 'gzip' | 'zstd', raw: RawBytes, file: string): AsyncGenerator<Piece> {
  while (await hasMember(format, raw, file)) {
    const stream = makers[format]()
    const began = raw.position
    const feeding = feed(raw, stream)
    try {
      let restart: number | undefined = began
      for await (const data of stream) {
        yield { data: data as Buffer, consumed: began + stream.bytesWritten, restart }
        restart = undefined
      }
    } catch (error) {
      throw damaged(error, format, file, began + stream.bytesWritten)
    } finally {
      stream.destroy()
    }
    const fed = feeding.progress
    if (fed.error !== undefined) throw fed.error
    const left = raw.position - (began + stream.bytesWritten)
    if (left > 0 && fed.last !== undefined) raw.putBack(fed.last.subarray(fed.last.length - left))
  }
}

/** Passes chunks on one by one and stops when the stream did not consume a whole chunk: its member is complete. */
function feed(raw: RawBytes, stream: ZlibStream) {
  const progress: { last?: Buffer; error?: unknown } = {}
  const began = raw.position
  const run = async () => {
    for (;;) {
      const chunk = await raw.next()
      if (chunk === undefined) break
      progress.last = chunk
      await new Promise<void>(resolve => stream.write(chunk, () => resolve()))
      if (stream.destroyed || stream.bytesWritten < raw.position - began) return
    }
    stream.end()
  }
  run().catch((error: Error) => {
    progress.error = error
    stream.destroy(error)
  })
  return { progress }
}

/** Zero bytes between or after members are padding; anything else is damage. */
async function hasMember(format: 'gzip' | 'zstd', raw: RawBytes, file: string): Promise<boolean> {
  for (;;) {
    const head = await raw.peek(MAGIC_LENGTH)
    if (head.length === 0) return false
    if (compressionOf(head) === format) return true
    if (head.every(byte => byte === 0)) {
      await skip(raw, head.length)
      continue
    }
    const first = head.findIndex(byte => byte !== 0)
    if (first === 0) {
      throw new DumpError(`contains data that is not ${format}`, { file, position: raw.position })
    }
    await skip(raw, first)
  }
}

async function skip(raw: RawBytes, length: number): Promise<void> {
  const chunk = (await raw.next())!
  raw.putBack(chunk.subarray(Math.min(length, chunk.length)))
}

function damaged(error: unknown, format: string, file: string, position: number): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof DumpError || (!code?.startsWith('Z_') && !code?.startsWith('ZSTD_'))) return error
  const problem =
    code === 'Z_BUF_ERROR'
      ? `is truncated: the ${format} data ends too early`
      : `has damaged ${format} data (${message})`
  return new DumpError(problem, { file, position }, { cause: error })
}
