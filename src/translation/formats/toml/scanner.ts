// A TOML text as tables and string values with positions.

import { loneSurrogate } from '../encoding.ts'
import { FormatError, failAt, placeOf } from '../format-error.ts'
import { encodePath, type Segment } from '../json/path.ts'
import { lineEnd, lineStart } from '../pair-file.ts'
import { readTomlString, type TomlQuote } from './strings.ts'

export interface TomlTable {
  readonly path: readonly Segment[]
  // The table as written in the header; -1 for the root.
  readonly start: number
  // After the header.
  readonly first: number
  // After its last pair.
  end: number
  readonly note: string
}

export interface TomlValue {
  readonly path: readonly Segment[]
  readonly value: string
  readonly quote: TomlQuote
  readonly valueStart: number
  readonly valueEnd: number
  readonly at: number
  // The lines of the pair and its comments.
  readonly start: number
  readonly end: number
  readonly note: string
  readonly table: TomlTable
  // Inside an array or an inline table, so that it cannot be removed alone.
  readonly isInline: boolean
}

const maxDepth = 50

export function scanToml(text: string, count: () => void): { values: TomlValue[]; tables: TomlTable[] } {
  const scanner = new Scanner(text, count)
  scanner.document()
  return scanner
}

class Scanner {
  readonly values: TomlValue[] = []
  readonly tables: TomlTable[]
  readonly #text: string
  readonly #count: () => void
  readonly #lists = new Map<string, number>()
  readonly #used = new Set<string>()
  #table: TomlTable
  #at = 0
  #comments: { start: number; lines: string[] } | undefined

  constructor(text: string, count: () => void) {
    this.#text = text
    this.#count = count
    this.#table = { path: [], start: -1, first: 0, end: 0, note: '' }
    this.tables = [this.#table]
  }

  document(): void {
    const text = this.#text
    while (this.#at < text.length) {
      const line = this.#at
      this.#blanks()
      const character = text[this.#at]
      if (character === undefined) return
      if (character === '\n' || character === '\r') this.#comments = undefined
      else if (character === '#') {
        const end = lineEnd(text, this.#at)
        this.#comments ??= { start: line, lines: [] }
        this.#comments.lines.push(text.slice(this.#at + 1, end).trim())
        if (this.values.length === 0 && this.tables.length === 1) this.#table.end = end
        this.#at = end
        continue
      } else if (character === '[') this.#header()
      else this.#pair(line)
      this.#endOfLine()
    }
  }

  #fail(reason: string): never {
    failAt(this.#text, this.#at, reason)
  }

  #blanks(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++
  }

  #endOfLine(): void {
    this.#blanks()
    const character = this.#text[this.#at]
    if (character !== undefined && !/[#\r\n]/.test(character)) this.#fail('expected the end of the line')
    this.#at = lineEnd(this.#text, this.#at)
  }

  #header(): void {
    const start = this.#at
    const isList = this.#text.startsWith('[[', start)
    this.#at += isList ? 2 : 1
    const key = this.#key()
    if (!this.#text.startsWith(isList ? ']]' : ']', this.#at)) this.#fail('expected "]"')
    this.#at += isList ? 2 : 1
    const path = this.#resolved(key.slice(0, -1))
    path.push(key.at(-1)!)
    if (isList) {
      const list = encodePath(path)
      const index = (this.#lists.get(list) ?? -1) + 1
      this.#lists.set(list, index)
      path.push(index)
    }
    this.#use(path, start)
    const end = lineEnd(this.#text, this.#at)
    const note = this.#comments?.lines.join('\n') ?? ''
    this.#table = { path, start: this.#comments?.start ?? lineStart(this.#text, start), first: end, end, note }
    this.tables.push(this.#table)
    this.#comments = undefined
  }

  // Keys below a list of tables belong to its last table.
  #resolved(key: readonly string[]): Segment[] {
    const path: Segment[] = []
    for (const segment of key) {
      path.push(segment)
      const index = this.#lists.get(encodePath(path))
      if (index !== undefined) path.push(index)
    }
    return path
  }

  #use(path: readonly Segment[], at: number): void {
    const id = encodePath(path)
    if (this.#used.has(id)) failAt(this.#text, at, `"${id.slice(0, 80)}" is defined twice`)
    this.#used.add(id)
  }

  #key(): string[] {
    const keys: string[] = []
    for (;;) {
      this.#blanks()
      const character = this.#text[this.#at]
      if (character === '"' || character === "'") {
        const { value, end, quote } = readTomlString(this.#text, this.#at)
        if (quote.length === 3) this.#fail('a key has one line')
        keys.push(value)
        this.#at = end
      } else {
        const bare = /[A-Za-z0-9_\-\u00b2-\uffff]+/y
        bare.lastIndex = this.#at
        const match = bare.exec(this.#text)
        if (match === null) this.#fail('expected a key')
        keys.push(match[0])
        this.#at = bare.lastIndex
      }
      this.#blanks()
      if (this.#text[this.#at] !== '.') return keys
      this.#at++
      if (keys.length > maxDepth) this.#fail(`nested deeper than ${maxDepth} levels`)
    }
  }

  #pair(line: number): void {
    const at = this.#at
    const key = this.#key()
    if (this.#text[this.#at] !== '=') this.#fail('expected "="')
    this.#at++
    this.#blanks()
    const first = this.values.length
    const note = this.#comments?.lines.join('\n') ?? ''
    const start = this.#comments?.start ?? line
    this.#comments = undefined
    const path = [...this.#table.path, ...key]
    this.#use(path, at)
    this.#value(path, { at, start, note, table: this.#table, end: 0 }, false, 0)
    const end = lineEnd(this.#text, this.#at)
    this.#table.end = end
    for (let i = first; i < this.values.length; i++) this.values[i] = { ...this.values[i]!, end }
  }

  #value(
    path: readonly Segment[],
    owner: Pick<TomlValue, 'at' | 'start' | 'note' | 'table' | 'end'>,
    isInline: boolean,
    depth: number,
  ): void {
    if (depth > maxDepth) throw new FormatError(`nested deeper than ${maxDepth} levels`, placeOf(this.#text, this.#at))
    const start = this.#at
    const character = this.#text[start]
    if (character === '"' || character === "'") {
      const { value, end, quote } = readTomlString(this.#text, start)
      if (loneSurrogate(value) !== -1) this.#fail('a string contains an unpaired surrogate')
      this.#at = end
      this.#count()
      this.values.push({ ...owner, path, value, quote, valueStart: start, valueEnd: end, isInline })
    } else if (character === '[') {
      this.#at++
      this.#list(']', index => this.#value([...path, index], owner, true, depth + 1))
    } else if (character === '{') {
      this.#at++
      this.#list('}', () => {
        const at = this.#at
        const key = this.#key()
        if (this.#text[this.#at] !== '=') this.#fail('expected "="')
        this.#at++
        this.#blanks()
        this.#use([...path, ...key], at)
        this.#value([...path, ...key], { ...owner, at }, true, depth + 1)
      })
    } else {
      const scalar = /[A-Za-z0-9+\-._:]+(?: \d[\d:.Z+-]*)?/y
      scalar.lastIndex = start
      if (!scalar.test(this.#text)) this.#fail('expected a value')
      this.#at = scalar.lastIndex
    }
  }

  #list(closing: string, item: (index: number) => void): void {
    const open = this.#at - 1
    for (let index = 0; ; index++) {
      this.#gap()
      if (this.#text[this.#at] === closing) break
      if (this.#at >= this.#text.length) failAt(this.#text, open, `expected ${closing}`)
      item(index)
      this.#gap()
      if (this.#text[this.#at] === ',') this.#at++
      else if (this.#text[this.#at] !== closing) this.#fail(`expected a comma or ${closing}`)
    }
    this.#at++
  }

  // White space, line breaks and comments inside a list.
  #gap(): void {
    for (;;) {
      while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++
      if (this.#text[this.#at] !== '#') return
      this.#at = lineEnd(this.#text, this.#at)
    }
  }
}
