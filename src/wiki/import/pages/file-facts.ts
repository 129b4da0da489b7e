/** What a file is, from its bytes or, without them, from its name. */
export interface FileFacts {
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
    const { width, height, depth, format } = await sharp(data, { limitInputPixels: MAX_PIXELS }).metadata()
    const bits = format === 'svg' ? 0 : depth === 'ushort' ? 16 : depth === 'uchar' ? 8 : 0
    return { width, height, bits }
  } catch {
    // Sound, documents and damaged pictures have no size.
    return none
  }
}
