// A parser for Fluent messages and terms, after the grammar of Fluent 1.0.

import {
  type FluentArguments,
  type FluentAttribute,
  type FluentEntry,
  FluentError,
  type FluentExpression,
  type FluentPattern,
  type FluentPlaceable,
  type FluentSelect,
  type FluentText,
  type FluentVariant,
} from './syntax.ts'

const maxDepth = 50

/** The message or term that starts at a position. Throws a FluentError. */
export function parseEntry(text: string, at: number): FluentEntry {
  return new EntryParser(text, at).entry()
}

class EntryParser {
  readonly #text: string
  #at: number
  #depth = 0

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
  }

  entry(): FluentEntry {
    const start = this.#at
    const isTerm = this.#text[start] === '-'
    if (isTerm) this.#at++
    const id = (isTerm ? '-' : '') + this.#identifier()
    this.#inline()
    this.#expect('=')
    const equalsEnd = this.#at
    const value = this.#pattern()
    const attributes: FluentAttribute[] = []
    for (;;) {
      const end = this.#at
      this.#blank()
      if (this.#text[this.#at] !== '.' || this.#text[this.#at - 1] === '=') {
        this.#at = end
        break
      }
      this.#at++
      const name = this.#identifier()
      this.#inline()
      this.#expect('=')
      const pattern = this.#pattern()
      if (pattern === undefined) this.#fail(`expected a value for the attribute ".${name}"`)
      attributes.push({ name, value: pattern })
    }
    if (value === undefined && (isTerm || attributes.length === 0))
      this.#fail(`expected ${isTerm ? 'a value' : 'a value or attributes'} for "${id}"`)
    const { end } = this.#trimmed(equalsEnd)
    this.#inline()
    if (this.#at < this.#text.length && !/[\r\n]/.test(this.#text[this.#at]!))
      this.#fail(`unexpected "${this.#text[this.#at]}"`)
    return { id, isTerm, value, attributes, start, equalsEnd, end }
  }

  // The position without the white space before it.
  #trimmed(start: number): { end: number } {
    let end = this.#at
    while (end > start && /\s/.test(this.#text[end - 1]!)) end--
    return { end }
  }

  #fail(message: string, at = this.#at): never {
    throw new FluentError(message, at)
  }

  #expect(sign: string): void {
    if (!this.#text.startsWith(sign, this.#at)) this.#fail(`expected "${sign}"`)
    this.#at += sign.length
  }

  #inline(): void {
    while (this.#text[this.#at] === ' ') this.#at++
  }

  #blank(): void {
    while (' \n\r'.includes(this.#text[this.#at] ?? '?')) this.#at++
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match[0]
  }

  #identifier(): string {
    return this.#match(/[A-Za-z][\w-]*/y) ?? this.#fail('expected an identifier')
  }

  // Undefined if there is none.
  #pattern(): FluentPattern | undefined {
    const elements: (FluentText | FluentPlaceable)[] = []
    this.#inline()
    for (;;) {
      const character = this.#text[this.#at]
      if (character === '{') elements.push(this.#placeable())
      else if (character === undefined || character === '}') break
      else if (character === '\n' || character === '\r') {
        const next = this.#continuation()
        if (next === undefined) break
        if (elements.length > 0) elements.push({ type: 'text', value: this.#text.slice(this.#at, next) })
        this.#at = next
      } else elements.push({ type: 'text', value: this.#match(/[^{}\r\n]+/y)! })
    }
    return elements.length === 0 ? undefined : { elements }
  }

  // The start of the text on the next line that is not blank, if that line continues the pattern.
  #continuation(): number | undefined {
    const blank = /[ \r\n]*/y
    blank.lastIndex = this.#at
    blank.test(this.#text)
    const next = blank.lastIndex
    const character = this.#text[next]
    if (character === undefined) return undefined
    if (character === '{') return next
    const isIndented = this.#text[next - 1] === ' '
    return isIndented && !'}[*.'.includes(character) ? next : undefined
  }

  #placeable(): FluentPlaceable {
    const start = this.#at
    if (++this.#depth > maxDepth) this.#fail(`nested deeper than ${maxDepth} levels`)
    this.#at++
    this.#blank()
    const expression = this.#expression()
    this.#blank()
    if (this.#text[this.#at] !== '}') this.#fail('expected "}"', this.#text[this.#at] === undefined ? start : this.#at)
    this.#at++
    this.#depth--
    return { type: 'placeable', expression }
  }

  #expression(): FluentExpression {
    const selector = this.#inlineExpression()
    const end = this.#at
    this.#blank()
    if (!this.#text.startsWith('->', this.#at)) {
      this.#at = end
      if (selector.type === 'term' && selector.attribute !== undefined)
        this.#fail('attributes of terms can only be used to select a variant')
      return selector
    }
    if (selector.type === 'message') this.#fail('messages cannot be used to select a variant')
    if (selector.type === 'term' && selector.attribute === undefined)
      this.#fail('terms cannot be used to select a variant')
    if (selector.type === 'placeable') this.#fail('expected a simple expression to select a variant')
    this.#at += 2
    this.#inline()
    return this.#variants(selector)
  }

  #variants(selector: FluentExpression): FluentSelect {
    const variants: FluentVariant[] = []
    for (;;) {
      const before = this.#at
      this.#blank()
      const isDefault = this.#text[this.#at] === '*'
      if (isDefault) this.#at++
      if (this.#text[this.#at] !== '[') {
        if (isDefault) this.#fail('expected "["')
        if (variants.length > 0 && !/[\r\n]/.test(this.#text.slice(before, this.#at)))
          this.#fail('expected a line break after the last variant')
        this.#at = before
        break
      }
      if (!/[\r\n]/.test(this.#text.slice(before, this.#at))) this.#fail('expected a line break before the variant')
      this.#at++
      this.#blank()
      const key = this.#match(/-?\d+(?:\.\d+)?/y) ?? this.#identifier()
      this.#blank()
      this.#expect(']')
      const value = this.#pattern()
      if (value === undefined) this.#fail(`expected a value for the variant "${key}"`)
      if (isDefault && variants.some(variant => variant.isDefault)) this.#fail('expected only one default variant')
      variants.push({ key, isDefault, value })
    }
    if (variants.length === 0) this.#fail('expected at least one variant after "->"')
    if (!variants.some(variant => variant.isDefault))
      this.#fail('expected one of the variants to be marked as default (*)')
    return { type: 'select', selector, variants }
  }

  #inlineExpression(): FluentExpression {
    const character = this.#text[this.#at]
    if (character === '{') return this.#placeable()
    if (character === '"') return this.#string()
    const number = this.#match(/-?\d+(?:\.\d+)?/y)
    if (number !== undefined) return { type: 'number', value: number }
    if (character === '$') {
      this.#at++
      return { type: 'variable', name: this.#identifier() }
    }
    if (character === '-') {
      this.#at++
      const name = this.#identifier()
      const attribute = this.#attribute()
      return { type: 'term', name, attribute, arguments: this.#arguments() }
    }
    if (!/[A-Za-z]/.test(character ?? '')) this.#fail('expected an expression')
    const name = this.#identifier()
    const start = this.#at
    const args = this.#arguments()
    if (args !== undefined) {
      if (!/^[A-Z][A-Z0-9_-]*$/.test(name)) this.#fail('names of functions are written in capitals', start)
      return { type: 'function', name, arguments: args }
    }
    return { type: 'message', name, attribute: this.#attribute() }
  }

  #attribute(): string | undefined {
    if (this.#text[this.#at] !== '.') return undefined
    this.#at++
    return this.#identifier()
  }

  #string(): FluentExpression {
    const start = this.#at
    const literal = this.#match(/"(?:[^"\\\r\n]|\\["\\]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{6})*"/y)
    if (literal === undefined) this.#fail('expected the end of a string in quotes, without unknown escapes', start)
    const value = literal
      .slice(1, -1)
      .replace(
        /\\(?:([\\"])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6}))/g,
        (_, sign?: string, four?: string, six?: string) => {
          if (sign !== undefined) return sign
          const code = Number.parseInt(four ?? six!, 16)
          return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code)
        },
      )
    return { type: 'string', value }
  }

  #arguments(): FluentArguments | undefined {
    const before = this.#at
    this.#blank()
    if (this.#text[this.#at] !== '(') {
      this.#at = before
      return undefined
    }
    if (++this.#depth > maxDepth) this.#fail(`nested deeper than ${maxDepth} levels`)
    this.#at++
    const positional: FluentExpression[] = []
    const named = new Map<string, FluentExpression>()
    for (;;) {
      this.#blank()
      if (this.#text[this.#at] === ')') break
      const name = /[A-Za-z][\w-]*(?=[ \r\n]*:)/y
      name.lastIndex = this.#at
      const match = name.exec(this.#text)
      if (match !== null) {
        this.#at = name.lastIndex
        this.#blank()
        this.#at++
        this.#blank()
        if (named.has(match[0])) this.#fail(`the argument "${match[0]}" is given twice`)
        const value = this.#inlineExpression()
        if (value.type !== 'string' && value.type !== 'number') this.#fail('expected a string or a number')
        named.set(match[0], value)
      } else {
        if (named.size > 0) this.#fail('arguments without names come first')
        positional.push(this.#inlineExpression())
      }
      this.#blank()
      if (this.#text[this.#at] === ',') this.#at++
      else if (this.#text[this.#at] !== ')') this.#fail('expected "," or ")"')
    }
    this.#at++
    this.#depth--
    return { positional, named }
  }
}
