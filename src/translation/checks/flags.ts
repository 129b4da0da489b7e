// Flags control how a string is checked: `python-format, max-length:100, placeholders:"a:b":r"\d+", ignore-end-stop`.
// A flag is a name, or a name with parameters after colons; a parameter may be quoted, and r"…" marks a pattern.

/** One parameter of a flag. */
export interface FlagValue {
  readonly text: string
  /** Written as r"…": a regular expression rather than literal text. */
  readonly pattern: boolean
}

export interface Flag {
  readonly name: string
  /** Empty for a plain flag. */
  readonly values: readonly FlagValue[]
}

/** Syntax error in a list of flags; `position` is its offset. */
export class FlagSyntaxError extends Error {
  readonly position: number

  constructor(problem: string, position: number) {
    super(`${problem} at character ${position + 1} of the flags`)
    this.name = 'FlagSyntaxError'
    this.position = position
  }
}

/** Invalid parameters of a flag; the message describes valid ones. */
export class FlagParameterError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FlagParameterError'
  }
}

const ALIASES = new Map([['markdown-text', 'md-text']])
// gettext files mark a string as fuzzy in the same list; that is a state here, not a flag.
export const NOT_FLAGS = new Set(['fuzzy', '#'])
const DISCARD = 'discard'
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
])

class Reader {
  at = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  flag(): Flag | undefined {
    const name = this.word()
    if (name === '') {
      if (this.next() === ':') throw new FlagSyntaxError('Missing name before ":"', this.at)
      return undefined
    }
    const values: FlagValue[] = []
    while (this.takes(':')) values.push(this.value())
    return { name: ALIASES.get(name) ?? name, values }
  }

  takes(symbol: string): boolean {
    if (this.next() !== symbol) return false
    this.at++
    return true
  }

  /** The next character that is not white space; undefined at the end. */
  next(): string | undefined {
    while (this.at < this.text.length && ' \t\r\n'.includes(this.text[this.at]!)) this.at++
    return this.text[this.at]
  }

  private value(): FlagValue {
    const first = this.next()
    if (first === '"' || first === "'") return { text: this.quoted(first), pattern: false }
    if (first === 'r' && this.text[this.at + 1] === '"') {
      this.at++
      return { text: this.quoted('"'), pattern: true }
    }
    return { text: this.word(), pattern: false }
  }

  private word(): string {
    this.next()
    const start = this.at
    while (this.at < this.text.length && !',:"\''.includes(this.text[this.at]!)) this.at++
    return this.text.slice(start, this.at).trimEnd()
  }

  private quoted(quote: string): string {
    const start = this.at++
    let result = ''
    while (this.at < this.text.length) {
      const char = this.text[this.at++]!
      if (char === quote) return result
      const escaped = char === '\\' ? this.text[this.at] : undefined
      if (escaped === undefined) {
        result += char
        continue
      }
      this.at++
      // Other escapes are kept, so that a pattern can contain \d without a doubled backslash.
      result += escaped === quote || escaped === '\\' ? escaped : (ESCAPES.get(escaped) ?? `\\${escaped}`)
    }
    throw new FlagSyntaxError(`Missing closing ${quote} for the quote opened`, start)
  }
}

/** Parses a comma-separated list of flags in order. */
export function parseFlags(text: string): Flag[] {
  const reader = new Reader(text)
  const flags: Flag[] = []
  do {
    const flag = reader.flag()
    if (flag !== undefined) flags.push(flag)
  } while (reader.takes(','))
  const rest = reader.next()
  if (rest !== undefined) throw new FlagSyntaxError(`Unexpected ${rest}`, reader.at)
  return flags
}

function formatValue({ text, pattern }: FlagValue): string {
  if (!pattern && !/[\s,:"'\\]/.test(text)) return text
  const escaped = text
    .replace(/\\(?=[\\"ntrf\n\t\r\f]|$)/g, '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\f', '\\f')
  return `${pattern ? 'r' : ''}"${escaped}"`
}

export const formatFlag = ({ name, values }: Flag): string => [name, ...values.map(formatValue)].join(':')

/** The effective flags of a string, merged from project, component, file and string. */
export class Flags {
  private readonly byName = new Map<string, readonly FlagValue[]>()

  /** Merges layers from general to specific; the last layer that has a flag wins. */
  static of(...layers: (string | Flags | null | undefined)[]): Flags {
    const merged = new Flags()
    for (const layer of layers) {
      if (layer === null || layer === undefined || layer === '') continue
      for (const flag of typeof layer === 'string' ? parseFlags(layer) : layer) merged.add(flag)
    }
    return merged
  }

  has(name: string): boolean {
    return this.byName.has(name)
  }

  hasAny(names: readonly string[]): boolean {
    return names.some(name => this.byName.has(name))
  }

  /** The parameters of a flag; undefined if it is not set or has none. */
  values(name: string): readonly FlagValue[] | undefined {
    const values = this.byName.get(name)
    return values === undefined || values.length === 0 ? undefined : values
  }

  *[Symbol.iterator](): Iterator<Flag> {
    for (const [name, values] of this.byName) yield { name, values }
  }

  /** The flags as text that parses back to the same flags, sorted. */
  format(): string {
    return Array.from(this, formatFlag).sort().join(', ')
  }

  private add({ name, values }: Flag): void {
    if (name === DISCARD && values.length === 1) this.byName.delete(values[0]!.text)
    else if (!NOT_FLAGS.has(name)) this.byName.set(name, values)
  }
}
