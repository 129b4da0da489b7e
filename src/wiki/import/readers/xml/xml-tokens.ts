import { ByteWindow } from '../byte-window.ts'
import { DumpError } from '../dump-error.ts'
import { CharacterProblem, decodeBytes, decodeCdata, decodeString } from './character-data.ts'

/** Converts the bytes of element names to strings without allocating a new string each time. */
class ElementNames {
  readonly #byHash = new Map<number, string>()

  read(bytes: Buffer, from: number, to: number): string {
    let hash = to - from
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
    const cached = this.#byHash.get(hash)
    if (cached !== undefined && this.is(cached, bytes, from, to)) return cached
    const name = bytes.toString('latin1', from, to)
    if (cached === undefined && this.#byHash.size < MAX_KNOWN) this.#byHash.set(hash, name)
    return name
  }

  is(name: string, bytes: Buffer, from: number, to: number): boolean {
    if (name.length !== to - from) return false
    for (let index = 0; index < name.length; index++) {
      if (name.charCodeAt(index) !== bytes[from + index]) return false
    }
    return true
  }
}

export interface XmlLimits {
  /** Maximum length of text between two tags: one revision's text, or a file in base64. */
  readonly maxTextBytes: number
  readonly maxTagBytes: number
  readonly maxDepth: number
}

const defaultXmlLimits: XmlLimits = { maxTextBytes: 256 * 1024 * 1024, maxTagBytes: 64 * 1024, maxDepth: 32 }

const LESS = 0x3c
const SLASH = 0x2f
const QUESTION = 0x3f
const BANG = 0x21
const GREATER = 0x3e
const EQUALS = 0x3d

/** Characters allowed in names. The export format uses only ASCII. */
const nameByte = new Uint8Array(256)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:-.') {
  nameByte[character.charCodeAt(0)] = 1
}

const names = new ElementNames()

type XmlToken = 'open' | 'close' | 'text' | 'more'

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/**
 * A strict streaming scanner for the part of XML that dumps use.
 *
 * `next` returns 'more' when the bytes end inside a token, and continues from there after the next `push`. An empty
 * element is reported as 'open' and 'close'. Tags must match; a DOCTYPE is rejected, and with it custom entities.
 */
export class XmlTokens {
  readonly #file: string
  readonly #limits: XmlLimits
  readonly #window: ByteWindow
  readonly #open: string[]
  #searched = 0
  #closePending = false
  #begun: boolean
  #isCdata = false
  #textFrom = 0
  #textTo = 0

  /** The element of an 'open' or 'close'. */
  name = ''
  attributes: ReadonlyMap<string, string> = NO_ATTRIBUTES
  /** Start of the token in the decompressed data. */
  position: number
  /** What is being read, for error messages. */
  inside: string | undefined

  /** `openElements` are the elements around `position` when reading starts in the middle of a file. */
  constructor(file: string, limits: Partial<XmlLimits> = {}, position = 0, openElements: readonly string[] = []) {
    this.#file = file
    this.#limits = { ...defaultXmlLimits, ...limits }
    this.#window = new ByteWindow(position)
    this.#open = [...openElements]
    this.#begun = openElements.length > 0
    this.position = position
  }

  /** End of the current token in the decompressed data. */
  get endPosition(): number {
    return this.#window.positionOf(this.#window.start)
  }

  push(chunk: Buffer): void {
    this.#window.append(chunk)
  }

  /** Call at the end of the input: everything must be closed. */
  finish(): void {
    const window = this.#window
    if (window.unread > 0 || this.#open.length > 0 || !this.#begun) {
      const what = this.#begun ? `<${this.#open.at(-1) ?? 'a tag'}> is still open` : 'without any element'
      throw this.error(`is truncated: the file ends too early, ${what}`, window.positionOf(window.end))
    }
  }

  error(problem: string, position = this.position, cause?: unknown): DumpError {
    const place = { file: this.#file, position, unit: 'decompressed' as const }
    return new DumpError(
      problem,
      this.inside === undefined ? place : { ...place, inside: this.inside },
      cause === undefined ? undefined : { cause },
    )
  }

  /** With `skipSpace`, whitespace before the next tag is not reported. */
  next(skipSpace: boolean): XmlToken {
    if (this.#closePending) {
      this.#closePending = false
      this.#open.pop()
      return 'close'
    }
    const window = this.#window
    for (;;) {
      if (skipSpace) while (window.start < window.end && isSpace(window.bytes[window.start]!)) window.start++
      if (window.start === window.end) return 'more'
      this.position = window.positionOf(window.start)
      const token = window.bytes[window.start] === LESS ? this.#markup() : this.#text()
      if (token !== 'skipped') return token
    }
  }

  /** The text of a 'text' token, with references resolved. */
  text(): string {
    const { bytes } = this.#window
    if (this.#isCdata) return this.#decode(() => decodeCdata(bytes, this.#textFrom, this.#textTo))
    return this.#decode(() => decodeString(bytes, this.#textFrom, this.#textTo))
  }

  textBytes(): Buffer {
    const { bytes } = this.#window
    if (this.#isCdata) return Buffer.from(this.text())
    return this.#decode(() => decodeBytes(bytes, this.#textFrom, this.#textTo))
  }

  isBlank(): boolean {
    const { bytes } = this.#window
    for (let at = this.#textFrom; at < this.#textTo; at++) {
      const byte = bytes[at]!
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false
    }
    return true
  }

  #text(): XmlToken | 'skipped' {
    const window = this.#window
    const end = this.#find(LESS)
    if (end === -1) {
      if (window.unread > this.#limits.maxTextBytes) {
        throw this.error(`has a text longer than the ${this.#limits.maxTextBytes} bytes allowed`)
      }
      if (this.#open.length > 0) return 'more'
    }
    this.#isCdata = false
    this.#textFrom = window.start
    this.#textTo = end === -1 ? window.end : end
    window.start = this.#textTo
    if (this.#open.length === 0) {
      // Only a byte order mark may precede the first element, and only whitespace may follow the last.
      const mark = !this.#begun && this.position === 0 && window.bytes[this.#textFrom] === 0xef
      if (mark) this.#textFrom += 3
      if (!this.isBlank()) throw this.error(this.#begun ? 'has text after its last element' : 'is not XML')
      return 'skipped'
    }
    return 'text'
  }

  #markup(): XmlToken | 'skipped' {
    const window = this.#window
    if (window.unread < 2) return 'more'
    const second = window.bytes[window.start + 1]!
    if (second === BANG) return this.#declaration()
    if (second === QUESTION) return this.#instruction()
    return second === SLASH ? this.#closeTag() : this.#openTag()
  }

  /** Skipped, except for the encoding in the XML declaration: another encoding would be misread. */
  #instruction(): XmlToken | 'skipped' {
    const { bytes, start } = this.#window
    const end = this.#findText('?>', this.#limits.maxTagBytes, 'processing instruction')
    if (end === -1) return 'more'
    const declared = /^<\?xml\s.*?\sencoding\s*=\s*["']([^"']*)/s.exec(bytes.toString('latin1', start, end))?.[1]
    if (declared !== undefined && !/^(utf-?8|us-ascii)$/i.test(declared)) {
      throw this.error(`declares the encoding ${declared}; only UTF-8 is supported`)
    }
    this.#window.start = end + 2
    return 'skipped'
  }

  #declaration(): XmlToken | 'skipped' {
    const window = this.#window
    const head = window.bytes.toString('latin1', window.start, Math.min(window.end, window.start + 9))
    if (head.startsWith('<!--')) return this.#skipPast('-->', 'comment')
    if (head === '<![CDATA[') return this.#cdata()
    if ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head)) return 'more'
    if (/^<!DOCTYPE/i.test(head)) throw this.error('has a DOCTYPE, which is not allowed')
    if (head.length < 9) return 'more'
    throw this.error('is not well-formed: unknown declaration')
  }

  #cdata(): XmlToken {
    const window = this.#window
    if (this.#open.length === 0) throw this.error('has a CDATA section outside its elements')
    const end = this.#findText(']]>', this.#limits.maxTextBytes, 'CDATA section')
    if (end === -1) return 'more'
    this.#isCdata = true
    this.#textFrom = window.start + 9
    this.#textTo = end
    window.start = end + 3
    return 'text'
  }

  #skipPast(terminator: string, what: string): 'more' | 'skipped' {
    const end = this.#findText(terminator, this.#limits.maxTagBytes, what)
    if (end === -1) return 'more'
    this.#window.start = end + terminator.length
    return 'skipped'
  }

  #closeTag(): XmlToken {
    const window = this.#window
    const end = this.#tagEnd()
    if (end === -1) return 'more'
    let to = end
    while (isSpace(window.bytes[to - 1]!)) to--
    const expected = this.#open.pop()
    if (expected === undefined || !names.is(expected, window.bytes, window.start + 2, to)) {
      const name = window.bytes.toString('latin1', window.start + 2, to)
      throw this.error(
        expected === undefined ? `closes <${name}>, which is not open` : `closes <${name}> while <${expected}> is open`,
      )
    }
    this.name = expected
    window.start = end + 1
    return 'close'
  }

  #openTag(): XmlToken {
    const window = this.#window
    const end = this.#tagEnd()
    if (end === -1) return 'more'
    if (this.#open.length === 0 && this.#begun) throw this.error('has a second outermost element')
    const { bytes } = window
    const empty = bytes[end - 1] === SLASH
    const to = empty ? end - 1 : end
    let at = window.start + 1
    while (at < to && nameByte[bytes[at]!] === 1) at++
    if (at === window.start + 1) throw this.error('is not well-formed: "<" without an element name')
    this.name = names.read(bytes, window.start + 1, at)
    this.attributes = at === to ? NO_ATTRIBUTES : this.#attributes(at, to)
    if (this.#open.push(this.name) > this.#limits.maxDepth) {
      throw this.error(`nests elements more than ${this.#limits.maxDepth} deep`)
    }
    this.#begun = true
    this.#closePending = empty
    window.start = end + 1
    return 'open'
  }

  #attributes(at: number, to: number): ReadonlyMap<string, string> {
    const { bytes } = this.#window
    const attributes = new Map<string, string>()
    for (;;) {
      const spaceFrom = at
      while (at < to && isSpace(bytes[at]!)) at++
      if (at === to) return attributes
      const from = at
      while (at < to && nameByte[bytes[at]!] === 1) at++
      const name = bytes.toString('latin1', from, at)
      while (at < to && isSpace(bytes[at]!)) at++
      const equals = bytes[at++] === EQUALS
      while (at < to && isSpace(bytes[at]!)) at++
      const quote = bytes[at]
      const close = quote === 0x22 || quote === 0x27 ? bytes.indexOf(quote, at + 1) : -1
      if (from === spaceFrom || name === '' || !equals || close === -1 || close >= to) {
        throw this.error(`is not well-formed: <${this.name}> has a malformed attribute`)
      }
      if (attributes.has(name)) throw this.error(`is not well-formed: <${this.name}> has "${name}" twice`)
      const valueFrom = at + 1
      attributes.set(name, this.#decode(() => decodeString(bytes, valueFrom, close)).replace(/[\t\n]/g, ' '))
      at = close + 1
    }
  }

  /** Index of the ">" that ends the current tag, ignoring those in quotes. */
  #tagEnd(): number {
    const window = this.#window
    const { bytes, start, end } = window
    let quote = 0
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at]!
      if (byte === LESS) throw this.error('is not well-formed: "<" inside a tag', window.positionOf(at))
      if (quote !== 0) {
        if (byte === quote) quote = 0
      } else if (byte === GREATER) return at
      else if (byte === 0x22 || byte === 0x27) quote = byte
      if (at - start > this.#limits.maxTagBytes) {
        throw this.error(`has a tag longer than the ${this.#limits.maxTagBytes} bytes allowed`)
      }
    }
    return -1
  }

  /** Index of a byte in the unread part. Remembers what was already searched, for after the next push. */
  #find(byte: number): number {
    const window = this.#window
    const from = Math.max(window.start, this.#searched - window.base)
    const found = window.bytes.indexOf(byte, from)
    if (found !== -1 && found < window.end) return found
    this.#searched = window.positionOf(window.end)
    return -1
  }

  #findText(terminator: string, limit: number, what: string): number {
    const window = this.#window
    const from = Math.max(window.start, this.#searched - window.base)
    const found = window.bytes.subarray(0, window.end).indexOf(terminator, from, 'latin1')
    if (found !== -1) return found
    if (window.unread > limit) throw this.error(`has a ${what} longer than the ${limit} bytes allowed`)
    this.#searched = window.positionOf(Math.max(window.start, window.end - terminator.length))
    return -1
  }

  #decode<T>(decode: () => T): T {
    try {
      return decode()
    } catch (error) {
      if (!(error instanceof CharacterProblem)) throw error
      throw this.error(`is not well-formed: ${error.message}`, this.#window.positionOf(error.index), error)
    }
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

const MAX_KNOWN = 256
