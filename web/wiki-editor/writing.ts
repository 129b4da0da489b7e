/** The edit to save. */
export interface Writing {
  readonly text: string
  readonly summary: string
  readonly section: string
  readonly minor: boolean
  readonly watch: boolean
  /** Watchlist expiry; undefined if disabled. */
  readonly watchTime?: string | undefined
  readonly base: number
  readonly recreate: boolean
}

/** Anchor of the heading at the start of a text. */
export function anchorOf({ section, text, summary }: Writing): string {
  if (section === '' || section === '0') return ''
  const heading = section === 'new' ? summary : (/^(={1,6})\s*(.+?)\s*\1/.exec(text)?.[2] ?? '')
  const plain = heading
    .replace(/\[\[:?(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/'{2,5}|<[^<>]*>/g, '')
    .trim()
  return plain === '' ? '' : `#${encodeURIComponent(plain.replaceAll(' ', '_'))}`
}
