// The text of a rendered page without tables, notes and the like, as TextExtracts gives it.

import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { Steps } from '../wikitext/steps.ts'
import { escapeHtml } from '../wikitext/text.ts'

export interface ExtractOptions {
  /** Only the text before the first heading. */
  readonly intro: boolean
  readonly plain: boolean
  /** How headings look in plain text: not marked, as wikitext, or with marks for programs. */
  readonly sections: 'plain' | 'raw' | 'wiki'
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const REMOVED = new Set(
  'table div figure script input style form aside map img link meta noscript audio video details math'.split(' '),
)
const REMOVED_CLASSES = new Set(
  'mw-editsection reference references error nomobile noprint noexcerpt sortkey gallery toc mw-empty-elt'.split(' '),
)
/** Elements kept in HTML, without attributes. */
const KEPT = new Set(
  'p b i em strong u s sub sup ul ol li dl dt dd blockquote pre code q cite abbr br h1 h2 h3 h4 h5 h6'.split(' '),
)
const BLOCKS = new Set('p ul ol dl blockquote pre h1 h2 h3 h4 h5 h6'.split(' '))

/** Marks around a heading that clients of `exsectionformat=raw` look for. */
const RAW_START = '\u0001\u0002'
const RAW_END = '\u0002\u0001'

export function extractOf(html: string, options: ExtractOptions, steps: Steps): string {
  const body = options.intro ? introOf(html) : html
  // Building a tree takes about this long.
  steps.read(body, 5)
  const writer = new Writer(options)
  for (const node of parseFragment(unwrapped(body)).childNodes) writer.write(node, 0)
  return writer.finish()
}

/** The outer element would be removed like any other. */
const unwrapped = (html: string): string => html.replace(/^<div class="mw-parser-output"[^>]*>/, '')

function introOf(html: string): string {
  const heading = /<h[1-6][\s>]|<div id="toc"/i.exec(html)
  return heading ? html.slice(0, heading.index) : html
}

const DEEPEST = 200

class Writer {
  readonly #options: ExtractOptions
  readonly #html: string[] = []

  constructor(options: ExtractOptions) {
    this.#options = options
  }

  write(node: Node, depth: number): void {
    if (depth > DEEPEST) return
    if (node.nodeName === '#text') {
      const { value } = node as DefaultTreeAdapterTypes.TextNode
      if (!this.#options.plain) this.#html.push(escapeHtml(value))
      else if (!(this.#isAtLineStart && value.trim() === '')) this.#html.push(value)
    } else if ('tagName' in node && !isRemoved(node)) this.#element(node, depth)
  }

  #element(element: Element, depth: number): void {
    const name = element.tagName
    const isKept = KEPT.has(name) && !this.#options.plain
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (this.#options.plain && name === 'br') this.#html.push('\n')
    if (this.#options.plain && level !== undefined) this.#html.push(this.#headingStart(Number(level)))
    if (isKept) this.#html.push(name === 'br' ? '<br>' : `<${name}>`)
    for (const child of element.childNodes) this.write(child, depth + 1)
    if (isKept && name !== 'br') this.#html.push(`</${name}>`)
    if (!this.#options.plain) return
    if (level !== undefined) this.#html.push(this.#headingEnd(Number(level)))
    else if (BLOCKS.has(name) || name === 'li' || name === 'dd' || name === 'dt') this.#endLine()
  }

  get #isAtLineStart(): boolean {
    return this.#html.at(-1)?.endsWith('\n') ?? true
  }

  #endLine(): void {
    if (!this.#isAtLineStart) this.#html.push('\n')
  }

  #headingStart(level: number): string {
    if (this.#options.sections === 'raw') return `\n${RAW_START}${level}${RAW_END}`
    return this.#options.sections === 'wiki' ? `\n\n${'='.repeat(level)} ` : '\n\n'
  }

  #headingEnd(level: number): string {
    return this.#options.sections === 'wiki' ? ` ${'='.repeat(level)}\n` : '\n'
  }

  finish(): string {
    const text = this.#html.join('')
    if (this.#options.plain)
      return text
        .replace(/[ \t]+\n/g, '\n')
        .replace(/\n{4,}/g, '\n\n\n')
        .trim()
    return text
      .replace(/<p>\s*<\/p>/g, '')
      .replace(/\n{2,}/g, '\n')
      .trim()
  }
}

const isRemoved = ({ tagName, attrs }: Element): boolean =>
  REMOVED.has(tagName) ||
  (attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? []).some(name => REMOVED_CLASSES.has(name))

/** The first characters of a text, up to the end of a word; the tags of HTML do not count. */
export function firstCharacters(text: string, count: number, plain: boolean): string {
  return cut(text, plain, length => length >= count)
}

/** The first sentences of a text. */
export function firstSentences(text: string, count: number, plain: boolean): string {
  let sentences = 0
  return cut(text, plain, (_, before, sign, next) => {
    if (
      /[.!?。！？؟।]/.test(sign) &&
      (/\s|^$/.test(next) || /[。！？]/.test(sign)) &&
      !/(?:^|[\s.(])\p{L}$/u.test(before)
    )
      sentences++
    return sentences >= count
  })
}

type Ends = (length: number, before: string, sign: string, next: string) => boolean

/** Cuts after the first place that is the end; open elements are closed. */
function cut(text: string, plain: boolean, ends: Ends): string {
  const open: string[] = []
  let length = 0
  let isOver = false
  for (let at = 0; at < text.length; at++) {
    if (!plain && text[at] === '<') {
      const close = text.indexOf('>', at)
      const name = text.slice(at + 1, close)
      if (name.startsWith('/')) open.pop()
      else if (name !== 'br') open.push(name)
      at = close
      continue
    }
    // Whole words are kept.
    if (isOver && /\s/.test(text[at]!))
      return (
        text.slice(0, at) +
        open
          .reverse()
          .map(name => `</${name}>`)
          .join('')
      )
    length++
    if (!isOver) isOver = ends(length, text.slice(Math.max(0, at - 3), at), text[at]!, text[at + 1] ?? '')
  }
  return text
}
