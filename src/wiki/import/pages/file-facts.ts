/** Properties of a file, from its bytes or otherwise from its name. */
interface FileFacts {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly mediaType: string
  readonly major: string
  readonly minor: string
}

const MAX_PIXELS = 500_000_000

const byEnding: Readonly<Record<string, readonly [mediaType: string, mime: string]>> = {
  png: ['BITMAP', 'image/png'],
  gif: ['BITMAP', 'image/gif'],
  jpg: ['BITMAP', 'image/jpeg'],
  jpeg: ['BITMAP', 'image/jpeg'],
  webp: ['BITMAP', 'image/webp'],
  tif: ['BITMAP', 'image/tiff'],
  tiff: ['BITMAP', 'image/tiff'],
  svg: ['DRAWING', 'image/svg+xml'],
  ogg: ['AUDIO', 'application/ogg'],
  oga: ['AUDIO', 'audio/ogg'],
  ogv: ['VIDEO', 'video/ogg'],
  webm: ['VIDEO', 'video/webm'],
  mp3: ['AUDIO', 'audio/mpeg'],
  wav: ['AUDIO', 'audio/wav'],
  flac: ['AUDIO', 'audio/flac'],
  pdf: ['OFFICE', 'application/pdf'],
  djvu: ['BITMAP', 'image/vnd.djvu'],
  mid: ['AUDIO', 'audio/midi'],
}

export async function fileFacts(name: string, data: Buffer | undefined): Promise<FileFacts> {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const [mediaType, mime] = byEnding[ending] ?? ['UNKNOWN', 'unknown/unknown']
  const [major = 'unknown', minor = 'unknown'] = mime.split('/')
  return { ...(await pixels(data)), mediaType, major, minor }
}

async function pixels(data: Buffer | undefined): Promise<{ width: number; height: number; bits: number }> {
  const none = { width: 0, height: 0, bits: 0 }
  if (data === undefined) return none
  try {
    const { default: sharp } = await import('sharp')
    const { autoOrient, depth, format } = await sharp(data, { limitInputPixels: MAX_PIXELS }).metadata()
    // A photograph taken with the camera on its side is shown upright.
    return { width: autoOrient.width, height: autoOrient.height, bits: bitsOf(data, format, depth) }
  } catch {
    // Sound, documents and damaged pictures have no size.
    return none
  }
}

/**
 * Bit depth as MediaWiki counts it: per channel in PNG and JPEG, per colour table entry in GIF, 0 where it has none.
 */
function bitsOf(data: Buffer, format: string, depth: string): number {
  if (format === 'svg' || format === 'webp') return 0
  if (format === 'png') return data[24] ?? 0
  if (format === 'gif') return gifBits(data)
  return depth === 'ushort' ? 16 : depth === 'uchar' ? 8 : 0
}

const SCREEN = 10
const IMAGE = 0x2c
const EXTENSION = 0x21

/** Size of the colour table in bytes, from its flags. */
const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Bit depth as MediaWiki counts it: that of the last frame of a GIF, or of the GIF itself without one. */
function gifBits(data: Buffer): number {
  let flags = data[SCREEN] ?? 0
  let at = SCREEN + 3 + tableSize(flags)
  for (;;) {
    const kind = data[at]
    if (kind === IMAGE) {
      flags = data[at + 9] ?? flags
      at = afterBlocks(data, at + 10 + tableSize(flags) + 1)
    } else if (kind === EXTENSION) at = afterBlocks(data, at + 2)
    else return (flags & 7) + 1
  }
}

/** Data is divided into blocks prefixed by their length; an empty block ends it. */
function afterBlocks(data: Buffer, from: number): number {
  let at = from
  while (at < data.length && data[at] !== 0) at += data[at]! + 1
  return at + 1
}
