// Reads untrusted zip archives: sizes are limited before unpacking, and everything in the directory is verified.

import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { breathe } from '#store/turn.ts'
import { FormatError } from '../format-error.ts'

export interface ZipLimits {
  readonly maxFiles: number
  /** Total unpacked size. */
  readonly maxBytes: number
}

const DEFAULTS: ZipLimits = { maxFiles: 10_000, maxBytes: 200 * 1024 * 1024 }
/** Maximum compression ratio. Texts compress to about a twentieth; more indicates a zip bomb. */
const MOST_SHRUNK = 200
const SMALL = 1024 * 1024
const CHECKED_AT_ONCE = 4 * 1024 * 1024
const END_SIZE = 22
const LONGEST_COMMENT = 0xffff

export const isZip = (content: Uint8Array): boolean =>
  content[0] === 0x50 && content[1] === 0x4b && content[2] === 3 && content[3] === 4

/** The files of an archive by name, without folders. Only files accepted by `wanted` are unpacked. */
export async function readZip(
  content: Uint8Array,
  isIncluded: (name: string) => boolean = () => true,
  limits: ZipLimits = DEFAULTS,
): Promise<Map<string, Buffer>> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const entries = new Map<string, Entry>()
  for (const entry of includedEntries(bytes, isIncluded, limits)) {
    entries.set(entry.name, entry)
    await breathe()
  }
  const files = new Map<string, Buffer>()
  for (const [name, entry] of entries) {
    files.set(name, await unpack(bytes, entry))
    await breathe()
  }
  return files
}

/** Like `readZip`, for small archives. */
export function readZipSync(
  content: Uint8Array,
  isIncluded: (name: string) => boolean,
  limits: ZipLimits,
): Map<string, Buffer> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  // The whole directory is checked before the first file is unpacked.
  const entries = [...includedEntries(bytes, isIncluded, limits)]
  return new Map(
    entries.map(entry => {
      const packed = packedBytes(bytes, entry)
      const file = entry.method === 0 ? Buffer.from(packed) : inflatedSync(packed, entry)
      if (file.length !== entry.size || crc32(file) !== entry.checksum)
        throw new FormatError(`"${entry.name}" in the archive is damaged`)
      return [entry.name, file]
    }),
  )
}

export function* includedEntries(
  bytes: Buffer,
  isIncluded: (name: string) => boolean,
  { maxFiles, maxBytes }: ZipLimits,
): Generator<Entry> {
  const names = new Set<string>()
  let total = 0
  for (const entry of directoryOf(bytes, maxFiles)) {
    if (entry.name.endsWith('/') || !isIncluded(entry.name)) continue
    if (names.has(entry.name)) throw new FormatError(`the archive has "${entry.name}" twice`)
    names.add(entry.name)
    total += entry.size
    if (total > maxBytes) throw new FormatError(`the archive unpacks to more than ${maxBytes} bytes`)
    if (entry.size > SMALL && entry.size > entry.packedSize * MOST_SHRUNK)
      throw new FormatError(`"${entry.name}" in the archive unpacks to more than ${MOST_SHRUNK} times its size`)
    yield entry
  }
}

/** All entries of the directory, with the position of each. */
export function* directoryOf(bytes: Buffer, maxFiles: number): Generator<Entry> {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxFiles) throw new FormatError(`the archive has ${count} files; at most ${maxFiles} are read`)
  let at = bytes.readUInt32LE(end + 16)
  if (at === 0xffffffff) throw new FormatError('the archive is larger than 4 GB (ZIP64), which is not supported')
  for (let i = 0; i < count; i++) {
    const entry = entryAt(bytes, at)
    at = entry.next
    yield entry
  }
}

export function endOf(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT)
  for (let at = bytes.length - END_SIZE; at >= from; at--)
    if (bytes.readUInt32LE(at) === 0x06054b50 && at + END_SIZE + bytes.readUInt16LE(at + 20) === bytes.length) return at
  throw new FormatError('not a zip archive, or it is truncated')
}

export interface Entry {
  // Position in the directory.
  at: number
  name: string
  method: number
  flags: number
  checksum: number
  packedSize: number
  size: number
  offset: number
  next: number
}

function entryAt(bytes: Buffer, at: number): Entry {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50)
    throw new FormatError('the directory of the archive is damaged')
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
  return {
    at,
    name: bytes.toString('utf8', at + 46, nameEnd),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    next: nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  }
}

export async function unpack(bytes: Buffer, entry: Entry): Promise<Buffer> {
  const packed = packedBytes(bytes, entry)
  const file = entry.method === 0 ? Buffer.from(packed) : await inflated(packed, entry)
  if (file.length !== entry.size || (await checksumOf(file)) !== entry.checksum)
    throw new FormatError(`"${entry.name}" in the archive is damaged`)
  return file
}

function packedBytes(bytes: Buffer, { name, offset, flags, packedSize }: Entry): Buffer {
  if ((flags & 1) !== 0) throw new FormatError(`"${name}" in the archive is encrypted`)
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    throw new FormatError(`"${name}" is not at the position given in the archive`)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packedSize > bytes.length) throw new FormatError(`"${name}" extends beyond the end of the archive`)
  return bytes.subarray(start, start + packedSize)
}

async function checksumOf(file: Buffer): Promise<number> {
  let sum = 0
  for (let at = 0; at < file.length; at += CHECKED_AT_ONCE) {
    sum = crc32(file.subarray(at, at + CHECKED_AT_ONCE), sum)
    await breathe()
  }
  return sum
}

const inflate = promisify(inflateRaw) as (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** Asynchronous; fails as soon as there is more data than the directory states. */
async function inflated(packed: Buffer, { name, method, size }: Entry): Promise<Buffer> {
  if (method !== 8) throw new FormatError(`"${name}" uses an unsupported compression method (${method})`)
  try {
    return await inflate(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new FormatError(`"${name}" in the archive is damaged`)
  }
}

function inflatedSync(packed: Buffer, { name, method, size }: Entry): Buffer {
  if (method !== 8) throw new FormatError(`"${name}" uses an unsupported compression method (${method})`)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new FormatError(`"${name}" in the archive is damaged`)
  }
}
