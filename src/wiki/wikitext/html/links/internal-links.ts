// [[Links]] of every kind as HTML: pages, files, categories, languages, other wikis.
import { decodeCharacterReferences } from '../../../site/character-references.ts'
import { isTalk, NS } from '../../../site/namespaces.ts'
import type { Site } from '../../../site/site.ts'
import { fullText } from '../../../site/title-format.ts'
import type { Title } from '../../../site/titles.ts'
import { recordFile } from '../../harvest/image-options.ts'
import { protocolsOf } from '../../harvest/protocols.ts'
import { type LinkParts, longLabel, mayBeAddress, splitPiece, writtenTarget } from '../../link-parts.ts'
import { appendTrail, linkTrail } from '../../link-trail.ts'
import { lineToHtml } from '../../quotes.ts'
import { subpageTarget } from '../../subpages.ts'
import { trim } from '../../text.ts'
import { fileLink, titleLink } from '../../title-links.ts'
import { linkedVariant } from '../../variants/link-variant.ts'
import { imageToHtml } from '../images/image-to-html.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { bracketedLinksToHtml } from './bracketed-links.ts'
import { linkContext } from './link-context.ts'

interface WrittenLink {
  /** Without the leading colon. */
  readonly title: Title
  readonly target: string
  readonly label: string | null
  readonly trail: string
}

const APOSTROPHES = /('{2,})/

class LinkWriter {
  readonly #rendering: Rendering
  readonly #pieces: string[]
  #next = 1
  /** In parts, because repeatedly trimming the end of one long text would be slow. */
  readonly #output: string[]

  constructor(rendering: Rendering, text: string) {
    this.#rendering = rendering
    this.#pieces = text.split('[[')
    this.#output = [this.#pieces[0]!]
  }

  write(): string {
    while (this.#next < this.#pieces.length) {
      const piece = this.#pieces[this.#next++]!
      this.#rendering.state.steps.spend(5)
      const parts = splitPiece(piece)
      const isLink = parts !== null && this.#rendering.links.mayMakeOne() && this.#link(parts)
      if (!isLink) this.#output.push(`[[${piece}`)
    }
    return this.#output.join('')
  }

  /** Writes one link; false when the text is not a link. */
  #link({ target, text, trail }: LinkParts): boolean {
    const { site, state } = this.#rendering
    const written = writtenTarget(target)
    if (mayBeAddress(written) && protocolsOf(site).atStart.test(written)) return false
    const named = linkedSubpage(this.#rendering, written, text)
    const title = state.titles.link(named.target)
    if (!title) return false
    const plain = !written.startsWith(':')
    if (trail === null) {
      // Only the caption of a file may contain other links.
      if (title.ns === NS.file && title.interwiki === '' && plain) this.#longFile(title, written, text!)
      else this.#output.push(`[[${named.target}|${named.label ?? ''}`)
      return true
    }
    const label = named.label === null || named.label === '' ? null : lineToHtml(named.label)
    const link = { title, target: plain ? named.target : named.target.slice(1), label, trail }
    if (!(plain && title.localInterwiki === undefined && this.#special(link))) this.#ordinary(link)
    return true
  }

  /** Language links, files and categories, which are not links in the text. */
  #special({ title, label, trail }: WrittenLink): boolean {
    const { site, page, state } = this.#rendering
    const { output } = state
    if (title.interwiki !== '') {
      if (isTalk(page.ns) || !site.interwiki.isLanguage(title.interwiki)) return false
      output.addLanguageLink(title.interwiki, fullText(site, { ...title, interwiki: '' }))
      appendTrail(this.#output, trail)
      return true
    }
    if (title.ns === NS.file) {
      this.#file(title, label ?? '', trail)
      return true
    }
    if (title.ns === NS.category) {
      const given = label === null ? null : decodeCharacterReferences(label).replaceAll('\n', '')
      output.addCategory(title.dbkey, given ?? output.defaultSort)
      appendTrail(this.#output, trail)
      return true
    }
    return false
  }

  #file(title: Title, options: string, trail: string): void {
    const rendering = this.#rendering
    const read = internalLinksToHtml(rendering, bracketedLinksToHtml(rendering, options))
    this.#output.push(this.#exceptQuotes(imageToHtml(rendering, title.dbkey, read)) + trail)
  }

  /** Protects HTML, except for apostrophes in the name of a file: they are markup of the line that it is on. */
  #exceptQuotes(html: string): string {
    const protect = (part: string, at: number) => (at % 2 === 1 ? part : this.#rendering.links.addPiece(part))
    return html.split(APOSTROPHES).map(protect).join('')
  }

  /** A file whose caption contains links: its end is in a later piece. */
  #longFile(title: Title, written: string, start: string): void {
    const { text, trail, next } = longLabel(start, this.#pieces, this.#next)
    this.#next = next
    // Without an end it is not a file, but links inside it still count.
    if (trail === null) this.#output.push(`[[${written}|${internalLinksToHtml(this.#rendering, text)}`)
    else this.#file(title, lineToHtml(text), trail)
  }

  #ordinary({ title: written, target, label, trail }: WrittenLink): void {
    const rendering = this.#rendering
    const { page, state, links, site, host } = rendering
    const title = linkedVariant(host, page, written)
    const isHere = title.interwiki === ''
    const shown = label ?? target
    if (isHere && title.ns === NS.media) {
      recordFile(state, title.dbkey)
      this.#output.push(this.#exceptQuotes(fileLink(linkContext(rendering), title.dbkey, shown)) + trail)
      return
    }
    const inside = linkTrail(site, trail)
    const text = shown + inside
    const toItself = isHere && title.fragment === '' && title.ns === page.ns && title.dbkey === page.dbkey
    if (!toItself) state.output.addLink(title)
    const rest = trail.slice(inside.length)
    if (toItself) this.#output.push(selfLink(text) + rest)
    else {
      const html = titleLink(linkContext(rendering), title, text)
      const isAlwaysThere = isHere && (title.dbkey === '' || isSpecialPage(site, title))
      this.#output.push((isAlwaysThere ? links.addPiece(html) : links.add(html, text)) + rest)
    }
  }
}

const isSpecialPage = (site: Site, { ns, dbkey }: Title): boolean =>
  ns === NS.special && site.specialPages.resolve(dbkey) !== null

const selfLink = (html: string): string => `<a class="mw-selflink selflink">${html}</a>`

/** Replaces links with placeholders, and removes those that only set page properties. */
export function internalLinksToHtml(rendering: Rendering, text: string): string {
  return text.includes('[[') ? new LinkWriter(rendering, text).write() : text
}

/** Resolves a relative link. "/sub/" with a trailing slash and no label shows only the last part. */
function linkedSubpage(
  { host, site, page }: Rendering,
  written: string,
  label: string | null,
): { target: string; label: string | null } {
  const target = subpageTarget(site, page, written, host.shownTitle?.(page.ns, page.dbkey))
  if (target === written || (label !== null && label !== '')) return { target, label }
  const hash = written.indexOf('#')
  const path = trim(hash < 0 ? written : written.slice(0, hash))
  const fragment = hash < 0 ? '' : written.slice(hash)
  if (path.startsWith('/')) {
    const bare = trim(path.slice(1).replace(/\/+$/, ''))
    return { target, label: (path.endsWith('/') ? bare : path) + fragment }
  }
  return {
    target,
    label: path.endsWith('/') ? trim(path.replace(/^(?:\.\.\/)+/, '').replace(/\/+$/, '')) + fragment : null,
  }
}
