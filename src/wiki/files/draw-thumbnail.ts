import type { SharpOptions } from 'sharp'
import { drawElsewhere } from './draw-elsewhere.ts'
import { refuseCostlyEffects } from './drawing-cost.ts'
import { FileError } from './file-error.ts'
import type { FileVersion } from './file-version.ts'
import type { ThumbOrder } from './thumb-order.ts'
import { asThumbnail, MAX_PIXELS } from './thumbnail-format.ts'

const MAX_FRAME_PIXELS = 50_000_000
const LONGEST_DRAWING = 20 * 1024 * 1024
const SECONDS = 20

/** Renders a thumbnail of a file. */
export async function drawThumbnail(source: Buffer, file: FileVersion, order: ThumbOrder): Promise<Buffer> {
  if (file.mime === 'image/svg+xml') {
    const drawing = drawingFor(source, order)
    refuseCostlyEffects(drawing.toString())
    return drawElsewhere(drawing, { order, density: densityFor(file, order) })
  }
  // Loaded lazily: the image library takes longer to load than the rest of the server.
  const { default: sharp } = await import('sharp')
  const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' }
  try {
    const picture = sharp(source, { ...options, animated: await canMove(sharp, source, file, options) })
    return await asThumbnail(picture, order).timeout({ seconds: SECONDS }).toBuffer()
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(
      415,
      'No thumbnail can be created for this file: it is damaged or too large, or rendering takes too long.',
    )
  }
}

/** Renders drawings at their target size instead of enlarging them afterwards. */
const densityFor = (file: FileVersion, { width }: ThumbOrder): number =>
  Math.min(Math.max((72 * width) / file.width, 1), 2400)

/**
 * Drawings with texts in several languages select one with `systemLanguage`. The library would use the language of the
 * machine; the thumbnail URL names the language instead, with English as the default.
 */
function drawingFor(bytes: Buffer, { params }: ThumbOrder): Buffer {
  if (bytes.length > LONGEST_DRAWING) throw new FileError(415, 'This drawing is too large for a thumbnail.')
  if (!bytes.includes('systemLanguage')) return bytes
  const wanted = params.lang ?? 'en'
  const text = bytes
    .toString()
    .replace(/\bsystemLanguage\s*=\s*(["'])([^"'<>]*)\1/g, (_all, quote, languages: string) => {
      const fits = languages.split(',').some(language => language.trim().toLowerCase().replaceAll('_', '-') === wanted)
      return fits ? '' : `systemLanguage=${quote}zxx${quote}`
    })
  return Buffer.from(text)
}

/** Animations stay animated unless they have too many pixels in total. */
async function canMove(
  sharp: typeof import('sharp').default,
  source: Buffer,
  file: FileVersion,
  options: SharpOptions,
): Promise<boolean> {
  if (file.mime !== 'image/gif') return false
  const { pages = 1 } = await sharp(source, options).metadata()
  return pages > 1 && pages * file.width * file.height <= MAX_FRAME_PIXELS
}
