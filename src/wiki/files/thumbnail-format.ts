import type { Sharp } from 'sharp'
import type { ThumbOrder } from './thumb-order.ts'

/** Maximum pixels of one file, to limit memory use. */
export const MAX_PIXELS = 100_000_000

/** Converts a picture to the size and format of a thumbnail. */
export function asThumbnail(picture: Sharp, { width, height, mime, params }: ThumbOrder): Sharp {
  const sized = picture.autoOrient().resize({ width, height, fit: 'fill' })
  if (mime === 'image/jpeg') return sized.jpeg({ quality: params.quality === 'low' ? 30 : 80, progressive: true })
  return mime === 'image/gif' ? sized.gif() : sized.png()
}
