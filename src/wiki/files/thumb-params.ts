/** Thumbnail parameters. */
export interface ThumbParams {
  readonly width?: number
  /** Maximum height; -1 or omitted for no limit. */
  readonly height?: number
  /** Language of a multilingual drawing. */
  readonly lang?: string
  /** Lower quality for slow connections. */
  readonly quality?: 'low'
}

const DIGITS = '(\\d{1,9})'
const plain = new RegExp(`^${DIGITS}px$`)
const lowQuality = new RegExp(`^qlow-${DIGITS}px$`)
const inLanguage = new RegExp(`^lang([a-z]+(?:-[a-z]+){0,8})-${DIGITS}px$`)

/** Parses `100px`, `qlow-100px` for photographs and `langde-100px` for drawings; null for anything else. */
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

/** Formats thumbnail parameters. English is the default language of drawings. */
export function thumbPrefix({ lang, quality }: ThumbParams, width: number): string {
  const language = lang === undefined || lang === 'en' ? '' : `lang${lang}-`
  return `${quality === 'low' ? 'qlow-' : ''}${language}${width}px`
}
