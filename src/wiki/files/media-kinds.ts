/** How files of one type are shown as pictures. */
export interface MediaKind {
  /** Drawings scale to any size; photographs are never enlarged. */
  readonly isDrawing: boolean
  /** Thumbnail format for types that not every browser supports. */
  readonly shownAs: { readonly mime: string; readonly suffix: string } | null
}

const png = { mime: 'image/png', suffix: '.png' }
const plain: MediaKind = { isDrawing: false, shownAs: null }

const KINDS: Readonly<Record<string, MediaKind>> = {
  'image/gif': plain,
  'image/jpeg': plain,
  'image/png': plain,
  'image/svg+xml': { isDrawing: true, shownAs: png },
  'image/tiff': { isDrawing: false, shownAs: { mime: 'image/jpeg', suffix: '.jpg' } },
  'image/webp': { isDrawing: false, shownAs: png },
}

/** Null for files that cannot be shown as pictures. */
export const mediaKind = (mime: string): MediaKind | null => (Object.hasOwn(KINDS, mime) ? KINDS[mime]! : null)
