// AsciiDoc documents. Titles, paragraphs, list items and table cells are strings; listings, literal and passthrough blocks,
// comments and attributes stay as they are.

import { documentFormat } from '../document/document-format.ts'
import { type AddBlock, decodeDocument, textDocument } from '../document/text-document.ts'
import { filledLines, type Line, lineEscapes, linesOf, onOneLine, trimmedRange } from '../document/text-lines.ts'
import { lineStart } from '../pair-file.ts'

export const asciidoc = documentFormat({
  id: 'asciidoc',
  name: 'AsciiDoc file',
  extensions: ['adoc', 'asciidoc', 'asc'],
  flags: ['asciidoc-text'],
  scan: (bytes, options) =>
    textDocument(decodeDocument(bytes, options), options, (text, add) => new Reader(text, add).read()),
})

const TITLE = /^(={1,6}|#{1,6})[ \t]+(?=\S)/
const BLOCK_TITLE = /^\.(?=[^\s.])/
const LIST_MARK = /^(?:[*.-]{1,5}|\d{1,9}\.|<(?:\d+|\.)>)[ \t]+(?:\[[ x*]\][ \t]+)?(?=\S)/
const LABEL = /^([^\s:](?:[^:]|:(?!:))*)(:{2,4}|;;)(?:[ \t]+|$)/
const ADMONITION = /^(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING):[ \t]+(?=\S)/
const CELL = /(?<![\\\w.+*^<>])(?:\d*(?:\.\d+)?[*+])?[<^>]?(?:\.[<^>])?[aehlms]?\|/g
/** Attributes, comments, macros on a line of their own, conditions, continuations and anchors. */
const OPAQUE =
  /^(?:\/\/|:!?[\w-]+!?:(?:\s|$)|\[.*\]$|(?:include|image|video|audio|toc|ifdef|ifndef|ifeval|endif)::|\+$|'{3,}$|<{3,}$|-{3}$|\*{3}$)/
/** Blocks whose content is not for people. */
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}.*)$/
/** Blocks with paragraphs in them. */
const CONTAINER = /^(?:={4,}|\*{4,}|_{4,}|--)$/
const TABLE = /^[|,:!]={3,}$/

const BEFORE_LABEL = [TITLE, BLOCK_TITLE, LIST_MARK, ADMONITION, OPAQUE, VERBATIM, CONTAINER, TABLE]

const isSyntax = (line: string): boolean => [LABEL, ...BEFORE_LABEL].some(each => each.test(line))

const { escaped, unescaped } = lineEscapes(isSyntax)

const PUNCTUATION = /[!-/:-@[-`{-~]/

const reference = (character: string): string => `&#${character.charCodeAt(0)};`

/** A label cannot contain its own mark or begin like another block, so those characters become references. */
function writtenLabel(label: string, mark: string): string {
  const written = label.replace(/^:|:$|:(?=:)|(?<=:):|;(?=;)|(?<=;);/g, reference)
  return BEFORE_LABEL.some(each => each.test(written + mark)) ? written.replace(PUNCTUATION, reference) : written
}

const shownLabel = (written: string): string =>
  written.replace(/&#(\d{2,3});/g, (whole, code: string) => {
    const character = String.fromCharCode(Number(code))
    return PUNCTUATION.test(character) ? character : whole
  })

class Reader {
  readonly #text: string
  readonly #add: AddBlock
  readonly #lines: readonly Line[]
  #at = 0

  constructor(text: string, add: AddBlock) {
    this.#text = text
    this.#add = add
    this.#lines = linesOf(text)
  }

  read(): void {
    while (this.#at < this.#lines.length) this.#block()
  }

  #shown({ start, end }: Line): string {
    return this.#text.slice(start, end)
  }

  #next(): Line | undefined {
    const line = this.#lines[this.#at]
    return line && trimmedRange(this.#text, line.start, line.end)
  }

  #block(): void {
    const raw = this.#lines[this.#at]!
    const line = this.#next()!
    const shown = this.#shown(line)
    this.#at++
    if (VERBATIM.test(shown)) this.#skipTo(shown.startsWith('```') ? '```' : shown)
    else if (TABLE.test(shown)) this.#table(shown)
    else if (shown === '' || CONTAINER.test(shown)) return
    else if (TITLE.test(shown)) this.#title(line, TITLE.exec(shown)!)
    else if (BLOCK_TITLE.test(shown)) this.#single(line, '.', 'title')
    else if (OPAQUE.test(shown)) this.#afterTitle(shown)
    else if (LIST_MARK.test(shown)) this.#paragraph(line, LIST_MARK.exec(shown)![0], 'li')
    else if (ADMONITION.test(shown)) this.#paragraph(line, ADMONITION.exec(shown)![0], 'p')
    else if (LABEL.test(shown)) this.#labelled(line, LABEL.exec(shown)!)
    // An indented paragraph is literal.
    else if (line.start > raw.start) this.#skipParagraph()
    else this.#paragraph(line, '', 'p')
  }

  /** The paragraph after `[source]` and similar attributes is no text. */
  #afterTitle(shown: string): void {
    if (!/^\[(?:source|listing|literal|stem|pass)\b|^\[,/.test(shown)) return
    const next = this.#next()
    if (next !== undefined && !VERBATIM.test(this.#shown(next)) && !CONTAINER.test(this.#shown(next)))
      this.#skipParagraph()
  }

  #skipTo(mark: string): void {
    while (this.#at < this.#lines.length) if (this.#shown(this.#lines[this.#at++]!).trim() === mark) return
  }

  #skipParagraph(): void {
    for (let line = this.#next(); line !== undefined && line.start < line.end; line = this.#next()) this.#at++
  }

  #title(line: Line, [mark, level]: RegExpExecArray): void {
    this.#single(line, mark, `h${level!.length}`)
    // Authors and revision follow the title of the document.
    if (level!.length === 1) this.#skipParagraph()
  }

  #single(line: Line, mark: string, kind: string): void {
    const range = trimmedRange(this.#text, line.start + mark.length, line.end)
    if (range.start < range.end) this.#add({ kind, ...range, text: this.#shown(range), write: onOneLine })
  }

  #labelled(line: Line, [whole, label, colons]: RegExpExecArray): void {
    const end = line.start + label!.length
    const write = (text: string) => writtenLabel(onOneLine(text), colons!)
    this.#add({ kind: 'dt', start: line.start, end, text: shownLabel(label!), write })
    if (line.start + whole.length < line.end) this.#paragraph(line, `${label}${colons}`, 'dd')
    else this.#description()
  }

  /** The description of a label may be indented on the next line. */
  #description(): void {
    const line = this.#next()
    if (line === undefined || line.start === line.end || isSyntax(this.#shown(line))) return
    this.#at++
    this.#paragraph(line, '', 'dd')
  }

  #paragraph(line: Line, mark: string, kind: string): void {
    const first = trimmedRange(this.#text, line.start + mark.length, line.end)
    const lines = [first]
    for (let next = this.#next(); next !== undefined && next.start < next.end; next = this.#next()) {
      if (isSyntax(this.#shown(next))) break
      lines.push(next)
      this.#at++
    }
    const second = lines[1]
    const prefix = second === undefined ? '' : this.#text.slice(lineStart(this.#text, second.start), second.start)
    this.#add({
      kind,
      start: first.start,
      end: lines.at(-1)!.end,
      text: lines.map(each => unescaped(this.#shown(each), true)).join('\n'),
      write: (text, newline) =>
        filledLines(text)
          .map(each => escaped(each, true))
          .join(newline + prefix),
    })
  }

  #table(mark: string): void {
    const bar = mark[0]!
    while (this.#at < this.#lines.length) {
      const line = this.#next()!
      const shown = this.#shown(line)
      this.#at++
      if (shown === mark) return
      if (bar === '|' && !shown.startsWith('//')) this.#cells(line)
    }
  }

  #cells(line: Line): void {
    const shown = this.#shown(line)
    const bars = [...shown.matchAll(CELL)]
    const starts = bars.map(({ 0: bar, index }) => index + bar.length)
    const ends = [...bars.slice(1).map(({ index }) => index), shown.length]
    // A line without a bar goes on with the cell before it.
    if (starts.length === 0) this.#cell(line)
    for (const [i, start] of starts.entries()) this.#cell({ start: line.start + start, end: line.start + ends[i]! })
  }

  #cell({ start, end }: Line): void {
    const range = trimmedRange(this.#text, start, end)
    if (range.start === range.end) return
    const text = this.#shown(range).replace(/\\\|/g, '|')
    this.#add({ kind: 'td', ...range, text, write: value => onOneLine(value).replace(/\|/g, '\\|') })
  }
}
