import { crc32, inflateSync } from 'node:zlib'
import { parseTimestamp } from '../../site/timestamp.ts'
import { mergeMetadata } from './merge-metadata.ts'
import { BrokenPicture, brokenPicture, type PictureFacts } from './picture-facts.ts'

/** EXIF names of text keywords. */
const NAMES: Readonly<Record<string, string>> = {
  artist: 'Artist',
  author: 'Artist',
  model: 'Model',
  source: 'Model',
  make: 'Make',
  comment: 'PNGFileComment',
  description: 'ImageDescription',
  title: 'ObjectName',
  copyright: 'Copyright',
  software: 'Software',
  disclaimer: 'Disclaimer',
  warning: 'ContentWarning',
  url: 'Identifier',
  label: 'Label',
  'creation time': 'DateTimeDigitized',
}

const COLOURS: Readonly<Record<number, string>> = {
  0: 'greyscale',
  2: 'truecolour',
  3: 'index-coloured',
  4: 'greyscale-alpha',
  6: 'truecolour-alpha',
}

/** Larger chunks and texts are skipped. */
const LONGEST_PART = 3 * 1024 * 1024
const LONGEST_TEXT = 1024 * 1024
/** Maximum number of chunks. */
const MAX_CHUNKS = 200_000

export async function pngFacts(bytes: Buffer): Promise<PictureFacts> {
  try {
    return await new PngReader(bytes).read()
  } catch (error) {
    if (error instanceof BrokenPicture) return brokenPicture('0')
    throw error
  }
}

class PngReader {
  readonly #bytes: Buffer
  readonly #said: Record<string, unknown> = {}
  #xmp: Buffer | undefined
  #size = { width: 0, height: 0, bits: 0, colour: 'unknown' }
  #frames = { count: 0, loops: 1, seconds: 0 }

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  async read(): Promise<PictureFacts> {
    let parts = 0
    for (let at: number | null = 8; at !== null; at = this.#part(at))
      if (++parts > MAX_CHUNKS) throw new BrokenPicture()
    const { width, height, bits, colour } = this.#size
    const { count, loops, seconds } = this.#frames
    const said = await mergeMetadata({ native: this.#said, xmp: this.#xmp })
    return {
      width,
      height,
      bits,
      metadata: {
        frameCount: count,
        loopCount: loops,
        duration: loops > 1 ? seconds * loops : seconds,
        bitDepth: bits,
        colorType: colour,
        metadata: { ...said, _MW_PNG_VERSION: 1 },
      },
    }
  }

  /** Reads a chunk. Returns the index of the next one; null after the last. */
  #part(at: number): number | null {
    const bytes = this.#bytes
    if (at >= bytes.length) throw new BrokenPicture()
    if (at + 8 > bytes.length) throw new BrokenPicture()
    const length = bytes.readUInt32BE(at)
    const next = at + 12 + length
    if (length > LONGEST_PART) return next
    if (next > bytes.length) throw new BrokenPicture()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, next - 4)) !== bytes.readUInt32BE(next - 4)) return next
    this.#take(type, bytes.subarray(at + 8, next - 4))
    return type === 'IEND' ? null : next
  }

  #take(type: string, data: Buffer): void {
    if (type === 'IHDR' && data.length >= 13) {
      const colour = COLOURS[data[9]!] ?? 'unknown'
      this.#size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4), bits: data[8]!, colour }
    } else if (type === 'acTL' && data.length >= 8) {
      this.#frames = { ...this.#frames, count: data.readUInt32BE(0), loops: data.readUInt32BE(4) }
    } else if (type === 'fcTL' && data.length >= 24) {
      this.#frames.seconds += data.readUInt16BE(20) / (data.readUInt16BE(22) || 100)
    } else if (type === 'tEXt' || type === 'zTXt') this.#plainText(data, type === 'zTXt')
    else if (type === 'iTXt') this.#text(data)
    else if (type === 'tIME' && data.length === 7) this.#time(data)
    else if (type === 'pHYs' && data.length === 9) this.#density(data)
  }

  #plainText(data: Buffer, isPacked: boolean): void {
    const end = data.indexOf(0)
    if (end <= 0) return
    const content = isPacked ? (data[end + 1] === 0 ? unpacked(data.subarray(end + 2)) : null) : data.subarray(end + 1)
    if (content) this.#say(data.toString('latin1', 0, end), 'x-default', content.toString('latin1'))
  }

  #text(data: Buffer): void {
    const found = /^([^\0]{1,79})\0([\0\u0001])\0([^\0]*)\0[^\0]*\0/s.exec(data.toString('latin1', 0, 1000))
    if (!found) return
    const [head, name, packed, language] = found as unknown as [string, string, string, string]
    const rest = data.subarray(head.length)
    const content = packed === '\u0001' ? unpacked(rest) : rest
    if (content) this.#say(name, language.toLowerCase() || 'x-default', content.toString())
  }

  #say(name: string, language: string, text: string): void {
    if (name.toLowerCase() === 'xml:com.adobe.xmp') this.#xmp = language === 'x-default' ? Buffer.from(text) : this.#xmp
    const field = NAMES[name.toLowerCase()]
    if (field === undefined) return
    const shown = field === 'DateTimeDigitized' ? (cameraTime(text) ?? text) : text
    this.#said[field] ??= {}
    Object.assign(this.#said[field] as object, { [language]: shown, _type: 'lang' })
  }

  #time(data: Buffer): void {
    const [month, day, hour, minute, second] = data.subarray(2)
    const two = (value: number | undefined) => String(value).padStart(2, '0')
    const date = `${String(data.readUInt16BE(0)).padStart(4, '0')}:${two(month)}:${two(day)}`
    this.#said.DateTime = `${date} ${two(hour)}:${two(minute)}:${two(second)}`
  }

  #density(data: Buffer): void {
    const [x, y] = [data.readUInt32BE(0), data.readUInt32BE(4)]
    if (data[8] !== 1 || x === 0 || y === 0) return
    this.#said.XResolution = `${x}/100`
    this.#said.YResolution = `${y}/100`
    this.#said.ResolutionUnit = 3
  }
}

function unpacked(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: LONGEST_TEXT })
  } catch {
    return null
  }
}

/** Formats a time the EXIF way: `2020:01:02 03:04:05`. */
function cameraTime(text: string): string | null {
  const seconds = parseTimestamp(text)
  if (seconds === null || seconds === undefined) return null
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':')
}
