import xz from 'xz-decompress'
import { DumpError } from '../dump-error.ts'
import type { Piece } from './piece.ts'
import type { RawBytes } from './raw-bytes.ts'

const OUTPUT = 256 * 1024

/** Error codes of the decoder (xz-embedded's `enum xz_ret`). */
const problems: Record<string, string> = {
  2: 'uses a checksum that is not supported',
  3: 'requires too much memory',
  4: 'requires too much memory',
  5: 'contains data that is not xz',
  6: 'uses an xz option that is not supported',
  7: 'has damaged xz data',
  8: 'is truncated: the xz data ends too early',
}

/**
 * Decompresses xz; the decoder handles concatenated streams and padding.
 *
 * The decoder serves one file at a time: a second one waits until the first is read or closed.
 */
export async function* xzPieces(raw: RawBytes, file: string): AsyncGenerator<Piece> {
  let restart: number | undefined = raw.position
  const input = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await raw.next()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  const piece = (parts: readonly Uint8Array[], size: number): Piece => {
    const made = { data: Buffer.concat(parts, size), consumed: raw.position, restart }
    restart = undefined
    return made
  }
  let parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of new xz.XzReadableStream(input)) {
      parts.push(part)
      size += part.length
      if (size < OUTPUT) continue
      yield piece(parts, size)
      parts = []
      size = 0
    }
  } catch (error) {
    throw explain(error as Error, file, raw.position)
  }
  if (size > 0) yield piece(parts, size)
}

function explain(error: Error, file: string, position: number): Error {
  const code = /error code (\d+)/.exec(error.message)?.[1]
  if (code === undefined) return error
  const problem = problems[code] ?? `has damaged xz data (${code})`
  return new DumpError(problem, { file, position }, { cause: error })
}
