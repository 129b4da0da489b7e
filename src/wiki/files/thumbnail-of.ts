import type { Site } from '../site/site.ts'
import { fileUrl, thumbUrl } from './addresses.ts'
import type { FileVersion } from './file-version.ts'
import { type MediaKind, mediaKind } from './media-kinds.ts'
import { isTurned } from './metadata.ts'
import { type ThumbParams, thumbPrefix } from './thumb-params.ts'

/** URL and size of a thumbnail, which is created on first request. */
interface Thumbnail {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly mime: string
  /** URLs for screens with 1.5 and 2 times the pixel density, where they differ. */
  readonly larger: Readonly<Record<string, string>>
}

type Size = Pick<FileVersion, 'width' | 'height'>

/** Height for a given width. */
export const scaledHeight = ({ width, height }: Size, newWidth: number): number =>
  width === 0 ? 0 : Math.round((height * newWidth) / width)

/** The largest width at which a picture fits into `boxHeight`. */
function fittingWidth(size: Size, boxHeight: number): number {
  const ideal = (size.width * boxHeight) / size.height
  const rounded = Math.ceil(ideal)
  return Math.round((rounded * size.height) / size.width) > boxHeight ? Math.floor(ideal) : rounded
}

/**
 * The size on the page. A box that is too low narrows the picture, and the page still shows it at the height of the
 * box. Very wide pictures have a height of 0, as in MediaWiki. Null when there is no valid size.
 */
export function shownSize(file: Size, { width, height = -1 }: ThumbParams): Size | null {
  if (width === undefined || file.width <= 0) return null
  const isNarrowed = height !== -1 && width * file.height > height * file.width
  const shown = isNarrowed ? fittingWidth(file, height) || 1 : width
  if (shown < 1) return null
  return { width: shown, height: isNarrowed ? height : scaledHeight(file, shown) }
}

/** Uses the file itself as its thumbnail if it is small enough and every browser shows it upright. */
export function thumbnailOf(site: Site, file: FileVersion, params: ThumbParams): Thumbnail | null {
  const kind = mediaKind(file.mime)
  const size = kind && shownSize(file, params)
  if (!kind || !size) return null
  const own = fileUrl(site, file)
  const url = pictureUrl(site, file, kind, params, size)
  const larger = Object.fromEntries(
    [1.5, 2].flatMap(density => {
      const box = { width: Math.round(size.width * density), height: Math.round((size.height || 1) * density) }
      const denser = shownSize(file, box)
      const address = denser && pictureUrl(site, file, kind, params, denser)
      return address === null || address === url ? [] : [[String(density), address]]
    }),
  )
  const { width, height } = url === own ? file : size
  return { url, width, height: Math.trunc(height), mime: kind.shownAs?.mime ?? file.mime, larger }
}

/** The URL of a picture in a given size, which may be smaller than on the page. */
export function pictureUrl(
  site: Site,
  file: FileVersion,
  kind: MediaKind,
  params: ThumbParams,
  { width }: Size,
): string {
  const real = kind.isDrawing ? width : Math.min(width, file.width)
  const isItself = kind.shownAs === null && real === file.width && !isTurned(file)
  return isItself ? fileUrl(site, file) : thumbUrl(site, file, thumbPrefix(params, real), kind.shownAs?.suffix ?? '')
}
