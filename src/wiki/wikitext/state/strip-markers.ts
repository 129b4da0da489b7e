// Markers replace text that later steps must not parse. They contain characters that are invalid in titles and
// attributes, so they cannot become part of either.

const prefix = '\u007f\'"`UNIQ--'
const suffix = '-QINU`"\'\u007f'
const marker = /\u007f'"`UNIQ-[^\u007f]*-QINU`"'\u007f/g

const maxRestored = 5_000_000
const deepestRestored = 20

export class StripMarkers {
  #count = 0
  /** Number of markers created or looked up; unchanged when none were involved. */
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

  /** A marker for literal text, which functions can restore if they need it. */
  addNowiki(text: string): string {
    const key = this.add('nowiki')
    this.#nowiki.set(key, text)
    return key
  }

  /** A marker for text that is restored unchanged at the end. */
  addWritten(tag: string, text: string): string {
    const key = this.add(tag)
    this.#written.set(key, text)
    return key
  }

  /** A marker for HTML that is restored before paragraphs are built. */
  addGeneral(tag: string, html: string): string {
    const key = this.add(tag)
    this.#general.set(key, html)
    return key
  }

  /** Restores the HTML of tags, including nested ones. */
  restoreGeneral(text: string): string {
    return this.#restore(text, this.#general, 0)
  }

  /** Restores all HTML: output of tags and literal text. */
  restoreAll(text: string): string {
    // Literal text may hold marks of tags around it.
    return this.restoreGeneral(this.restoreNowiki(this.restoreGeneral(text)))
  }

  #restore(text: string, kept: ReadonlyMap<string, string>, depth: number): string {
    if (!text.includes('\u007f')) return text
    return text.replace(marker, key => {
      const html = kept.get(key)
      if (html === undefined) return key
      this.#restored += html.length
      if (depth >= deepestRestored || this.#restored > maxRestored) return ''
      return this.#restore(html, kept, depth + 1)
    })
  }

  /** Restores written text, which may contain earlier markers, up to a size no page needs. */
  restoreWritten(text: string): string {
    if (!text.includes('\u007f')) return text
    const restored = new Map<string, string>()
    let size = 0
    const put = (source: string) => {
      return source.replace(marker, key => {
        const cached = restored.get(key)
        if (cached === undefined) return key
        size += cached.length
        return size > maxRestored ? '' : cached
      })
    }
    for (const [key, written] of this.#written) restored.set(key, put(written))
    size = 0
    return killMarkers(put(text))
  }

  /** The text as read by people, for names, keys and attributes, which cannot contain markers. */
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

/** Removes marker characters from external text. */
export function disarm(text: string): string {
  return text.includes('\u007f') ? text.replaceAll('\u007f', '?') : text
}

const pieces = /\u007f[^\u007f]*\u007f?/g
const wholeMarker = new RegExp(`^${marker.source}$`)

/** Removes fragments of broken markers; intact ones stay. */
export function dropBroken(text: string): string {
  if (!text.includes('\u007f')) return text
  return text.replace(pieces, piece => (wholeMarker.test(piece) ? piece : ''))
}
