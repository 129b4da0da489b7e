// Finds the texts of a Markdown document line by line. Containers (quotes, list items) are prefixes of lines.

import type { AddBlock } from '../document/text-document.ts'
import { filledLines, type Line, linesOf, onOneLine, trimmedRange } from '../document/text-lines.ts'
import { lineStart } from '../pair-file.ts'
import {
  BULLET,
  escapesIn,
  FENCE,
  FOOTNOTE,
  HEADING,
  isBlock,
  isDefinition,
  isDelimiterRow,
  isDirective,
  isHtml,
  isModule,
  isThematicBreak,
  isUnderline,
  NUMBER,
} from './syntax.ts'
import { cellsOf } from './table.ts'

/** A line without the marks of its containers. */
interface Content extends Line {
  /** Depth of quotes. */
  readonly quotes: number
  /** Where the indentation begins. */
  readonly indentStart: number
  /** A list item or footnote begins on the line. */
  readonly isItem: boolean
}

const CHECKBOX = /^\[[ xX]\](?=[ \t])/
const FRONT_MATTER = ['---', '+++']
const CODE_INDENT = 4
/** Deeper ones are text. */
const MOST_CONTAINERS = 50

export class MarkdownReader {
  readonly #text: string
  readonly #add: AddBlock
  readonly #isMdx: boolean
  readonly #lines: readonly Line[]
  /** The next line. */
  #at = 0
  /** Columns at which the contents of the open list items begin. */
  #items: number[] = []

  constructor(text: string, add: AddBlock, isMdx: boolean) {
    this.#text = text
    this.#add = add
    this.#isMdx = isMdx
    this.#lines = linesOf(text)
  }

  read(): void {
    this.#frontMatter()
    while (this.#at < this.#lines.length) this.#block()
  }

  #raw(line: Line): string {
    return this.#text.slice(line.start, line.end)
  }

  #frontMatter(): void {
    const first = this.#raw(this.#lines[0]!).trimEnd()
    if (!FRONT_MATTER.includes(first)) return
    const end = this.#lines.findIndex((line, i) => i > 0 && this.#raw(line).trimEnd() === first)
    if (end > 0) this.#at = end + 1
  }

  #contentOf(line: Line): Content {
    const raw = this.#raw(line)
    let at = 0
    let quotes = 0
    let isItem = false
    let indentStart = 0
    const skipSpace = () => {
      indentStart = at
      while (at < raw.length && /\s/.test(raw[at]!)) at++
    }
    skipSpace()
    for (let i = 0; i < MOST_CONTAINERS; i++) {
      const rest = raw.slice(at, at + 300)
      if (at - indentStart >= CODE_INDENT && !this.#isInItem(at) && !this.#isMdx) break
      if (rest[0] === '>') {
        quotes++
        at++
      } else if (isThematicBreak(raw.slice(at).trimEnd())) break
      else {
        const mark = (BULLET.exec(rest) ?? NUMBER.exec(rest) ?? FOOTNOTE.exec(rest))?.[0]
        if (mark === undefined) break
        isItem = true
        at += mark.length
        const box = CHECKBOX.exec(raw.slice(at).trimStart())?.[0]
        if (box !== undefined) at = raw.indexOf(box, at) + box.length
      }
      skipSpace()
    }
    return {
      ...trimmedRange(this.#text, line.start + at, line.end),
      quotes,
      isItem,
      indentStart: line.start + indentStart,
    }
  }

  #isInItem(column: number): boolean {
    return this.#items.some(each => column >= each && column - each < CODE_INDENT)
  }

  #block(): void {
    const line = this.#lines[this.#at]!
    const content = this.#contentOf(line)
    if (content.start >= content.end) {
      this.#at++
      return
    }
    const column = content.start - line.start
    if (content.isItem) this.#items.push(column)
    else this.#items = this.#items.filter(each => each <= column)
    const shown = this.#raw(content)
    const isCode = content.start - content.indentStart >= CODE_INDENT && !content.isItem && !this.#isInItem(column)
    if (isCode && !this.#isMdx) this.#at++
    else if (isThematicBreak(shown) || isDirective(shown) || isDefinition(shown)) this.#at++
    else if (FENCE.test(shown)) this.#fence(FENCE.exec(shown)![1]!)
    else if (this.#isMdx && isModule(shown)) this.#toBlankLine()
    else if (isHtml(shown, this.#isMdx)) this.#html(shown)
    else if (HEADING.test(shown)) this.#heading(content)
    else if (!this.#table(content)) this.#paragraph(line, content)
  }

  #fence(mark: string): void {
    const end = new RegExp(`^${mark[0] === '`' ? '`' : '~'}{${mark.length},}\\s*$`)
    this.#at++
    while (this.#at < this.#lines.length) {
      const line = this.#raw(this.#lines[this.#at++]!).replace(/^[\s>]+/, '')
      if (end.test(line)) return
    }
  }

  #toBlankLine(): void {
    while (this.#at < this.#lines.length && this.#raw(this.#lines[this.#at]!).replace(/^[\s>]+/, '') !== '') this.#at++
  }

  #html(shown: string): void {
    const end = shown.startsWith('<!--')
      ? '-->'
      : /^<(script|pre|style|textarea)\b/i.exec(shown)?.[1]?.toLowerCase().replace(/^/, '</')
    if (end === undefined) {
      this.#toBlankLine()
      return
    }
    while (this.#at < this.#lines.length)
      if (
        this.#raw(this.#lines[this.#at++]!)
          .toLowerCase()
          .includes(end)
      )
        return
  }

  #heading(content: Content): void {
    this.#at++
    const { 0: marks } = HEADING.exec(this.#raw(content))!
    const closing = /(?:^|[ \t])#+$/.exec(this.#raw(content).slice(marks.length))?.[0].length ?? 0
    const { start, end } = trimmedRange(this.#text, content.start + marks.length, content.end - closing)
    if (start === end) return
    const kind = `h${marks.length}`
    // Marks at the end of the text would close the heading.
    const write = (text: string) => onOneLine(text).replace(/(^|[ \t])(\\*#+)$/, '$1\\$2')
    this.#add({ kind, start, end, text: this.#text.slice(start, end).replace(/(^|[ \t])\\(\\*#+)$/, '$1$2'), write })
  }

  #table(head: Content): boolean {
    const below = this.#lines[this.#at + 1]
    if (below === undefined || !this.#raw(head).includes('|')) return false
    const delimiter = this.#contentOf(below)
    if (!isDelimiterRow(this.#raw(delimiter)) || delimiter.quotes !== head.quotes) return false
    const count = cellsOf(this.#text, head).length
    if (cellsOf(this.#text, delimiter).length !== count) return false
    this.#row(head, 'th', count)
    this.#at += 2
    while (this.#at < this.#lines.length) {
      const row = this.#contentOf(this.#lines[this.#at]!)
      const shown = this.#raw(row)
      if (row.quotes !== head.quotes || row.isItem || shown === '' || isBlock(shown, this.#isMdx)) return true
      this.#row(row, 'td', count)
      this.#at++
    }
    return true
  }

  #row(row: Line, kind: string, most: number): void {
    for (const { start, end } of cellsOf(this.#text, row).slice(0, most)) {
      if (start === end) continue
      const text = this.#text.slice(start, end).replace(/\\\|/g, '|')
      this.#add({ kind, start, end, text, write: value => onOneLine(value).replace(/\|/g, '\\|') })
    }
  }

  #paragraph(line: Line, first: Content): void {
    const lines: Content[] = [first]
    let kind = first.isItem ? 'li' : 'p'
    this.#at++
    for (; this.#at < this.#lines.length; this.#at++) {
      const next = this.#contentOf(this.#lines[this.#at]!)
      const shown = this.#raw(next)
      if (shown === '' || next.isItem || next.quotes !== first.quotes) break
      if (isUnderline(shown)) {
        kind = shown[0] === '=' ? 'h1' : 'h2'
        this.#at++
        break
      }
      if (isBlock(shown, this.#isMdx)) break
      // A table may follow a text without a blank line.
      const below = this.#lines[this.#at + 1]
      if (shown.includes('|') && below !== undefined && isDelimiterRow(this.#raw(this.#contentOf(below)))) break
      lines.push(next)
    }
    const { escaped, unescaped } = escapesIn(this.#isMdx)
    const [, second] = lines
    const prefix =
      second === undefined
        ? this.#text.slice(line.start, first.start).replace(/[^>\s]/g, ' ')
        : this.#text.slice(lineStart(this.#text, second.start), second.start)
    this.#add({
      kind,
      start: first.start,
      end: lines.at(-1)!.end,
      text: lines.map((each, i) => unescaped(this.#withBreak(each, i < lines.length - 1), i === 0)).join('\n'),
      write: (text, newline) =>
        writtenLines(text)
          .map((each, i) => escaped(each, i === 0))
          .join(newline + prefix),
    })
  }

  /** Two spaces at the end of a line are a line break. */
  #withBreak({ start, end }: Line, mayBreak: boolean): string {
    const text = this.#text.slice(start, end)
    return mayBreak && this.#text.startsWith('  ', end) ? `${text}  ` : text
  }
}

const writtenLines = (text: string): string[] => {
  const breaks = new Set(
    text
      .split(/\r\n?|\n/)
      .filter(line => line.endsWith('  '))
      .map(line => line.trim()),
  )
  const lines = filledLines(text)
  return lines.map((line, i) => (i < lines.length - 1 && breaks.has(line) ? `${line}  ` : line))
}
