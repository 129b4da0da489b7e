/** How files of one type become pictures on a page. */
export interface MediaKind {
  /** A drawing has no size of its own; a photograph is never made larger than it is. */
  readonly isDrawing: boolean
  /** What its thumbnails are, where not every browser shows the type itself. */
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

/** Null for what cannot be shown as a picture. */
export const mediaKind = (mime: string): MediaKind | null => (Object.hasOwn(KINDS, mime) ? KINDS[mime]! : null)
