import type { Site } from '../site/site.ts'
import { fileUrl, thumbUrl } from './addresses.ts'
import type { FileVersion } from './file-version.ts'
import { type MediaKind, mediaKind } from './media-kinds.ts'
import { isTurned } from './metadata.ts'
import { type ThumbParams, thumbPrefix } from './thumb-params.ts'

/** A smaller picture of a file, as its address and size tell; the bytes are made when somebody asks for them. */
interface Thumbnail {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly mime: string
  /** Addresses for screens with 1.5 and 2 times as many dots, where these are not the same. */
  readonly larger: Readonly<Record<string, string>>
}

type Size = Pick<FileVersion, 'width' | 'height'>

/** Height for a width. */
export const scaledHeight = ({ width, height }: Size, wanted: number): number =>
  width === 0 ? 0 : Math.round((height * wanted) / width)

/** The largest width with which a picture is not higher than `boxHeight`. */
function fittingWidth(size: Size, boxHeight: number): number {
  const ideal = (size.width * boxHeight) / size.height
  const rounded = Math.ceil(ideal)
  return Math.round((rounded * size.height) / size.width) > boxHeight ? Math.floor(ideal) : rounded
}

/**
 * The size on the page. A box that is lower than the picture of its width narrows the picture, and the page still shows
 * it as high as the box. Null when there is no such size.
 */
export function shownSize(file: Size, { width, height = -1 }: ThumbParams): Size | null {
  if (width === undefined || file.width <= 0) return null
  const isNarrowed = height !== -1 && width * file.height > height * file.width
  const shown = isNarrowed ? fittingWidth(file, height) || 1 : width
  if (shown < 1) return null
  return { width: shown, height: isNarrowed ? height : scaledHeight(file, shown) || 1 }
}

/** The file itself serves as its thumbnail where it is small enough and every browser shows it upright. */
export function thumbnailOf(site: Site, file: FileVersion, params: ThumbParams): Thumbnail | null {
  const kind = mediaKind(file.mime)
  const size = kind && shownSize(file, params)
  if (!kind || !size) return null
  const own = fileUrl(site, file)
  const url = pictureUrl(site, file, kind, params, size)
  const larger = Object.fromEntries(
    [1.5, 2].flatMap(density => {
      const box = { width: Math.round(size.width * density), height: Math.round(size.height * density) }
      const denser = shownSize(file, box)
      const address = denser && pictureUrl(site, file, kind, params, denser)
      return address === null || address === url ? [] : [[String(density), address]]
    }),
  )
  const { width, height } = url === own ? file : size
  return { url, width, height: Math.trunc(height), mime: kind.shownAs?.mime ?? file.mime, larger }
}

/** Address of the picture of a file in a size, which may be smaller than what the page shows it as. */
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
