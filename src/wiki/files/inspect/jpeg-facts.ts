import { readExif } from './exif.ts'
import { readIptc } from './iptc.ts'
import { mergeMetadata } from './merge-metadata.ts'
import { BrokenPicture, brokenPicture, type PictureFacts } from './picture-facts.ts'

/** Maximum number of segments before the image data. */
const MAX_SEGMENTS = 1000
/** Start-of-frame markers, which contain the image size. */
const FRAMES: ReadonlySet<number> = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf],
])
const COMMENT = 0xfe
const CAMERA = 0xe1
const PRESS = 0xed
/** The second form occurs in some programs' output. */
const XMP_MARK = /^(?:http|XMP\0):\/\/ns\.adobe\.com\/xap\/1\.0\/\0$/
const END = 0xd9
const SCAN = 0xda
/** Orientations that swap width and height. */
const QUARTER_TURNS: ReadonlySet<unknown> = new Set([5, 6, 7, 8])

export async function jpegFacts(bytes: Buffer): Promise<PictureFacts> {
  try {
    return await read(bytes)
  } catch (error) {
    if (error instanceof BrokenPicture || error instanceof RangeError) return brokenPicture('-1')
    throw error
  }
}

async function read(bytes: Buffer): Promise<PictureFacts> {
  let size = { width: 0, height: 0, bits: 0 }
  let exif: Record<string, unknown> = {}
  let xmp: Buffer | undefined
  let newerIptc: Record<string, unknown> = {}
  let iptc: Record<string, unknown> = {}
  const comments: string[] = []
  for (const { kind, data } of parts(bytes)) {
    if (kind === COMMENT) comments.push(textOf(data).trim())
    else if (kind === CAMERA && data.toString('latin1', 0, 6) === 'Exif\0\0') exif = readExif(data.subarray(6))
    else if (kind === CAMERA && XMP_MARK.test(data.toString('latin1', 0, 29))) xmp = trimmed(data.subarray(29))
    else if (kind === PRESS && data.toString('latin1', 0, 14) === 'Photoshop 3.0\0') {
      const found = readIptc(data)
      if (found.isNewer) newerIptc = { ...newerIptc, ...found.said }
      else iptc = { ...iptc, ...found.said }
    } else if (FRAMES.has(kind))
      size = { bits: data.readUInt8(0), height: data.readUInt16BE(1), width: data.readUInt16BE(3) }
  }
  const native = comments.length > 0 ? { JPEGFileComment: comments } : {}
  const isTurned = QUARTER_TURNS.has(exif.Orientation)
  return {
    ...(isTurned ? { width: size.height, height: size.width, bits: size.bits } : size),
    metadata: { ...(await mergeMetadata({ exif, newerIptc, iptc, native, xmp })), MEDIAWIKI_EXIF_VERSION: 2 },
  }
}

/** The segments before the image data. */
function* parts(bytes: Buffer): Generator<{ readonly kind: number; readonly data: Buffer }> {
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new BrokenPicture()
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) throw new BrokenPicture()
    while (bytes.readUInt8(at) === 0xff) at++
    const kind = bytes.readUInt8(at++)
    if (kind === END || kind === SCAN) return
    const length = bytes.readUInt16BE(at)
    if (length < 2 || at + length > bytes.length) throw new BrokenPicture()
    yield { kind, data: bytes.subarray(at + 2, at + length) }
    at += length
  }
  throw new BrokenPicture()
}

/** Removes padding. */
function trimmed(data: Buffer): Buffer {
  let end = data.length
  while (end > 0 && /[\0\s]/.test(String.fromCharCode(data[end - 1]!))) end--
  return data.subarray(0, end)
}

function textOf(data: Buffer): string {
  const text = data.toString()
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(data) : text
}
