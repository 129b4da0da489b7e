// Text that later steps must not look into stands in the expanded text as a marker. The marker holds characters that
// no title and no attribute may contain, so it cannot become part of either.

const prefix = '\u007f\'"`UNIQ--'
const suffix = '-QINU`"\'\u007f'
const marker = /\u007f'"`UNIQ-[^\u007f]*-QINU`"'\u007f/g

const mostRestored = 5_000_000
const deepestRestored = 20

export class StripMarkers {
  #count = 0
  /** How often a marker was made or looked up: what does neither has nothing to do with them. */
  uses = 0
  readonly #nowiki = new Map<string, string>()
  readonly #written = new Map<string, string>()
  readonly #general = new Map<string, string>()
  #restored = 0

  /** A marker for the output of a tag. */
  add(tag: string): string {
    this.uses++
    return `${prefix}${tag}-${(this.#count++).toString(16).toUpperCase().padStart(8, '0')}${suffix}`
  }

  /** A marker for plain text, which functions that need the text can get back. */
  addNowiki(text: string): string {
    const key = this.add('nowiki')
    this.#nowiki.set(key, text)
    return key
  }

  /** A marker for text that comes back at the end as it is written. */
  addWritten(tag: string, text: string): string {
    const key = this.add(tag)
    this.#written.set(key, text)
    return key
  }

  /** A marker for HTML that is put back before paragraphs are made. */
  addGeneral(tag: string, html: string): string {
    const key = this.add(tag)
    this.#general.set(key, html)
    return key
  }

  /** Puts HTML of tags back, and that inside of it. */
  restoreGeneral(text: string): string {
    return this.#restore(text, this.#general, 0)
  }

  /** Puts back everything that became HTML: output of tags, and text that was to be left alone. */
  restoreAll(text: string): string {
    return this.restoreNowiki(this.restoreGeneral(text))
  }

  #restore(text: string, kept: ReadonlyMap<string, string>, depth: number): string {
    if (!text.includes('\u007f')) return text
    return text.replace(marker, key => {
      const html = kept.get(key)
      if (html === undefined) return key
      this.#restored += html.length
      if (depth >= deepestRestored || this.#restored > mostRestored) return ''
      return this.#restore(html, kept, depth + 1)
    })
  }

  /** Puts written text back. It may hold markers of text that was written before it, up to a size no page needs. */
  restoreWritten(text: string): string {
    if (!text.includes('\u007f')) return text
    const restored = new Map<string, string>()
    let size = 0
    const put = (source: string) => {
      return source.replace(marker, key => {
        const known = restored.get(key)
        if (known === undefined) return key
        size += known.length
        return size > mostRestored ? '' : known
      })
    }
    for (const [key, written] of this.#written) restored.set(key, put(written))
    size = 0
    return killMarkers(put(text))
  }

  /** The text as people would read it, for what cannot hold markers: names, keys, attributes. */
  plain(text: string): string {
    return text.includes('\u007f') ? killMarkers(this.restoreNowiki(text)) : text
  }

  restoreNowiki(text: string): string {
    if (!text.includes('\u007f')) return text
    this.uses++
    return text.replace(marker, key => this.#nowiki.get(key) ?? key)
  }
}

export function killMarkers(text: string): string {
  return text.includes('\u007f') ? text.replace(marker, '').replaceAll('\u007f', '') : text
}

/** A text that comes from outside, in which nothing may pass for a marker. */
export function disarm(text: string): string {
  return text.includes('\u007f') ? text.replaceAll('\u007f', '?') : text
}

const pieces = /\u007f[^\u007f]*\u007f?/g
const wholeMarker = new RegExp(`^${marker.source}$`)

/** Takes away what a change of the text has left of markers; whole ones stay. */
export function dropBroken(text: string): string {
  if (!text.includes('\u007f')) return text
  return text.replace(pieces, piece => (wholeMarker.test(piece) ? piece : ''))
}
