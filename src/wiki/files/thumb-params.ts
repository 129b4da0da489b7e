/** How a thumbnail is wanted. */
export interface ThumbParams {
  readonly width?: number
  /** The height it must fit into; -1 says nothing, as does leaving it out. */
  readonly height?: number
  /** Which language a drawing with several shows. */
  readonly lang?: string
  /** Photographs for slow lines. */
  readonly quality?: 'low'
}

const DIGITS = '(\\d{1,9})'
const plain = new RegExp(`^${DIGITS}px$`)
const lowQuality = new RegExp(`^qlow-${DIGITS}px$`)
const inLanguage = new RegExp(`^lang([a-z]+(?:-[a-z]+){0,8})-${DIGITS}px$`)

/** Reads `100px`, `qlow-100px` of photographs and `langde-100px` of drawings, as thumbnails are called; null for others. */
export function parseThumbParams(mime: string, text: string): ThumbParams | null {
  if (mime === 'image/svg+xml') {
    const [, lang, width] = inLanguage.exec(text) ?? []
    if (width !== undefined) return { width: Number(width), lang: lang! }
  }
  if (mime === 'image/jpeg') {
    const width = lowQuality.exec(text)?.[1]
    if (width !== undefined) return { width: Number(width), quality: 'low' }
  }
  const width = plain.exec(text)?.[1]
  return width === undefined ? null : { width: Number(width) }
}

/** The other way round. English is what a drawing shows anyway. */
export function thumbPrefix({ lang, quality }: ThumbParams, width: number): string {
  const language = lang === undefined || lang === 'en' ? '' : `lang${lang}-`
  return `${quality === 'low' ? 'qlow-' : ''}${language}${width}px`
}
