import { decodeCharacterReferences } from '../../site/character-references.ts'
import type { Site } from '../../site/site.ts'
import { parseTitle, type Title } from '../../site/titles.ts'
import { userOf } from './parse-discussion.ts'
import type { SignatureTimes } from './signature-times.ts'

/** A signed comment in rendered HTML. */
export interface ShownComment {
  readonly author: string
  /** Seconds since 1970. */
  readonly time: number
  /** Where something can be put before the comment, between elements; null if it starts within a line. */
  readonly before: number | null
  /** Where its content starts. */
  readonly start: number
  /** The signature, if it is one piece of its element. */
  readonly signature: readonly [start: number, end: number] | null
  /** After its timestamp. */
  readonly end: number
}

/** A heading in rendered HTML. */
export interface ShownHeading {
  readonly anchor: string
  readonly level: number
  /** Where its element starts. */
  readonly start: number
  /** After its element. */
  readonly end: number
}

export interface ShownDiscussion {
  readonly comments: readonly ShownComment[]
  readonly headings: readonly ShownHeading[]
}

const TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^>]*)>/
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
const BLOCKS = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const MAX_TAG = 20_000
/** Text between the links of one signature, in characters. */
const MAX_GAP = 80

interface Element {
  readonly name: string
  readonly isBlock: boolean
  /** Where its tag starts, and where that ends. */
  readonly start: number
  readonly inner: number
  /** The element around it, and the innermost block around it. */
  readonly parent: Element | undefined
  readonly block: Element | undefined
  hasContent: boolean
  isOpen: boolean
}

interface UserLink {
  readonly user: string
  readonly start: number
  readonly end: number
  readonly inside: Element | undefined
}

/** Finds comments and headings in a rendered page. Takes linear time. */
export function findInHtml(
  site: Site,
  times: SignatureTimes,
  page: Pick<Title, 'ns' | 'dbkey'>,
  html: string,
): ShownDiscussion {
  const search = new Search(site, times, page, html)
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at) search.text(html.slice(at, end), at)
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open)
      at = close < 0 ? html.length : close + 3
      continue
    }
    const tag = TAG.exec(html.slice(open, open + MAX_TAG))
    if (tag) search.tag(tag[1] === '/', tag[2]!.toLowerCase(), tag[3]!, open, open + tag[0].length)
    at = open + (tag ? tag[0].length : 1)
  }
  return search
}

class Search implements ShownDiscussion {
  readonly comments: ShownComment[] = []
  readonly headings: ShownHeading[] = []
  readonly #site: Site
  readonly #times: SignatureTimes
  readonly #html: string
  /** Links to the page itself have no address. */
  readonly #self: string | null
  readonly #open: Element[] = []
  /** Where the next comment starts. */
  #start: { readonly at: number; readonly before: number | null; readonly parent: Element | undefined } | null = null
  /** Links to users in the current block, since the last comment. */
  #links: UserLink[] = []
  #link: { readonly user: string | null; readonly start: number } | null = null
  #heading: { readonly level: number; readonly start: number; anchor: string } | null = null

  constructor(site: Site, times: SignatureTimes, { ns, dbkey }: Pick<Title, 'ns' | 'dbkey'>, html: string) {
    this.#html = html
    this.#site = site
    this.#times = times
    this.#self = userOf(site, ns, dbkey.replaceAll('_', ' '))
  }

  text(text: string, at: number): void {
    if (this.#heading || text.trim() === '') return
    const blank = text.length - text.trimStart().length
    this.#content(at + blank)
    let done = 0
    for (const match of text.matchAll(this.#times.pattern)) {
      const time = this.#times.read(match)
      const last = this.#links.at(-1)
      if (time === null || last === undefined) continue
      done = match.index + match[0].length
      this.#comment(last, time, at + done)
      if (text.slice(done).trim() !== '') this.#content(at + done)
    }
  }

  tag(isClosing: boolean, name: string, attributes: string, start: number, end: number): void {
    const isBlock = BLOCKS.has(name)
    if (isBlock) this.#links = []
    if (/^h[1-6]$/.test(name)) this.#atHeading(isClosing, Number(name[1]), start, end)
    if (this.#heading) this.#heading.anchor ||= /class="mw-headline" id="([^"]*)"/.exec(attributes)?.[1] ?? ''
    if (isClosing) {
      this.#close(name)
      if (name === 'a') this.#endLink(end)
    } else if (VOID.has(name)) {
      if (name === 'img') this.#content(start)
    } else {
      this.#push(name, isBlock, start, end)
      if (name === 'a') this.#link = { user: this.#userOf(attributes), start }
    }
  }

  #push(name: string, isBlock: boolean, start: number, inner: number): void {
    const parent = this.#open.at(-1)
    const block = parent && (parent.isBlock ? parent : parent.block)
    this.#open.push({ name, isBlock, start, inner, parent, block, hasContent: false, isOpen: true })
  }

  /** Ends the innermost element of this name; those inside it are closed with it. */
  #close(name: string): void {
    const place = this.#open.findLastIndex((element, i) => element.name === name || i < this.#open.length - MAX_NESTED)
    if (place < 0 || this.#open[place]!.name !== name) return
    for (const element of this.#open.splice(place)) element.isOpen = false
  }

  #atHeading(isClosing: boolean, level: number, start: number, end: number): void {
    if (!isClosing) this.#heading = { level, start, anchor: '' }
    else if (this.#heading) {
      const anchor = decodeCharacterReferences(this.#heading.anchor)
      if (anchor !== '') this.headings.push({ anchor, level, start: this.#heading.start, end })
      this.#heading = null
      this.#start = null
    }
  }

  /** Content at this position belongs to the next comment. */
  #content(at: number): void {
    const inside = this.#open.at(-1)
    const block = inside?.isBlock ? inside : inside?.block
    if (this.#start === null) {
      const isFirst = block !== undefined && !block.hasContent
      const before = !isFirst ? null : block.name === 'p' ? block.start : block.inner
      this.#start = { at, before, parent: block?.parent }
    }
    if (block) block.hasContent = true
  }

  #comment(last: UserLink, time: number, end: number): void {
    const start = this.#start ?? { at: last.start, before: null, parent: undefined }
    const inside = this.#open.at(-1)
    let first = last
    for (const link of this.#links.toReversed()) {
      if (link.user !== last.user || first.start - link.end > MAX_GAP) break
      first = link
    }
    const isPiece = first.inside === inside
    // What comes before the comment must not end up in an element that ends within it.
    const isWhole = start.parent === undefined || start.parent.isOpen
    this.comments.push({
      author: last.user,
      time,
      before: isWhole ? start.before : null,
      start: start.at,
      signature: isPiece ? [this.#dashBefore(first.start), end] : null,
      end,
    })
    this.#start = null
    this.#links = []
  }

  /** People put a dash before their names. */
  #dashBefore(start: number): number {
    const dash = /[\s–—-]*$/.exec(this.#html.slice(Math.max(start - MAX_DASH, 0), start))?.[0] ?? ''
    return start - dash.length
  }

  #endLink(end: number): void {
    const link = this.#link
    this.#link = null
    if (link?.user) this.#links.push({ user: link.user, start: link.start, end, inside: this.#open.at(-1) })
  }

  /** The user that a link leads to. */
  #userOf(attributes: string): string | null {
    if (/class="[^"]*\bmw-selflink\b/.test(attributes)) return this.#self
    const href = /href="([^"]*)"/.exec(attributes)?.[1]
    const title = href === undefined ? null : titleOf(this.#site, decodeCharacterReferences(href))
    return title && userOf(this.#site, title.ns, title.dbkey.replaceAll('_', ' '))
  }
}

/** Dashes and spaces before a signature, in characters. */
const MAX_DASH = 8
/** Elements that one closing tag may end. */
const MAX_NESTED = 100

/** The title behind an address of this wiki. */
function titleOf(site: Site, href: string): Title | null {
  const { articlePath, script } = site
  const prefix = articlePath.split('$1')[0]!
  const text = href.startsWith(`${script}?`)
    ? new URLSearchParams(href.slice(script.length + 1)).get('title')
    : href.startsWith(prefix)
      ? decoded(href.slice(prefix.length).replace(/[?#].*$/s, ''))
      : null
  const title = text === null ? null : parseTitle(site, text)
  return title === null || 'invalid' in title || title.interwiki !== '' ? null : title
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
