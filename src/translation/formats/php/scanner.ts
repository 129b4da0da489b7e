// Finds the texts of a PHP file: assignments, constants, and arrays that are assigned or returned. The file is never run.

import { loneSurrogate } from '../encoding.ts'
import { FormatError, failAt, placeOf } from '../format-error.ts'
import { type PhpString, readString } from './strings.ts'

export interface PhpArray {
  // The name without marks of the array syntax, such as return->'menu'.
  readonly name: string
  // The name as other tools show it, such as return[]->'menu'.
  readonly shownName: string
  // After the opening bracket, and before the closing one.
  readonly open: number
  close: number
  readonly isShort: boolean
  readonly items: PhpItem[]
}

export interface PhpItem {
  readonly start: number
  // After the value.
  end: number
  // After the comma; equal to `end` if there is none.
  commaEnd: number
  commentStart: number
}

export interface PhpText extends PhpString {
  readonly key: string
  readonly shownKey: string
  readonly valueStart: number
  readonly valueEnd: number
  readonly note: string
  // The item of an array, or the statement.
  readonly item: PhpItem
  readonly array: PhpArray | undefined
}

interface PhpComment {
  readonly start: number
  readonly text: string
}

export interface PhpScan {
  readonly texts: readonly PhpText[]
  readonly arrays: ReadonlyMap<string, PhpArray>
}

const maxDepth = 50
const name = /\$[A-Za-z_]\w*(?:\s*\[\s*(?:'[^'\\\n]*'|"[^"\\\n]*"|\w+)\s*\])*/y
const define = /define\s*\(\s*(?:'[^'\\\n]*'|"[^"\\\n]*")/y
const constant = /(?:(?:public|protected|private|final)\s+)*const\s+([A-Za-z_]\w*)\s*=/y

export function scanPhp(text: string, count: () => void): PhpScan {
  const scanner = new Scanner(text, count)
  scanner.file()
  return { texts: scanner.texts, arrays: scanner.arrays }
}

class Scanner {
  readonly texts: PhpText[] = []
  readonly arrays = new Map<string, PhpArray>()
  readonly #text: string
  readonly #count: () => void
  #at = 0
  // The comments directly above the current position.
  #comment: PhpComment | undefined

  constructor(text: string, count: () => void) {
    this.#text = text
    this.#count = count
  }

  file(): void {
    const open = this.#text.indexOf('<?')
    this.#at = open === -1 ? 0 : open + (this.#text.startsWith('<?php', open) ? 5 : 2)
    for (;;) {
      this.#space()
      if (this.#at >= this.#text.length) return
      if (!this.#statement()) this.#skipStatement()
    }
  }

  #space(): void {
    const text = this.#text
    this.#comment = undefined
    for (;;) {
      const before = this.#at
      while (this.#at < text.length && ' \t\r\n\f\v'.includes(text[this.#at]!)) this.#at++
      if (/\n\s*\n/.test(text.slice(before, Math.min(this.#at, before + 200)))) this.#comment = undefined
      const start = this.#at
      if (text.startsWith('/*', start)) {
        const end = text.indexOf('*/', start + 2)
        if (end === -1) failAt(text, start, 'a comment has no end')
        this.#at = end + 2
        this.#addComment(start, text.slice(start + 2, end).replace(/^[ \t]*\*+ ?/gm, ''))
      } else if (text[start] === '#' ? text[start + 1] !== '[' : text.startsWith('//', start)) {
        const newline = text.indexOf('\n', start)
        this.#at = newline === -1 ? text.length : newline
        this.#addComment(start, text.slice(start, this.#at).replace(/^(?:#|\/\/)/, ''))
      } else return
    }
  }

  #addComment(start: number, comment: string): void {
    const words = comment.trim()
    this.#comment = this.#comment
      ? { start: this.#comment.start, text: `${this.#comment.text}\n${words}`.trim() }
      : { start, text: words }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    return match === null ? undefined : match[0]
  }

  #statement(): boolean {
    const start = this.#at
    const comment = this.#comment
    const variable = this.#match(name)
    if (variable !== undefined) {
      this.#at += variable.length
      this.#space()
      const isAssigned = this.#text[this.#at] === '=' && !/[=>]/.test(this.#text[this.#at + 1] ?? '')
      if (!isAssigned) return false
      this.#at++
      return this.#assigned(variable.replace(/\s*\[\s*/g, '[').replace(/\s*\]/g, ']'), variable, start, comment)
    }
    const defined = this.#match(define)
    if (defined !== undefined) {
      this.#at += defined.length
      this.#space()
      if (this.#text[this.#at] !== ',') return false
      this.#at++
      return this.#assigned(`define(${defined.replace(/^define\s*\(\s*/, '')}`, defined, start, comment)
    }
    const declared = this.#match(constant)
    if (declared !== undefined) {
      this.#at += declared.length
      const key = `const ${/(\w+)\s*=$/.exec(declared)![1]}`
      return this.#assigned(key, key, start, comment)
    }
    if (this.#match(/return\b/y) === undefined) return false
    this.#at += 'return'.length
    return this.#assigned('return', 'return', start, comment)
  }

  #assigned(key: string, shownKey: string, start: number, comment: PhpComment | undefined): boolean {
    this.#space()
    const item: PhpItem = { start, end: start, commaEnd: start, commentStart: comment?.start ?? start }
    this.#value(key, shownKey, item, comment?.text ?? '', undefined, 0)
    this.#space()
    if (key.startsWith('define(') && this.#text[this.#at] === ')') this.#at++
    this.#space()
    item.end = this.#at
    if (this.#text[this.#at] === ';') this.#at++
    item.commaEnd = this.#at
    return true
  }

  // Reads a literal, several joined ones, or an array. Anything else is no text.
  #value(key: string, shownKey: string, item: PhpItem, note: string, array: PhpArray | undefined, depth: number): void {
    const start = this.#at
    const first = readString(this.#text, start)
    if (first !== undefined) {
      let { value, end } = first
      this.#at = end
      let isWhole = true
      for (;;) {
        this.#space()
        if (this.#text[this.#at] !== '.') break
        this.#at++
        this.#space()
        const next = readString(this.#text, this.#at)
        if (next === undefined || next.quote !== first.quote) {
          isWhole = false
          break
        }
        value += next.value
        end = next.end
        this.#at = end
      }
      if (isWhole && /[,;)\]]|^$/.test(this.#text[this.#at] ?? '')) {
        this.#at = end
        this.#count()
        if (loneSurrogate(value) !== -1) failAt(this.#text, start, 'a text contains an unpaired surrogate')
        this.texts.push({ ...first, value, end, key, shownKey, valueStart: start, valueEnd: end, note, item, array })
        return
      }
    }
    this.#at = start
    // Some programs add their texts to an array: $lang = array_merge($lang, array(…)).
    const merged = this.#match(/array_merge\s*\(\s*\$\w+\s*,\s*/iy)
    this.#at += merged?.length ?? 0
    const opening = this.#match(/\[|array\s*\(/iy)
    if (opening !== undefined) this.#array(key, shownKey, opening, depth)
    else this.#skipExpression()
    if (merged !== undefined) {
      this.#space()
      if (this.#text[this.#at] === ')') this.#at++
    }
    this.#space()
    if (!/[,;)\]]|^$/.test(this.#text[this.#at] ?? '')) this.#skipExpression()
  }

  #array(key: string, shownKey: string, opening: string, depth: number): void {
    if (depth >= maxDepth) throw new FormatError(`nested deeper than ${maxDepth} levels`, placeOf(this.#text, this.#at))
    this.#at += opening.length
    const isShort = opening === '['
    const closing = isShort ? ']' : ')'
    const shownName = isShort ? `${shownKey}[]` : shownKey
    const array: PhpArray = { name: key, shownName, open: this.#at, close: 0, isShort, items: [] }
    this.arrays.set(key, array)
    for (let index = 0; ; index++) {
      this.#space()
      if (this.#at >= this.#text.length) failAt(this.#text, array.open - 1, 'an array has no end')
      if (this.#text[this.#at] === closing) break
      this.#item(array, index, depth)
      this.#space()
      if (this.#text[this.#at] === ',') this.#at++
      else if (this.#text[this.#at] !== closing) failAt(this.#text, this.#at, `expected a comma or ${closing}`)
      array.items.at(-1)!.commaEnd = this.#text[this.#at - 1] === ',' ? this.#at : array.items.at(-1)!.end
    }
    array.close = this.#at
    this.#at++
  }

  #item(array: PhpArray, index: number, depth: number): void {
    const start = this.#at
    const comment = this.#comment
    const item: PhpItem = { start, end: start, commaEnd: start, commentStart: comment?.start ?? start }
    array.items.push(item)
    const literal = readString(this.#text, start)
    const number = this.#match(/-?\d+|[A-Za-z_\\][\w\\:]*/y)
    let key: string | undefined
    if (literal !== undefined || number !== undefined) {
      this.#at = literal?.end ?? start + number!.length
      this.#space()
      if (this.#text.startsWith('=>', this.#at)) {
        key = literal === undefined ? number! : `'${literal.value}'`
        this.#at += 2
        this.#space()
      } else this.#at = start
    }
    const segment = key ?? `[${index}]`
    this.#value(
      `${array.name}->${segment}`,
      `${array.shownName}->${key ?? '[]'}`,
      item,
      comment?.text ?? '',
      array,
      depth + 1,
    )
    item.end = lastCharacter(this.#text, item.start, this.#at)
  }

  // To the comma, semicolon or bracket that ends an expression.
  #skipExpression(isStatement = false): void {
    const text = this.#text
    const open: string[] = []
    while (this.#at < text.length) {
      const character = text[this.#at]!
      const literal = readString(text, this.#at)
      if (literal !== undefined) this.#at = literal.end
      else if (text.startsWith('/*', this.#at) || text.startsWith('//', this.#at) || character === '#') {
        const before = this.#at
        this.#space()
        if (this.#at === before) this.#at++
      } else {
        if (open.length === 0 && /[,;)\]}]/.test(character)) return
        if (/[([{]/.test(character)) open.push(character)
        else if (/[)\]}]/.test(character)) open.pop()
        this.#at++
        // A block ends a statement.
        if (isStatement && character === '}' && open.length === 0) return
      }
    }
  }

  #skipStatement(): void {
    this.#skipExpression(true)
    if (/[,;)\]}]/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}

// The end of the text before white space.
function lastCharacter(text: string, start: number, end: number): number {
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return end
}
