// Reads arrays of texts from PHP source. The source is never run: anything but literals in such an array is an error.

/** An array as written; keys that repeat are still there. */
export interface PhpArray {
  readonly pairs: readonly (readonly [key: string, value: string])[]
}

/** Larger arrays are not read. */
const MAX_PAIRS = 200_000

/** The source is not what we can read. The message names the line. */
export class PhpFault extends Error {
  constructor(source: string, at: number, problem: string) {
    super(`line ${source.slice(0, at).split('\n').length}: ${problem}`)
  }
}

/** Spaces, comments and the tags around PHP. */
const blank = /(?:\s+|\/\/[^\n]*|#(?!\[)[^\n]*|<\?php\b|\?>)/y
const singleQuoted = /'([^'\\]*(?:\\[\s\S][^'\\]*)*)'/y
const doubleQuoted = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y
const word = /\$?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y
const opening = /\[|array\s*\(/iy

/** The arrays that are assigned to these variables (`$name`) or constants (`NAME`), by name. */
export function readPhpArrays(source: string, names: ReadonlySet<string>): Map<string, PhpArray> {
  const reader = new Reader(source)
  const arrays = new Map<string, PhpArray>()
  while (!reader.isAtEnd) {
    if (reader.text() !== null) continue
    const name = reader.take(word)
    if (name === null) reader.skip()
    else if (names.has(name) && reader.sign('=')) arrays.set(name, reader.array(name))
  }
  return arrays
}

class Reader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Skips what has no meaning first. */
  get isAtEnd(): boolean {
    while (this.#match(blank) !== null || this.#skipComment());
    return this.#at >= this.#source.length
  }

  #skipComment(): boolean {
    if (!this.#source.startsWith('/*', this.#at)) return false
    const end = this.#source.indexOf('*/', this.#at + 2)
    this.#at = end < 0 ? this.#source.length : end + 2
    return true
  }

  skip(): void {
    this.#at++
  }

  take(pattern: RegExp): string | null {
    return this.isAtEnd ? null : this.#match(pattern)
  }

  sign(text: string): boolean {
    if (this.isAtEnd || !this.#source.startsWith(text, this.#at)) return false
    // Not the start of a longer sign, such as == for =.
    if (text === '=' && /[=>]/.test(this.#source[this.#at + 1] ?? '')) return false
    this.#at += text.length
    return true
  }

  /** A quoted text; null if there is none here. */
  text(): string | null {
    if (this.isAtEnd) return null
    const start = this.#at
    const single = this.#match(singleQuoted)
    if (single !== null) return single.slice(1, -1).replaceAll(/\\([\\'])/g, '$1')
    const double = this.#match(doubleQuoted)
    if (double !== null) return unescaped(double.slice(1, -1), problem => this.#fault(problem, start))
    if (/['"]/.test(this.#source[start]!)) throw this.#fault('a text does not end')
    return null
  }

  array(name: string): PhpArray {
    const open = this.take(opening)
    if (open === null) throw this.#fault(`${name} is not an array`)
    const end = open === '[' ? ']' : ')'
    const pairs: (readonly [string, string])[] = []
    while (!this.sign(end)) {
      const key = this.#wanted(`a quoted key of ${name}`)
      if (!this.sign('=>')) throw this.#fault(`expected => in ${name}`)
      pairs.push([key, this.#wanted(`a quoted value of ${name}`)])
      if (pairs.length > MAX_PAIRS) throw this.#fault(`${name} has more than ${MAX_PAIRS} pairs`)
      if (!this.sign(',')) {
        if (this.sign(end)) break
        throw this.#fault(`expected a comma or ${end} in ${name}`)
      }
    }
    return { pairs }
  }

  #wanted(what: string): string {
    const text = this.text()
    if (text === null) throw this.#fault(`expected ${what}`)
    return text
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match === null) return null
    this.#at = pattern.lastIndex
    return match[0]
  }

  #fault(problem: string, at = this.#at): PhpFault {
    return new PhpFault(this.#source, at, problem)
  }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', e: '\u001b', f: '\f' }

const escapeSequence = /\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([nrtvef\\$"]))/g

function unescaped(text: string, fault: (problem: string) => PhpFault): string {
  if (/(?<!\\)(?:\\\\)*(?:\$[A-Za-z_{]|\{\$)/.test(text)) throw fault('a text contains a variable')
  return text.replaceAll(escapeSequence, (_, point?: string, byte?: string, octal?: string, sign?: string) => {
    if (sign !== undefined) return CONTROLS[sign] ?? sign
    const code = point !== undefined ? Number.parseInt(point, 16) : Number.parseInt(byte ?? octal!, byte ? 16 : 8)
    // Larger ones are parts of characters, which PHP joins as bytes.
    if (point === undefined ? code > 0x7f : code > 0x10ffff) throw fault('a text contains an escaped byte')
    return String.fromCodePoint(code)
  })
}
