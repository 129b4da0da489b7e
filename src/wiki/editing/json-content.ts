// Normalizes JSON pages: tabs, one entry per line, keys in their original order. JSON.parse does not keep the order of
// keys that look like numbers.
import type { CatalogueKey } from '../messages/catalogue.ts'

type JsonFault = Extract<CatalogueKey, `json-error-${string}`>

/** PHP's default nesting limit. */
const MAX_DEPTH = 512

class Fault extends Error {
  readonly fault: JsonFault

  constructor(fault: JsonFault) {
    super(fault)
    this.fault = fault
  }
}

/** The normalized text, or the reason it is invalid. */
export function tidyJson(text: string): { readonly text: string } | { readonly fault: JsonFault } {
  try {
    return { text: new Rewriter(text).run() }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault }
    throw error
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const BLANKS = /[ \t\r\n]*/y

class Rewriter {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): string {
    const value = this.#value(1)
    this.#skip()
    if (this.#at < this.#text.length) throw new Fault('json-error-syntax')
    return value
  }

  #skip(): void {
    BLANKS.lastIndex = this.#at
    BLANKS.exec(this.#text)
    this.#at = BLANKS.lastIndex
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #isNext(sign: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    return true
  }

  #value(depth: number): string {
    this.#skip()
    const sign = this.#text[this.#at]
    if (sign === '{' || sign === '[') {
      if (depth > MAX_DEPTH) throw new Fault('json-error-depth')
      this.#at++
      return sign === '{' ? this.#object(depth) : this.#list(depth)
    }
    if (sign === '"') return writeString(this.#string())
    const word = this.#take(WORD)
    if (word) return word[0]
    const number = this.#take(NUMBER)
    if (!number) throw new Fault('json-error-syntax')
    return writeNumber(number[0], number[1] !== undefined || number[2] !== undefined)
  }

  #string(): string {
    const end = endOfString(this.#text, this.#at)
    const written = this.#text.slice(this.#at, end)
    this.#at = end
    const text = readString(written)
    if (!text.isWellFormed()) throw new Fault('json-error-utf16')
    return text
  }

  #list(depth: number): string {
    if (this.#isNext(']')) return '[]'
    const items: string[] = []
    do items.push(this.#value(depth + 1))
    while (this.#isNext(','))
    if (!this.#isNext(']')) throw new Fault('json-error-syntax')
    return enclosed('[', items, ']', depth)
  }

  /** A duplicate key keeps its first position and its last value. */
  #object(depth: number): string {
    if (this.#isNext('}')) return '{}'
    const entries = new Map<string, string>()
    do {
      this.#skip()
      if (this.#text[this.#at] !== '"') throw new Fault('json-error-syntax')
      const key = this.#string()
      if (!this.#isNext(':')) throw new Fault('json-error-syntax')
      entries.set(key, this.#value(depth + 1))
    } while (this.#isNext(','))
    if (!this.#isNext('}')) throw new Fault('json-error-syntax')
    const items = [...entries].map(([key, value]) => `${writeString(key)}: ${value}`)
    return enclosed('{', items, '}', depth)
  }
}

const enclosed = (open: string, items: readonly string[], close: string, depth: number): string => {
  const indent = '\t'.repeat(depth)
  return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${indent.slice(1)}${close}`
}

/** Returns the index after the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at + 1
    if (sign < 0x20) throw new Fault('json-error-ctrl-char')
    if (sign === BACKSLASH) at++
  }
  throw new Fault('json-error-syntax')
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

function readString(written: string): string {
  try {
    return JSON.parse(written) as string
  } catch {
    throw new Fault('json-error-syntax')
  }
}

/** Escapes characters that are special in HTML, so the text can be embedded in a page unchanged. */
const writeString = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )

const LARGEST_INTEGER = 2n ** 63n

/** 64-bit integers stay as they are; other numbers become floats in their shortest exact form. */
function writeNumber(source: string, isFraction: boolean): string {
  if (!isFraction) {
    const exact = BigInt(source)
    if (exact < LARGEST_INTEGER && exact >= -LARGEST_INTEGER) return String(exact)
  }
  const value = Number(source)
  if (Object.is(value, -0)) return '-0'
  if (!Number.isFinite(value)) return '0'
  const [digits, exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  if (power >= -4 && power < 17) return String(value)
  return `${digits.includes('.') ? digits : `${digits}.0`}e${power < 0 ? '-' : '+'}${Math.abs(power)}`
}
