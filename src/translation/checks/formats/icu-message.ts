// Parser for ICU MessageFormat: `{count, plural, one {# file} other {# files}}`, on request with tags (`<b>…</b>`).
// It extracts what checks compare: the variables, their types, and the selectors of their sub-messages.

import type { Span } from '../checked-unit.ts'

export interface IcuOptions {
  readonly tags: boolean
  /** Treat an opening angle bracket that does not start a tag as an error. */
  readonly strictTags: boolean
  /** Only names with this prefix are tags. */
  readonly tagPrefix: string
}

export interface IcuVariable {
  readonly types: Set<string>
  readonly selectors: Set<string>
  /** Selectors that no plural rule has. */
  readonly badSelectors: Set<string>
  /** Whether it is used as a tag, as a value, or as both. */
  readonly asTag: Set<boolean>
  /** Whether the tag is used without content, with content, or both. */
  readonly emptyTag: Set<boolean>
}

export type IcuMessage = ReadonlyMap<string, IcuVariable>

/** A message with the ranges of its syntax: everything that is not text. */
export interface ParsedIcuMessage {
  readonly variables: IcuMessage
  readonly syntax: readonly Span[]
}

/** Syntax error in a message, with its position. */
export class IcuSyntaxError extends Error {}

const PLURALS = new Set(['plural', 'selectordinal'])
const PLURAL_SELECTOR = /^(?:zero|one|two|few|many|other|=-?\d+(?:\.\d+)?)$/
const MAX_DEPTH = 100
const NAME = /[^\s{},'#]+/y
const TAG_NAME = /[\p{L}_][\p{L}\p{M}\p{N}_.-]*/uy
const SPACE = /\s*/y

class Reader {
  private at = 0
  private depth = 0
  private readonly variables = new Map<string, IcuVariable>()
  private readonly syntax: Span[] = []
  /** Start of the syntax being read. */
  private syntaxStart = 0
  private readonly text: string
  private readonly options: IcuOptions

  constructor(text: string, options: IcuOptions) {
    this.text = text
    this.options = options
  }

  read(): ParsedIcuMessage {
    this.message(false, undefined)
    if (this.at < this.text.length) this.fail('unexpected }')
    return { variables: this.variables, syntax: this.syntax }
  }

  /** Reads up to a closing brace, the end, or the closing tag; returns whether there was anything. */
  private message(inPlural: boolean, tag: string | undefined): boolean {
    if (++this.depth > MAX_DEPTH) this.fail('messages are nested too deeply')
    const start = this.at
    while (this.at < this.text.length) {
      const char = this.text[this.at]
      if (char === '}') break
      if (char === '{') {
        this.syntaxStart = this.at
        this.argument(inPlural)
        this.endSyntax()
      } else if (char === "'") this.apostrophe(inPlural)
      else if (char === '<' && this.options.tags) {
        if (tag !== undefined && this.text.startsWith('</', this.at)) break
        this.tag(inPlural)
      } else {
        this.at++
        if (char === '#' && inPlural) this.syntax.push({ start: this.at - 1, end: this.at })
      }
    }
    this.depth--
    return this.at > start
  }

  /** Two apostrophes are one; one before a syntax character quotes everything up to the next. */
  private apostrophe(inPlural: boolean): void {
    const next = this.text[this.at + 1]
    if (next === "'") {
      this.at += 2
      return
    }
    this.at++
    const quotes = next === '{' || next === '}' || (next === '#' && inPlural) || (next === '<' && this.options.tags)
    if (!quotes) return
    while (this.at < this.text.length) {
      const close = this.text.indexOf("'", this.at)
      if (close < 0) break
      this.at = close + 1
      if (this.text[this.at] !== "'") return
      this.at++
    }
    this.at = this.text.length
  }

  private argument(inPlural: boolean): void {
    this.at++
    const name = this.name('a variable name')
    const variable = this.variable(name)
    variable.asTag.add(false)
    if (this.takes('}')) return
    this.expect(',')
    const type = this.name('a type')
    variable.types.add(type)
    if (this.takes('}')) return
    this.expect(',')
    this.skipSpace()
    if (this.hasSubMessages(type)) this.subMessages(type, variable, inPlural)
    else this.style()
    this.expect('}')
  }

  private endSyntax(): void {
    this.syntax.push({ start: this.syntaxStart, end: this.at })
  }

  /** Types other than the usual ones may have sub-messages too, when they look like selectors with braces. */
  private hasSubMessages(type: string): boolean {
    if (PLURALS.has(type) || type === 'select') return true
    NAME.lastIndex = this.at
    const end = this.at + (NAME.exec(this.text)?.[0].length ?? 0)
    SPACE.lastIndex = end
    SPACE.exec(this.text)
    return end > this.at && this.text[SPACE.lastIndex] === '{'
  }

  private subMessages(type: string, variable: IcuVariable, inPlural: boolean): void {
    const isPlural = PLURALS.has(type)
    if (isPlural && this.text.startsWith('offset:', this.at)) {
      this.at += 'offset:'.length
      this.name('a number after offset:')
    }
    this.skipSpace()
    if (this.text[this.at] === '}') this.fail('missing sub-messages')
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      const selector = this.name('a selector')
      variable.selectors.add(selector)
      if (isPlural && !PLURAL_SELECTOR.test(selector)) variable.badSelectors.add(selector)
      this.expect('{')
      this.endSyntax()
      this.message(inPlural || isPlural, undefined)
      this.syntaxStart = this.at
      this.expect('}')
      this.skipSpace()
    }
  }

  /** The style of a simple type, up to the closing brace; apostrophes quote and braces nest. */
  private style(): void {
    let open = 0
    while (this.at < this.text.length) {
      const char = this.text[this.at]
      if (char === "'") {
        this.apostrophe(false)
        continue
      }
      if (char === '{') open++
      if (char === '}' && open-- === 0) return
      this.at++
    }
  }

  private tag(inPlural: boolean): void {
    const { tagPrefix, strictTags } = this.options
    const closing = this.text[this.at + 1] === '/'
    TAG_NAME.lastIndex = this.at + (closing ? 2 : 1)
    const name = TAG_NAME.exec(this.text)?.[0]
    if (closing && name?.startsWith(tagPrefix) === true) this.fail(`unexpected closing tag ${name}`)
    if (closing || name === undefined || !name.startsWith(tagPrefix)) {
      if (strictTags) this.fail('invalid tag')
      this.at++
      return
    }
    this.syntaxStart = this.at
    this.at += 1 + name.length
    const variable = this.variable(name)
    variable.asTag.add(true)
    this.skipSpace()
    if (this.text.startsWith('/>', this.at)) {
      this.at += 2
      variable.emptyTag.add(true)
      this.endSyntax()
      return
    }
    this.expect('>')
    this.endSyntax()
    variable.emptyTag.add(!this.message(inPlural, name))
    this.syntaxStart = this.at
    if (!this.text.startsWith(`</${name}`, this.at)) this.fail(`missing closing tag ${name}`)
    this.at += 2 + name.length
    this.expect('>')
    this.endSyntax()
  }

  private variable(name: string): IcuVariable {
    let entry = this.variables.get(name)
    if (entry === undefined) {
      entry = {
        types: new Set(),
        selectors: new Set(),
        badSelectors: new Set(),
        asTag: new Set(),
        emptyTag: new Set(),
      }
      this.variables.set(name, entry)
    }
    return entry
  }

  private name(what: string): string {
    this.skipSpace()
    NAME.lastIndex = this.at
    const name = NAME.exec(this.text)?.[0]
    if (name === undefined) this.fail(`expected ${what}`)
    this.at += name.length
    this.skipSpace()
    return name
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at
    this.at += SPACE.exec(this.text)![0].length
  }

  private takes(symbol: string): boolean {
    this.skipSpace()
    if (this.text[this.at] !== symbol) return false
    this.at++
    return true
  }

  private expect(symbol: string): void {
    if (!this.takes(symbol)) this.fail(`expected ${symbol}`)
  }

  private fail(problem: string): never {
    throw new IcuSyntaxError(`${problem} at character ${this.at + 1}`)
  }
}

/** Parses a message; throws IcuSyntaxError if it is invalid. */
export function parseIcuMessage(text: string, options: IcuOptions): ParsedIcuMessage {
  return new Reader(text, options).read()
}
