import { ByteWindow } from '../byte-window.ts'
import type { DumpSource } from '../decompress/decompress.ts'
import { DumpError } from '../dump-error.ts'

export interface TarFile {
  readonly path: string
  readonly data: Buffer
  /** Modification time; undefined when the archive has none. */
  readonly modified: Date | undefined
}

const BLOCK = 512
/** Larger than any file a wiki accepts; one file at a time is held in memory. */
const DEFAULT_MAX_FILE = 1024 * 1024 * 1024

/**
 * Reads the regular files of a tar archive (ustar, pax and GNU long names). Skips links and devices: an image folder
 * has none, and following them would let an archive refer to files outside itself.
 */
export async function* readTar(source: DumpSource, maxFile = DEFAULT_MAX_FILE): AsyncGenerator<TarFile> {
  const bytes = new TarBytes(source)
  let longName: string | undefined
  for (;;) {
    const header = await bytes.take(BLOCK)
    if (header === undefined)
      throw bytes.error('is truncated: the two zero blocks at the end of the tar archive are missing')
    if (header.every(byte => byte === 0)) return
    if (!checksumFits(header)) throw bytes.error('is not a tar archive, or a damaged one (wrong checksum)')
    const size = octal(header, 124, 12)
    if (size === undefined || size > maxFile) throw bytes.error(`has a file of more than ${maxFile} bytes`)
    const data = await bytes.take(size)
    if (data === undefined) throw bytes.error('is truncated inside a file')
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK)
    const type = String.fromCharCode(header[156]!)
    if (type === 'L') longName = text(data, 0, data.length)
    else if (type === 'x') longName = paxPath(data) ?? longName
    else {
      const path = longName ?? ustarName(header)
      longName = undefined
      if (type === '0' || type === '\0') yield { path, data, modified: modifiedAt(header) }
    }
  }
}

class TarBytes {
  readonly #source: DumpSource
  readonly #window = new ByteWindow()

  constructor(source: DumpSource) {
    this.#source = source
  }

  async take(length: number): Promise<Buffer | undefined> {
    const window = this.#window
    while (window.unread < length) {
      const { done, value } = await this.#source.chunks.next()
      if (done) return undefined
      window.append(value.data)
    }
    const taken = window.bytes.subarray(window.start, window.start + length)
    window.start += length
    return taken
  }

  error(problem: string): DumpError {
    const position = this.#window.positionOf(this.#window.start)
    return new DumpError(problem, { file: this.#source.file, position, unit: 'decompressed' })
  }
}

function checksumFits(header: Buffer): boolean {
  let sum = 0
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 0x20 : header[at]!
  return octal(header, 148, 8) === sum
}

/** A number in octal digits, or binary when its first bit is set (GNU, for sizes beyond 8 GiB). */
function octal(header: Buffer, from: number, length: number): number | undefined {
  if (header[from]! & 0x80) {
    const value = Number(header.readBigUInt64BE(from + length - 8))
    return Number.isSafeInteger(value) ? value : undefined
  }
  const digits = text(header, from, length).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined
}

/** An invalid time counts as missing. */
function modifiedAt(header: Buffer): Date | undefined {
  const date = new Date((octal(header, 136, 12) ?? 0) * 1000)
  return date.getTime() > 0 ? date : undefined
}

function ustarName(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? text(header, 345, 155) : ''
  const name = text(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

/**
 * Pax records have the form "length key=value
 * ".
 */
function paxPath(data: Buffer): string | undefined {
  for (let at = 0; at < data.length; ) {
    const length = Number.parseInt(data.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) return undefined
    const record = data.toString('utf8', at, at + length - 1)
    const found = /^\d+ path=(.*)$/s.exec(record)
    if (found !== null) return found[1]
    at += length
  }
  return undefined
}

function text(bytes: Buffer, from: number, length: number): string {
  const end = bytes.indexOf(0, from)
  return bytes.toString('utf8', from, end === -1 || end > from + length ? from + length : end)
}
