// The search language: words, `field:value` terms, AND, OR, NOT and parentheses. Adjacent terms are combined with AND.

/** A syntax error in a search, in words for the user. */
export class SearchError extends Error {}

export interface Term {
  readonly kind: 'term'
  /** Absent for a bare word. */
  readonly field: string | undefined
  readonly operator: '=' | '<' | '>' | '<=' | '>=' | undefined
  readonly value: string
  /** The end of a range, `[from to until]`. */
  readonly until?: string
  /** The value is a regular expression, `r"…"`. */
  readonly isPattern?: boolean
}

/** Strings that were found before the query runs, for terms that databases cannot compare. */
export interface FoundStrings {
  readonly kind: 'found'
  readonly ids: readonly number[]
}

export type Query =
  | Term
  | FoundStrings
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }

const MAX_TERMS = 50
const MAX_DEPTH = 20

export function parseQuery(text: string): Query {
  const reader = new QueryReader(text)
  const query = reader.isAtEnd ? ({ kind: 'and', parts: [] } as const) : reader.either(0)
  reader.end()
  return query
}

const NEGATION = /(?:NOT\b|-(?=[\w"'(=]))\s*/y
const FIELD = /([a-z_]+):/y
const OPERATOR = /<=|>=|<|>|=/y
const RANGE = /\[\s*("[^"]*"|[^\]\s]+)\s+to\s+("[^"]*"|[^\]\s]+)\s*\]/iy
const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy
const PATTERN = /r(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/sy
const WORD = /[^\s()"]+/y
const SPACE = /\s*/y

/** Backslashes belong to the pattern, except before the quotes that would end it. */
const patternIn = (text: string): string => text.replace(/\\(["'])/g, '$1')

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1')

class QueryReader {
  readonly #text: string
  #at = 0
  #terms = 0

  constructor(text: string) {
    this.#text = text.trim()
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  either(depth: number): Query {
    if (depth > MAX_DEPTH) throw new SearchError(`Parentheses can be nested at most ${MAX_DEPTH} levels deep.`)
    const parts = [this.#all(depth)]
    while (this.#take(/OR\b\s*/y)) parts.push(this.#all(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }

  end(): void {
    if (!this.isAtEnd) throw this.#syntaxError()
  }

  #all(depth: number): Query {
    const parts = [this.#one(depth)]
    while (!this.isAtEnd && this.#text[this.#at] !== ')' && !this.#sees(/OR\b/y)) {
      this.#take(/AND\b\s*/y)
      parts.push(this.#one(depth))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  #one(depth: number): Query {
    let negations = 0
    while (this.#take(NEGATION)) negations++
    const part = this.#take(/\(\s*/y) ? this.#bracketed(depth) : this.#term()
    this.#take(SPACE)
    return negations % 2 === 0 ? part : { kind: 'not', part }
  }

  #bracketed(depth: number): Query {
    const inner = this.either(depth + 1)
    if (!this.#take(/\)/y)) throw new SearchError('A closing parenthesis is missing.')
    return inner
  }

  #term(): Term {
    if (++this.#terms > MAX_TERMS) throw new SearchError(`A search can have at most ${MAX_TERMS} terms.`)
    const field = this.#take(FIELD)?.[1]
    const range = field === undefined ? null : this.#take(RANGE)
    if (range)
      return { kind: 'term', field, operator: undefined, value: unquoted(range[1]!), until: unquoted(range[2]!) }
    const operator = this.#take(OPERATOR)?.[0] as Term['operator']
    const pattern = this.#take(PATTERN)
    if (pattern)
      return { kind: 'term', field, operator, value: patternIn(pattern[1] ?? pattern[2] ?? ''), isPattern: true }
    const quoted = this.#take(QUOTED)
    if (quoted) return { kind: 'term', field, operator, value: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/gs, '$1') }
    const word = this.#sees(/(?:AND|OR)\b/y) ? null : this.#take(WORD)
    if (word === null) throw this.#syntaxError()
    return { kind: 'term', field, operator, value: word[0] }
  }

  #syntaxError(): SearchError {
    const rest = this.#text.slice(this.#at, this.#at + 20)
    return new SearchError(
      rest === '' ? 'The search ends where a term is expected.' : `Syntax error in the search at "${rest}".`,
    )
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    return pattern.test(this.#text)
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at = pattern.lastIndex
    return match
  }
}
