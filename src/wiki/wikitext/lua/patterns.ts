// Lua patterns over bytes or over code points. They run outside Lua's interpreter, so they look at the clock on their own:
// a pattern such as ".-.-.-.-x" can take longer than any script is allowed to run.

import { LuaRaised } from './machine.ts'

/** Whether a character belongs to a class such as "a" in "%a"; the letter is in lower case. */
export type IsInClass = (character: number, letter: number) => boolean

const UNCLOSED = -1
const POSITION = -2
const MAX_CAPTURES = 32
/** Nested groups and repetitions; deeper patterns are rejected instead of exhausting the stack. */
const MAX_DEPTH = 4000
const STEPS_PER_TICK = 50_000

const [OPEN, CLOSE, PERCENT, DOLLAR, SET, SET_END, CARET, DOT, STAR, PLUS, MINUS, QUESTION] = [
  0x28, 0x29, 0x25, 0x24, 0x5b, 0x5d, 0x5e, 0x2e, 0x2a, 0x2b, 0x2d, 0x3f,
]
const [LOWER_B, LOWER_F, DIGIT_0, DIGIT_1, DIGIT_9] = [0x62, 0x66, 0x30, 0x31, 0x39]
const CLASS_LETTERS = new Set([...'acdlpsuwxz'].map(letter => letter.charCodeAt(0)))

const fail = (message: string): never => {
  throw new LuaRaised(message)
}

export class Matcher {
  #text: ArrayLike<number>
  #pattern: ArrayLike<number>
  readonly #from: number
  readonly #to: number
  readonly #patternTo: number
  readonly #isInClass: IsInClass
  readonly #tick: () => void
  #steps = 0
  #depth = 0
  level = 0
  readonly #starts = new Int32Array(MAX_CAPTURES)
  readonly #lengths = new Int32Array(MAX_CAPTURES)

  /** Positions are indices into `text` and `pattern`, so both may be parts of the same memory. */
  constructor(
    text: ArrayLike<number>,
    from: number,
    to: number,
    pattern: ArrayLike<number>,
    patternTo: number,
    isInClass: IsInClass,
    tick: () => void,
  ) {
    this.#text = text
    this.#pattern = pattern
    this.#from = from
    this.#to = to
    this.#patternTo = patternTo
    this.#isInClass = isInClass
    this.#tick = tick
  }

  /** After a call into Lua, memory may have moved. */
  rebind(text: ArrayLike<number>, pattern: ArrayLike<number>): void {
    this.#text = text
    this.#pattern = pattern
  }

  /** End of the match that starts at `s`, or -1. */
  match(s: number, p: number): number {
    this.level = 0
    this.#depth = 0
    return this.#run(s, p)
  }

  /** Bounds of a capture; the whole match is capture 0 of a pattern without captures. A position has no end. */
  capture(index: number, start: number, end: number): { readonly start: number; readonly end: number | null } {
    if (index >= this.level) return index === 0 ? { start, end } : fail('invalid capture index')
    const length = this.#lengths[index]!
    if (length === UNCLOSED) fail('unfinished capture')
    const from = this.#starts[index]!
    return { start: from, end: length === POSITION ? null : from + length }
  }

  #run(start: number, patternStart: number): number {
    let s = start
    let p = patternStart
    const text = this.#text
    const pattern = this.#pattern
    if (++this.#depth > MAX_DEPTH) fail('pattern too complex')
    try {
      for (;;) {
        this.#step()
        if (p === this.#patternTo) return s
        const c = pattern[p]!
        if (c === OPEN)
          return pattern[p + 1] === CLOSE ? this.#open(s, p + 2, POSITION) : this.#open(s, p + 1, UNCLOSED)
        if (c === CLOSE) return this.#close(s, p + 1)
        if (c === DOLLAR && p + 1 === this.#patternTo) return s === this.#to ? s : -1
        if (c === PERCENT && p + 1 < this.#patternTo) {
          const next = pattern[p + 1]!
          if (next === LOWER_B) {
            s = this.#balance(s, p + 2)
            if (s < 0) return -1
            p += 4
            continue
          }
          if (next === LOWER_F) {
            if (p + 2 >= this.#patternTo || pattern[p + 2] !== SET) fail("missing '[' after '%f' in pattern")
            const after = this.#itemEnd(p + 2)
            const before = s === this.#from ? 0 : text[s - 1]!
            const here = s < this.#to ? text[s]! : 0
            if (this.#isInSet(before, p + 2, after - 1) || !this.#isInSet(here, p + 2, after - 1)) return -1
            p = after
            continue
          }
          if (next >= DIGIT_0 && next <= DIGIT_9) {
            s = this.#repeatCapture(s, next)
            if (s < 0) return -1
            p += 2
            continue
          }
        }
        const after = this.#itemEnd(p)
        const suffix = after < this.#patternTo ? pattern[after]! : 0
        if (suffix === QUESTION) {
          if (s < this.#to && this.#isOne(text[s]!, p, after)) {
            const end = this.#run(s + 1, after + 1)
            if (end !== -1) return end
          }
          p = after + 1
        } else if (suffix === STAR) return this.#most(s, p, after, 0)
        else if (suffix === PLUS) return this.#most(s, p, after, 1)
        else if (suffix === MINUS) return this.#fewest(s, p, after)
        else {
          if (s >= this.#to || !this.#isOne(text[s]!, p, after)) return -1
          s++
          p = after
        }
      }
    } finally {
      this.#depth--
    }
  }

  #step(): void {
    if (++this.#steps < STEPS_PER_TICK) return
    this.#steps = 0
    this.#tick()
  }

  #most(s: number, p: number, after: number, least: number): number {
    const text = this.#text
    let count = 0
    while (s + count < this.#to && this.#isOne(text[s + count]!, p, after)) {
      count++
      this.#step()
    }
    for (; count >= least; count--) {
      const end = this.#run(s + count, after + 1)
      if (end !== -1) return end
    }
    return -1
  }

  #fewest(start: number, p: number, after: number): number {
    for (let s = start; ; s++) {
      const end = this.#run(s, after + 1)
      if (end !== -1) return end
      if (s >= this.#to || !this.#isOne(this.#text[s]!, p, after)) return -1
    }
  }

  #open(s: number, p: number, kind: number): number {
    if (this.level >= MAX_CAPTURES) fail('too many captures')
    this.#starts[this.level] = s
    this.#lengths[this.level] = kind
    this.level++
    const end = this.#run(s, p)
    if (end === -1) this.level--
    return end
  }

  #close(s: number, p: number): number {
    let index = this.level - 1
    while (index >= 0 && this.#lengths[index] !== UNCLOSED) index--
    if (index < 0) fail('invalid pattern capture')
    this.#lengths[index] = s - this.#starts[index]!
    const end = this.#run(s, p)
    if (end === -1) this.#lengths[index] = UNCLOSED
    return end
  }

  #balance(s: number, p: number): number {
    if (p + 1 >= this.#patternTo) fail('unbalanced pattern')
    const text = this.#text
    const opening = this.#pattern[p]!
    const closing = this.#pattern[p + 1]!
    if (s >= this.#to || text[s] !== opening) return -1
    let open = 1
    for (let at = s + 1; at < this.#to; at++) {
      this.#step()
      const c = text[at]!
      if (c === closing) {
        if (--open === 0) return at + 1
      } else if (c === opening) open++
    }
    return -1
  }

  #repeatCapture(s: number, digit: number): number {
    const index = digit - DIGIT_1
    if (index < 0 || index >= this.level || this.#lengths[index] === UNCLOSED) fail('invalid capture index')
    const start = this.#starts[index]!
    const length = Math.max(0, this.#lengths[index]!)
    if (this.#to - s < length) return -1
    for (let at = 0; at < length; at++) if (this.#text[start + at] !== this.#text[s + at]) return -1
    return s + length
  }

  /** The end of a single item: a character, a class or a set. */
  #itemEnd(start: number): number {
    const pattern = this.#pattern
    const end = this.#patternTo
    let p = start + 1
    const c = pattern[start]!
    if (c === PERCENT) {
      if (p >= end) fail("malformed pattern (ends with '%')")
      return p + 1
    }
    if (c !== SET) return p
    if (pattern[p] === CARET) p++
    do {
      if (p >= end) fail("malformed pattern (missing ']')")
      const member = pattern[p++]!
      if (member === PERCENT) {
        if (p >= end) fail("malformed pattern (missing ']')")
        p++
      }
    } while (p >= end || pattern[p] !== SET_END)
    return p + 1
  }

  #isOne(c: number, p: number, after: number): boolean {
    const item = this.#pattern[p]!
    if (item === DOT) return true
    if (item === PERCENT) return this.#isClass(c, this.#pattern[p + 1]!)
    if (item === SET) return this.#isInSet(c, p, after - 1)
    return item === c
  }

  #isClass(c: number, letter: number): boolean {
    const lower = letter | 0x20
    if (letter > 0x7f || !CLASS_LETTERS.has(lower)) return letter === c
    return this.#isInClass(c, lower) === (letter === lower)
  }

  /** `last` is the position of the closing bracket. */
  #isInSet(c: number, p: number, last: number): boolean {
    const pattern = this.#pattern
    let at = p + 1
    const positive = pattern[at] !== CARET
    if (!positive) at++
    for (; at < last; at++) {
      this.#step()
      const member = pattern[at]!
      if (member === PERCENT) {
        at++
        if (this.#isClass(c, pattern[at]!)) return positive
      } else if (pattern[at + 1] === MINUS && at + 2 < last) {
        if (member <= c && c <= pattern[at + 2]!) return positive
        at += 2
      } else if (member === c) return positive
    }
    return !positive
  }
}

/** Classes of the C locale. */
export function isInByteClass(c: number, letter: number): boolean {
  switch (String.fromCharCode(letter)) {
    case 'a':
      return isAlpha(c)
    case 'c':
      return c < 0x20 || c === 0x7f
    case 'd':
      return isDigit(c)
    case 'l':
      return c >= 0x61 && c <= 0x7a
    case 'p':
      return c > 0x20 && c < 0x7f && !isAlpha(c) && !isDigit(c)
    case 's':
      return c === 0x20 || (c >= 0x09 && c <= 0x0d)
    case 'u':
      return c >= 0x41 && c <= 0x5a
    case 'w':
      return isAlpha(c) || isDigit(c)
    case 'x':
      return isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66)
    default:
      return c === 0
  }
}

const isAlpha = (c: number) => (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a)
const isDigit = (c: number) => c >= 0x30 && c <= 0x39

const UNICODE: Readonly<Record<string, RegExp>> = {
  a: /^\p{L}$/u,
  c: /^\p{Cc}$/u,
  d: /^\p{Nd}$/u,
  l: /^\p{Ll}$/u,
  p: /^\p{P}$/u,
  s: /^[\p{Z}\t-\r]$/u,
  u: /^\p{Lu}$/u,
  w: /^[\p{L}\p{Nd}]$/u,
  x: /^[0-9A-Fa-f０-９Ａ-Ｆａ-ｆ]$/u,
}
const CLASS_ORDER = 'acdlpsuwx'
const known = new Map<number, number>()
const MAX_KNOWN = 20_000

/** Classes by Unicode's general categories, as in `mw.ustring`. */
export function isInUnicodeClass(c: number, letter: number): boolean {
  const place = CLASS_ORDER.indexOf(String.fromCharCode(letter))
  if (place < 0) return c === 0
  let bits = known.get(c)
  if (bits === undefined) {
    bits = 0
    const character = c >= 0xd800 && c <= 0xdfff ? '' : String.fromCodePoint(c)
    for (let at = 0; at < CLASS_ORDER.length; at++) if (UNICODE[CLASS_ORDER[at]!]!.test(character)) bits |= 1 << at
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(c, bits)
  }
  return (bits & (1 << place)) !== 0
}
