/** What is to be saved. */
export interface Writing {
  readonly text: string
  readonly summary: string
  readonly section: string
  readonly minor: boolean
  readonly watch: boolean
  /** How long; undefined where one cannot say so. */
  readonly watchTime?: string | undefined
  readonly base: number
  readonly recreate: boolean
}

/** The heading that a text begins with, as the address of its section has it. */
export function anchorOf({ section, text, summary }: Writing): string {
  if (section === '' || section === '0') return ''
  const heading = section === 'new' ? summary : (/^(={1,6})\s*(.+?)\s*\1/.exec(text)?.[2] ?? '')
  const plain = heading
    .replace(/\[\[:?(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/'{2,5}|<[^<>]*>/g, '')
    .trim()
  return plain === '' ? '' : `#${encodeURIComponent(plain.replaceAll(' ', '_'))}`
}
