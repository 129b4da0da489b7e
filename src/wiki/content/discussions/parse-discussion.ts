import { decodeCharacterReferences } from '../../site/character-references.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import type { Comment, Discussion, Heading } from './discussion.ts'
import { maskWikitext } from './mask-wikitext.ts'
import type { SignatureTimes } from './signature-times.ts'

const HEADING = /^(={1,6})(.+?)(={1,6})[ \t]*$/
/** A link to a page of a user. */
const LINK = /\[\[\s*:?\s*([^[\]{}|<>\n:]{1,100}):\s*([^[\]{}|<>\n#]{1,255})/g
/** Maximum length of a signature before its time, in characters. */
const SIGNATURE = 1500

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Finds the topics and comments of a talk page. A comment ends with a signature: a link to the user page, talk page or
 * contributions of its author, then the time. Takes linear time for any text.
 */
export function parseDiscussion(site: Site, times: SignatureTimes, text: string): Discussion {
  const masked = maskWikitext(text)
  const reading = new Reading(site)
  let at = 0
  for (const line of masked.split('\n')) {
    const heading = line.startsWith('=') ? headingIn(line, text.slice(at, at + line.length)) : null
    if (heading) reading.addHeading(heading.level, heading.title)
    else readLine(reading, times, line, at)
    at += line.length + 1
  }
  return reading.finish()
}

function headingIn(line: string, source: string): { level: number; title: string } | null {
  const [, before = '', , after = ''] = HEADING.exec(line) ?? []
  const level = Math.min(before.length, after.length)
  if (level === 0) return null
  const inner = source.replace(/<!--.*?(?:-->|$)/gs, '').trim()
  return { level, title: plainHeading(inner.slice(level, inner.length - level)) }
}

/** The text of a heading without markup. */
const plainHeading = (wikitext: string): string =>
  decodeCharacterReferences(
    wikitext
      .replace(/\[\[:?[^[\]|]+\|([^[\]]+)\]\]/g, '$1')
      .replace(/\[\[:?([^[\]]+?)\|?\]\]/g, '$1')
      .replace(/\[(?:[a-z]+:)?\/\/[^\s[\]]+ ([^[\]]+)\]/gi, '$1')
      .replace(/'{2,}/g, '')
      .replace(/<[^<>]*>/g, ''),
  )
    .replace(/[ _]+/g, ' ')
    .trim()

function readLine(reading: Reading, times: SignatureTimes, line: string, at: number): void {
  if (line.trim() === '') return
  let done = 0
  reading.begin(line, at, 0)
  for (const match of line.matchAll(times.pattern)) {
    const time = times.read(match)
    const author =
      time === null ? null : authorIn(reading.site, line.slice(Math.max(done, match.index - SIGNATURE), match.index))
    if (time === null || author === null) continue
    done = match.index + match[0].length
    reading.addComment(author, time, line, at, done)
    reading.begin(line, at, done)
  }
}

/** The author named by the last link of a signature. */
function authorIn(site: Site, signature: string): string | null {
  let author: string | null = null
  for (const [, prefix, title] of signature.matchAll(LINK)) {
    const ns = site.namespaces.idOf(prefix!.trim())
    author = (ns === undefined ? null : userOf(site, ns, plain(title!))) ?? author
  }
  return author
}

/** The user whose page or contributions a title is. */
export function userOf(site: Site, ns: number, title: string): string | null {
  if (ns === NS.user || ns === NS.userTalk) return title === '' || title.includes('/') ? null : upperFirst(title)
  if (ns !== NS.special) return null
  const special = site.specialPages.resolve(title.replaceAll(' ', '_'))
  const name = special?.canonical === 'Contributions' ? plain(special.subpage ?? '') : ''
  return name === '' ? null : upperFirst(name)
}

const plain = (name: string): string => name.replaceAll('_', ' ').trim()
const upperFirst = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const prefixOf = (line: string): string => /^[:*#;]*/.exec(line)![0]

/** Collects headings and comments in order, and gives them their places and ids. */
class Reading {
  readonly site: Site
  readonly #headings: Draft<Heading>[] = []
  readonly #comments: Draft<Comment>[] = []
  /** Comments that the next one may answer, the innermost last. */
  #open: Draft<Comment>[] = []
  /** Where the next comment starts, and the list markup there. */
  #start: { readonly at: number; readonly prefix: string } | null = null

  constructor(site: Site) {
    this.site = site
  }

  addHeading(headingLevel: number, title: string): void {
    let parent: Heading | null = this.#headings.at(-1) ?? null
    while (parent !== null && parent.headingLevel >= headingLevel) parent = parent.parent
    if (parent?.headingLevel === 0) parent = null
    const anchor = title.replaceAll(' ', '_')
    const [replies, subheadings] = [[], []]
    const heading: Heading = {
      kind: 'heading',
      id: '',
      name: '',
      title,
      anchor,
      headingLevel,
      parent,
      replies,
      subheadings,
    }
    parent?.subheadings.push(heading)
    this.#headings.push(heading)
    this.#open = []
    this.#start = null
  }

  /** Content from here on belongs to the next comment. */
  begin(line: string, at: number, from: number): void {
    if (this.#start !== null || line.slice(from).trim() === '') return
    this.#start = { at: at + from, prefix: prefixOf(line) }
  }

  addComment(author: string, time: number, line: string, at: number, end: number): void {
    if (this.#headings.length === 0) this.addLead()
    const heading = this.#headings.at(-1)!
    const own = prefixOf(line)
    const start = this.#start ?? { at, prefix: own }
    const prefix = start.prefix.length < own.length ? start.prefix : own
    while (this.#open.length > 0 && this.#open.at(-1)!.prefix.length >= prefix.length) this.#open.pop()
    const parent = this.#open.at(-1) ?? heading
    const common = { kind: 'comment', id: '', name: '', author, time, prefix, heading, parent, replies: [] } as const
    const comment: Draft<Comment> = {
      ...common,
      replies: [],
      start: start.at,
      end: at + end,
      lineEnd: at + line.length,
    }
    parent.replies.push(comment)
    this.#open.push(comment)
    this.#comments.push(comment)
    this.#start = null
  }

  /** Comments before the first heading have a heading without a text. */
  addLead(): void {
    const start = this.#start
    this.addHeading(0, '')
    this.#start = start
  }

  finish(): Discussion {
    giveIds(this.#headings, this.#comments)
    return { headings: this.#headings, comments: this.#comments }
  }
}

/** In bytes, as DiscussionTools cuts the parts of its ids. */
const MAX_PART = 80

/** A part of an id, cut at a character. */
function part(text: string): string {
  const key = text.replaceAll(' ', '_')
  if (Buffer.byteLength(key) <= MAX_PART) return key
  let bytes = 0
  let cut = ''
  for (const char of key) {
    bytes += Buffer.byteLength(char)
    if (bytes > MAX_PART) break
    cut += char
  }
  return cut.replace(/_+$/, '')
}

/** `20261118051100`. */
const digits = (time: number): string => new Date(time * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
const signed = ({ author, time }: Comment): string => `${part(author)}-${digits(time)}`

function giveIds(headings: readonly Draft<Heading>[], comments: readonly Draft<Comment>[]): void {
  const anchors = new Map<string, number>()
  const used = new Set<string>()
  const unused = (id: string): string => {
    let number = 1
    let free = id
    while (used.has(free)) free = `${id}-${number++}`
    used.add(free)
    return free
  }
  const oldest = oldestBy(comments)
  for (const heading of headings) {
    // The second section with the same heading is "Heading_2".
    const count = (anchors.get(heading.anchor.toLowerCase()) ?? 0) + 1
    anchors.set(heading.anchor.toLowerCase(), count)
    const first = oldest.get(heading)
    const own = `h-${part(heading.anchor)}`
    if (count > 1) heading.anchor = `${heading.anchor}_${count}`
    const above = heading.parent === null ? '' : `-${part(heading.parent.anchor)}`
    heading.name = first ? `h-${signed(first)}` : 'h-'
    heading.id = unused(`${own}${above}${first ? `-${digits(first.time)}` : ''}`)
  }
  for (const comment of comments) {
    const { parent } = comment
    comment.name = `c-${signed(comment)}`
    const above =
      parent.kind === 'comment' ? `-${signed(parent)}` : parent.anchor === '' ? '' : `-${part(parent.anchor)}`
    comment.id = unused(comment.name + above)
  }
}

/** The oldest comment under each heading, subsections included. */
function oldestBy(comments: readonly Comment[]): Map<Heading, Comment> {
  const oldest = new Map<Heading, Comment>()
  for (const comment of comments)
    for (let heading: Heading | null = comment.heading; heading !== null; heading = heading.parent) {
      const known = oldest.get(heading)
      if (!known || comment.time < known.time) oldest.set(heading, comment)
    }
  return oldest
}
