// Writes zip archives. The same files and time give the same bytes.

import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'

const UTF8_NAMES = 0x0800
const DEFLATED = 8

const deflate = promisify(deflateRaw)

/** Writes a small archive in one go. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>, at: Date): Buffer {
  const zip = new ZipWriter(at)
  for (const [name, content] of files) zip.put(name, content, deflateRawSync(content))
  return zip.end()
}

/** Writes an archive file by file. */
export class ZipWriter {
  readonly #at: Date
  readonly #parts: Buffer[] = []
  readonly #directory: Buffer[] = []
  #offset = 0

  constructor(at: Date) {
    this.#at = at
  }

  /** Compresses the file asynchronously. */
  async add(name: string, content: Uint8Array): Promise<void> {
    this.put(name, content, (await deflate(content)) as Buffer)
  }

  /** Adds a compressed file. */
  put(name: string, content: Uint8Array, packed: Buffer): void {
    const path = Buffer.from(name)
    const facts = factsOf(content, packed, path, this.#at)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(this.#offset, 10)
    this.#directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), facts, entry, path]))
    this.#parts.push(local, packed)
    this.#offset += local.length + packed.length
    if (this.#directory.length > 0xffff || this.#offset > 0xffffffff)
      throw new RangeError('A zip archive of this kind holds at most 65535 files and 4 GiB.')
  }

  end(): Buffer {
    const index = Buffer.concat(this.#directory)
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    end.writeUInt16LE(this.#directory.length, 8)
    end.writeUInt16LE(this.#directory.length, 10)
    end.writeUInt32LE(index.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return Buffer.concat([...this.#parts, index, end])
  }
}

// Fields shared by file headers and the directory: version, flags, method, time, checksum, sizes, name length.
function factsOf(content: Uint8Array, packed: Buffer, path: Buffer, at: Date): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(UTF8_NAMES, 2)
  facts.writeUInt16LE(DEFLATED, 4)
  facts.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  facts.writeUInt16LE(((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
  facts.writeUInt32LE(crc32(content), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(content.length, 18)
  facts.writeUInt16LE(path.length, 22)
  return facts
}
