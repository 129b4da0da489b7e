// What an uploaded picture is, from its bytes: never from its name, and without drawing it.

/** The kinds of picture that cannot carry scripts, by the name that the image library has for them, and how each begins. */
const KINDS = {
  png: { type: 'image/png', begins: /^\x89PNG\r\n\x1a\n/ },
  jpeg: { type: 'image/jpeg', begins: /^\xff\xd8\xff/ },
  gif: { type: 'image/gif', begins: /^GIF8[79]a/ },
  webp: { type: 'image/webp', begins: /^RIFF.{4}WEBP/s },
} as const

/** What a browser or a thumbnail may ask of the memory, however small the file is: all frames together. */
const MOST_PIXELS = 50_000_000
const LONGEST_SIDE = 20_000

export const PICTURE_BYTES = 10 * 1024 * 1024
export const PICTURE_TYPES = 'PNG, JPEG, GIF or WebP'
export const PICTURE_LIMITS = `at most ${LONGEST_SIDE} pixels wide or high and ${MOST_PIXELS / 1e6} million in all`

/**
 * The media type of a picture; `damaged` for what only begins like one, and `too large` for one whose header speaks of more
 * pixels than anybody should draw.
 */
export async function pictureType(content: Buffer): Promise<`image/${string}` | 'damaged' | 'too large'> {
  const start = content.subarray(0, 12).toString('latin1')
  const [format, kind] = Object.entries(KINDS).find(([, { begins }]) => begins.test(start)) ?? []
  if (kind === undefined) return 'damaged'
  // Loading the image library takes longer than starting the rest of the server.
  const { default: sharp } = await import('sharp')
  const facts = await sharp(content, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => null)
  if (facts === null || facts.format !== format || content.length < 12) return 'damaged'
  const sides = [facts.width, facts.height]
  // Browsers make room for the screen that a GIF names, however small the pictures on it are.
  if (format === 'gif') sides.push(content.readUInt16LE(6), content.readUInt16LE(8))
  const pixels = facts.width * facts.height * (facts.pages ?? 1)
  return Math.max(...sides) > LONGEST_SIDE || pixels > MOST_PIXELS ? 'too large' : kind.type
}
