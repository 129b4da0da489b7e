import { thumbUrl } from './addresses.ts'
import type { FileVersion } from './file-version.ts'

/** A smaller picture of a file, as its address and size tell; the bytes are made when somebody asks for them. */
export interface Thumbnail {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly mime: string
}

/** What cannot be shown by browsers everywhere is shown as PNG. */
const SHOWN_AS: Readonly<Record<string, readonly [mime: string, extension: string]>> = {
  'image/svg+xml': ['image/png', '.png'],
  'image/webp': ['image/png', '.png'],
  'image/tiff': ['image/jpeg', '.jpg'],
}

const DRAWN = new Set(['image/svg+xml'])
const SCALABLE = /^image\/(png|jpeg|gif|webp|svg\+xml|tiff)$/

export const canScale = (mime: string): boolean => SCALABLE.test(mime)

/** Height for a width, rounded as MediaWiki rounds it. */
export const scaledHeight = ({ width, height }: Pick<FileVersion, 'width' | 'height'>, wanted: number): number =>
  width === 0 ? 0 : Math.max(1, Math.round((height * wanted) / width))

/** The width that fits into a box, keeping the proportions. */
export function fittingWidth(
  { width, height }: Pick<FileVersion, 'width' | 'height'>,
  boxWidth: number,
  boxHeight: number,
): number {
  if (boxHeight <= 0 || height === 0) return boxWidth
  const byHeight = Math.ceil((width * boxHeight) / height)
  const exact =
    Math.round((height * byHeight) / width) > boxHeight ? Math.floor((width * boxHeight) / height) : byHeight
  return boxWidth > 0 ? Math.min(boxWidth, exact) : exact
}

/** A drawing is made as large as asked for; a photograph is never made larger than it is. */
export function thumbnailOf(server: string, file: FileVersion, width: number): Thumbnail {
  const drawn = DRAWN.has(file.mime)
  const [mime, extension] = SHOWN_AS[file.mime] ?? [file.mime, '']
  const real = drawn ? width : Math.min(width, file.width)
  const short = Buffer.byteLength(file.name) > 160 ? `thumbnail${/\.[^.]*$/.exec(file.name)?.[0] ?? ''}` : file.name
  return {
    url: thumbUrl(server, file.name, file.archiveName, `${real}px-${short}${extension}`),
    width,
    height: scaledHeight(file, width),
    mime,
  }
}
