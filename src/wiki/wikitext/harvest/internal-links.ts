// [[Links]] of every kind: pages, files, categories, languages, other wikis.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { isTalk, NS } from '#wiki/site/namespaces.ts'
import { fullText } from '#wiki/site/title-format.ts'
import type { Title } from '#wiki/site/titles.ts'
import { type LinkParts, longLabel, mayBeAddress, splitPiece, writtenTarget } from '../link-parts.ts'
import { appendTrail, linkTrail } from '../link-trail.ts'
import { markQuotes, quotesToHtml } from '../quotes.ts'
import type { ParseState } from '../state/parse-state.ts'
import { subpageTarget } from '../subpages.ts'
import { linkedVariant } from '../variants/link-variant.ts'
import { takeBracketedLinks } from './external-links.ts'
import { recordFile, recordImage } from './image-options.ts'
import { protocolsOf } from './protocols.ts'

/** Replaces a link, so URLs and words do not continue across it. */
const placeholder = '<!>'

class LinkReader {
  readonly #state: ParseState
  readonly #pieces: string[]
  #next = 1
  /** In parts, because repeatedly trimming the end of one long text would be slow. */
  readonly #output: string[]

  constructor(state: ParseState, text: string) {
    this.#state = state
    this.#pieces = text.split('[[')
    this.#output = [this.#pieces[0]!]
  }

  read(): string {
    while (this.#next < this.#pieces.length) {
      const piece = this.#pieces[this.#next++]!
      this.#state.steps.spend(2)
      const parts = splitPiece(piece)
      if (!parts || !this.#link(parts)) this.#output.push(`[[${piece}`)
    }
    return this.#output.join('')
  }

  /** Handles one link; false when the text is not a link. */
  #link(parts: LinkParts): boolean {
    const { site } = this.#state
    const written = writtenTarget(parts.target)
    if (mayBeAddress(written) && protocolsOf(site).atStart.test(written)) return false
    const title = this.#state.titles.link(subpageTarget(site, this.#state.page, written))
    if (!title) return false
    const plain = !written.startsWith(':')
    if (parts.trail === null) {
      // Only the caption of a file may contain other links.
      if (title.ns !== NS.file || title.interwiki !== '' || !plain) return false
      return this.#longFile(title, written, parts.text!)
    }
    if (!(plain && title.localInterwiki === undefined && this.#special(title, parts))) this.#ordinary(title, parts)
    return true
  }

  /** Language links, files and categories, which are not links in the text. */
  #special(title: Title, parts: LinkParts): boolean {
    const { site, page, output } = this.#state
    if (title.interwiki !== '') {
      if (isTalk(page.ns) || !site.interwiki.isLanguage(title.interwiki)) return false
      output.addLanguageLink(title.interwiki, fullText(site, { ...title, interwiki: '' }))
      appendTrail(this.#output, parts.trail!)
      return true
    }
    if (title.ns === NS.file) {
      this.#file(title, parts.text ?? '')
      this.#output.push(placeholder + parts.trail)
      return true
    }
    if (title.ns === NS.category) {
      const given =
        parts.text === null ? null : decodeCharacterReferences(quotesToHtml(parts.text)).replaceAll('\n', '')
      output.addCategory(title.dbkey, given ?? output.defaultSort)
      appendTrail(this.#output, parts.trail!)
      return true
    }
    return false
  }

  #file(title: Title, options: string): void {
    const inner =
      options === '' ? '' : readInternalLinks(this.#state, takeBracketedLinks(this.#state, markQuotes(options)))
    recordImage(this.#state, title.dbkey, inner)
  }

  /** A file whose caption contains links: its end is in a later piece. */
  #longFile(title: Title, written: string, start: string): boolean {
    const { text, trail, next } = longLabel(start, this.#pieces, this.#next)
    this.#next = next
    if (trail === null) {
      // Without an end it is not a file, but links inside it still count.
      this.#output.push(`[[${written}|${readInternalLinks(this.#state, text)}`)
    } else {
      this.#file(title, text)
      this.#output.push(placeholder + trail)
    }
    return true
  }

  #ordinary(written: Title, parts: LinkParts): void {
    const { page, output, host } = this.#state
    const title = linkedVariant(host, page, written)
    const toItself =
      title.interwiki === '' && title.fragment === '' && title.ns === page.ns && title.dbkey === page.dbkey
    if (title.interwiki === '' && title.ns === NS.media) {
      recordFile(this.#state, title.dbkey)
      this.#output.push(placeholder + parts.trail)
      return
    }
    if (!toItself) output.addLink(title)
    const trail = parts.trail!
    // Letters after the link belong to it, even those of "http".
    const cut = beginsWithLetter(trail) ? linkTrail(this.#state.site, trail).length : 0
    this.#output.push(placeholder + (cut === 0 ? trail : trail.slice(cut)))
  }
}

function beginsWithLetter(text: string): boolean {
  const code = text.charCodeAt(0)
  // Most links are followed by a space or punctuation.
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
  return /^\p{L}/u.test(text)
}

/** Records all links of a text and returns the rest. */
export function readInternalLinks(state: ParseState, text: string): string {
  return text.includes('[[') ? new LinkReader(state, text).read() : text
}
