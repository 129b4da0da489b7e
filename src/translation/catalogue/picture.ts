// Validates uploaded images by their content, not by their name, and without decoding them.

/** Image formats that cannot contain scripts, by sharp's name for them, with their signatures. */
const KINDS = {
  png: { type: 'image/png', signature: /^\x89PNG\r\n\x1a\n/ },
  jpeg: { type: 'image/jpeg', signature: /^\xff\xd8\xff/ },
  gif: { type: 'image/gif', signature: /^GIF8[79]a/ },
  webp: { type: 'image/webp', signature: /^RIFF.{4}WEBP/s },
} as const

/** Limits the memory that browsers and thumbnails need, whatever the file size; counts all frames together. */
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 20_000

export const PICTURE_BYTES = 10 * 1024 * 1024
export const PICTURE_TYPES = 'PNG, JPEG, GIF or WebP'
export const PICTURE_LIMITS = `at most ${MAX_SIDE} pixels wide or high and ${MAX_PIXELS / 1e6} million in total`

/**
 * The media type of an image; `damaged` if it is not a complete image of a known format, and `too large` if the header
 * declares more pixels than is safe to decode.
 */
export async function pictureType(content: Buffer): Promise<`image/${string}` | 'damaged' | 'too large'> {
  const start = content.subarray(0, 12).toString('latin1')
  const [format, kind] = Object.entries(KINDS).find(([, { signature }]) => signature.test(start)) ?? []
  if (kind === undefined) return 'damaged'
  // Loading the image library takes longer than starting the rest of the server.
  const { default: sharp } = await import('sharp')
  const metadata = await sharp(content, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => null)
  if (metadata === null || metadata.format !== format || content.length < 12) return 'damaged'
  const sides = [metadata.width, metadata.height]
  // Browsers allocate the logical screen of a GIF, even if its frames are smaller.
  if (format === 'gif') sides.push(content.readUInt16LE(6), content.readUInt16LE(8))
  const pixels = metadata.width * metadata.height * (metadata.pages ?? 1)
  return Math.max(...sides) > MAX_SIDE || pixels > MAX_PIXELS ? 'too large' : kind.type
}
