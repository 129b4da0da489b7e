// Box sizes for each gallery mode.

import type { Picture, PictureParams } from '../../../host.ts'

export interface GalleryMode {
  readonly name: string
  /** Space around each picture, and between boxes. */
  readonly padding: number
  readonly between: number
  /** Whether pictures are centred in boxes of equal height. */
  readonly isCentered: boolean
  /** Whether boxes follow the widths of pictures to fill rows. */
  readonly isPacked: boolean
  /** Whether captions are overlaid on the pictures. */
  readonly isOverlaid: boolean
}

const plain = { padding: 30, between: 8, isCentered: true, isPacked: false, isOverlaid: false }
const packed = { padding: 0, between: 0, isCentered: false, isPacked: true, isOverlaid: false }

const MODES: readonly GalleryMode[] = [
  { ...plain, name: 'traditional' },
  { ...plain, name: 'nolines', padding: 0, between: 4, isCentered: false },
  { ...packed, name: 'packed' },
  { ...packed, name: 'packed-hover', isOverlaid: true },
  { ...packed, name: 'packed-overlay', isOverlaid: true },
  { ...plain, name: 'slideshow' },
]

/** Falls back to the default mode. */
export const galleryMode = (name: string): GalleryMode =>
  MODES.find(mode => mode.name === name.toLowerCase()) ?? MODES[0]!

export interface GallerySize {
  readonly width: number
  readonly height: number
}

/** Width of a box beyond the picture and its padding. */
const BOX = 5
const PACKED_BOX = 2
/** Packed pictures are requested larger than shown, because a script widens the boxes. */
const PACKED_SCALE = 1.5
const NARROWEST_PACKED = 60

/** The picture to request. */
export function wantedPicture({ isPacked }: GalleryMode, { width, height }: GallerySize): PictureParams {
  if (!isPacked) return { width, height }
  // Wide enough that only the height matters.
  return { width: (height * 10 + 100) * PACKED_SCALE, height: height * PACKED_SCALE }
}

/** The picture at its size on the page. */
export function shownPicture({ isPacked }: GalleryMode, picture: Picture): Picture {
  if (!isPacked) return picture
  const { url, width, height } = picture
  return { url, width: Math.ceil(width / PACKED_SCALE), height: Math.ceil(Math.round(height) / PACKED_SCALE) }
}

/** Width of the thumbnail area. */
export function thumbWidth({ isPacked, padding }: GalleryMode, size: GallerySize, picture: Picture | null): number {
  if (!isPacked) return size.width + padding
  return Math.max(picture ? picture.width / PACKED_SCALE : size.width, NARROWEST_PACKED)
}

export const thumbHeight = ({ padding }: GalleryMode, size: GallerySize): number => size.height + padding

/** Space above and below a picture. */
export function margin(mode: GalleryMode, size: GallerySize, picture: Picture): number {
  if (mode.isPacked) return (size.height - Math.round(picture.height) / PACKED_SCALE) / 2
  return mode.isCentered ? (thumbHeight(mode, size) - picture.height) / 2 : 0
}

export const boxWidth = (mode: GalleryMode, size: GallerySize, picture: Picture | null): number =>
  thumbWidth(mode, size, picture) + (mode.isPacked ? PACKED_BOX : BOX)

/** Maximum width of a gallery with a given number of boxes per row. */
export const rowsWidth = (mode: GalleryMode, size: GallerySize, perRow: number): number =>
  perRow * (boxWidth(mode, size, null) + mode.between)

const OVERLAY_PADDING = 20

export const overlayWidth = (mode: GalleryMode, size: GallerySize, picture: Picture | null): number =>
  Math.ceil(thumbWidth(mode, size, picture)) - OVERLAY_PADDING
