import { crc32 } from 'node:zlib'
import type { Sharp } from 'sharp'
import { FileError } from './file-error.ts'
import type { FileVersion } from './file-version.ts'

const TURNED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/tiff'])
/** Maximum pixels of one picture, including all frames. */
const MAX_PIXELS = 50_000_000
const MAX_FRAMES = 500
const SECONDS = 20
/** Larger pictures are not checked for a small number of colours. */
const MAX_COUNTED_PIXELS = 1_000_000

export const canTurn = (mime: string): boolean => TURNED.has(mime)

interface Turn {
  /** Multiple of 90, clockwise. */
  readonly degrees: number
  /** Unix time in seconds. */
  readonly now: number
}

/** The rotated picture. Camera metadata stays as it is. */
export async function turnedPicture(bytes: Buffer, { mime }: FileVersion, { degrees, now }: Turn): Promise<Buffer> {
  // Loaded lazily: the image library takes longer to load than the rest of the server.
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  try {
    const about = await sharp(bytes, options).metadata()
    const { width = 0, height = 0, pages = 1, delay = [], loop = 0 } = about
    if (pages > MAX_FRAMES || pages * width * height > MAX_PIXELS) throw tooMuch()
    const turn = (page: number) =>
      sharp(bytes, { ...options, page })
        .rotate(degrees)
        .timeout({ seconds: SECONDS })
    if (pages > 1) {
      const frames: Buffer[] = []
      for (let page = 0; page < pages; page++) frames.push(await turn(page).png().toBuffer())
      const joined = sharp(frames, { join: { animated: true } })
      return await (mime === 'image/webp' ? joined.webp({ delay, loop }) : joined.gif({ delay, loop })).toBuffer()
    }
    if (mime !== 'image/png') return await turn(0).keepMetadata().toBuffer()
    const picture = turn(0).keepMetadata()
    // Keeps 16-bit colour channels.
    if (about.depth === 'ushort')
      return withTime(
        await picture
          .toColourspace(about.channels! < 3 ? 'grey16' : 'rgb16')
          .png()
          .toBuffer(),
        now,
      )
    return withTime(await smallPng(picture, width * height), now)
  } catch (error) {
    if (error instanceof FileError) throw error
    throw tooMuch()
  }
}

const tooMuch = (): FileError =>
  new FileError(415, 'This picture cannot be rotated: it is damaged or too large, or takes too long.')

/** Uses as few bits per pixel as the colours need. */
async function smallPng(picture: Sharp, pixels: number): Promise<Buffer> {
  const plain = picture.clone().png()
  if (pixels > MAX_COUNTED_PIXELS) return plain.toBuffer()
  const { data, info } = await picture.clone().raw().toBuffer({ resolveWithObject: true })
  const colours = coloursIn(data, info.channels)
  if (colours === null) return plain.toBuffer()
  const { default: sharp } = await import('sharp')
  const small = await picture
    .clone()
    .png({ palette: true, colours: Math.max(2, colours), dither: 0 })
    .toBuffer()
  const again = await sharp(small)
    .toColourspace(info.channels < 3 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer()
  return again.equals(data) ? small : plain.toBuffer()
}

/** The number of colours; null when they do not fit into a palette. */
function coloursIn(data: Buffer, channels: number): number | null {
  const found = new Set<number>()
  for (let at = 0; at < data.length; at += channels) {
    found.add(data.readUIntBE(at, channels))
    if (found.size > 256) return null
  }
  return found.size
}

/** Adds a tIME chunk, which holds the modification time of a PNG, before the end. */
function withTime(png: Buffer, now: number): Buffer {
  const date = new Date(now * 1000)
  const part = Buffer.alloc(19)
  part.writeUInt32BE(7, 0)
  part.write('tIME', 4, 'latin1')
  part.writeUInt16BE(date.getUTCFullYear(), 8)
  const rest = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()]
  part.set([...rest, date.getUTCSeconds()], 10)
  part.writeUInt32BE(crc32(part.subarray(4, 15)), 15)
  const end = png.length - 12
  return Buffer.concat([png.subarray(0, end), part, png.subarray(end)])
}
