import Bzip2 from '@foxglove/wasm-bz2'
import { END_MAGIC } from './bzip2-magic.ts'

export interface BlockBits {
  readonly level: number
  readonly bytes: Uint8Array
  readonly firstBit: number
  readonly bitLength: number
  readonly checksum: number
}

/**
 * The run-length step before the block sort turns 255 bytes into 5, so a block may expand this much beyond its size.
 */
const MAX_EXPANSION = 51
const OUTPUT_FULL = ' -8 '

type BlockDecoder = (block: BlockBits) => Uint8Array<ArrayBuffer>

/** Returns a function that decompresses a single block by wrapping it in a stream of its own. */
export async function blockDecoder(): Promise<BlockDecoder> {
  const bzip2 = await Bzip2.init()
  return block => {
    const stream = wrap(block)
    const size = block.level * 100_000
    try {
      return bzip2.decompress(stream, size) as Uint8Array<ArrayBuffer>
    } catch (error) {
      if (!(error as Error).message.includes(OUTPUT_FULL)) throw error
      return bzip2.decompress(stream, size * MAX_EXPANSION) as Uint8Array<ArrayBuffer>
    }
  }
}

function wrap({ level, bytes, firstBit, bitLength, checksum }: BlockBits): Uint8Array {
  const tail = (END_MAGIC << 32n) | BigInt(checksum)
  const whole = bitLength >> 3
  const rest = bitLength & 7
  const stream = new Uint8Array(4 + Math.ceil((bitLength + 80) / 8))
  stream.set([0x42, 0x5a, 0x68, 0x30 + level])
  const from = firstBit >> 3
  const shift = firstBit & 7
  if (shift === 0) stream.set(bytes.subarray(from, from + whole + (rest ? 1 : 0)), 4)
  else {
    for (let index = 0; index < whole + (rest ? 1 : 0); index++) {
      const next = bytes[from + index + 1] ?? 0
      stream[4 + index] = (bytes[from + index]! << shift) | (next >> (8 - shift))
    }
  }
  // The end of the stream follows directly, starting at whatever bit the block ended on.
  let end = tail << BigInt((8 - ((bitLength + 80) & 7)) & 7)
  const first = 4 + whole
  if (rest) stream[first] = stream[first]! & (0xff << (8 - rest))
  for (let index = stream.length - 1; index >= first; index--) {
    const byte = Number(end & 0xffn)
    stream[index] = index === first && rest ? stream[index]! | byte : byte
    end >>= 8n
  }
  return stream
}
