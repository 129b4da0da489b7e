// Text that later steps must not look into stands in the expanded text as a marker. The marker holds characters that
// no title and no attribute may contain, so it cannot become part of either.

const prefix = '\u007f\'"`UNIQ-'
const suffix = '-QINU`"\'\u007f'
const marker = /\u007f'"`UNIQ-[^\u007f]*-QINU`"'\u007f/g

export class StripMarkers {
  #count = 0
  readonly #nowiki = new Map<string, string>()

  /** A marker for the output of a tag. */
  add(tag: string): string {
    return `${prefix}${tag}-${(this.#count++).toString(16).toUpperCase().padStart(8, '0')}${suffix}`
  }

  /** A marker for plain text, which functions that need the text can get back. */
  addNowiki(text: string): string {
    const key = this.add('nowiki')
    this.#nowiki.set(key, text)
    return key
  }

  restoreNowiki(text: string): string {
    if (!text.includes('\u007f')) return text
    return text.replace(marker, key => this.#nowiki.get(key) ?? key)
  }
}

export function killMarkers(text: string): string {
  return text.includes('\u007f') ? text.replace(marker, '') : text
}
