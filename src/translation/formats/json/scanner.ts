// A JSON parser that records positions, keeps the order of keys and rejects duplicates.

import { decode, loneSurrogate } from '../encoding.ts'
import { failAt, placeOf } from '../format-error.ts'

export interface JsonString {
  readonly type: 'string'
  readonly start: number
  readonly end: number
  readonly value: string
}

// Numbers, true, false and null, which hold nothing to translate.
interface JsonLiteral {
  readonly type: 'literal'
  readonly start: number
  readonly end: number
}

export interface JsonContainer {
  readonly type: 'object' | 'array'
  readonly start: number
  end: number
  readonly depth: number
  readonly items: JsonItem[]
  readonly byKey: Map<string, JsonItem>
  // The item that holds this container, undefined for the root.
  owner: JsonItem | undefined
}

type JsonNode = JsonString | JsonLiteral | JsonContainer

export interface JsonItem {
  // Undefined inside arrays.
  readonly key: string | undefined
  readonly start: number
  readonly keyEnd: number
  readonly node: JsonNode
  readonly container: JsonContainer
  readonly index: number
}

const maxDepth = 100

// `count` is called for each string value, and may throw to stop reading.
export function scanJson(
  text: string,
  count: () => void = () => {},
  type: JsonContainer['type'] = 'object',
): JsonContainer {
  const scanner = new Scanner(text, count)
  const root = scanner.document()
  if (root.type !== type) failAt(text, root.start, `expected an ${type} at the top of the file`)
  return root as JsonContainer
}

class Scanner {
  readonly #text: string
  readonly #count: () => void
  #at = 0

  constructor(text: string, count: () => void) {
    this.#text = text
    this.#count = count
  }

  document(): JsonNode {
    this.#space()
    const node = this.#value(0)
    this.#space()
    if (this.#at < this.#text.length) this.#fail('unexpected text after the end of the JSON value')
    return node
  }

  #fail(reason: string, at = this.#at): never {
    failAt(this.#text, at, reason)
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }

  #value(depth: number): JsonNode {
    const character = this.#text[this.#at]
    if (character === '"') return this.#string()
    if (character === '{' || character === '[') return this.#container(character === '{' ? 'object' : 'array', depth)
    const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
    literal.lastIndex = this.#at
    const start = this.#at
    if (!literal.test(this.#text)) {
      this.#fail(character === undefined ? 'the file ends in the middle of a value' : 'expected a JSON value')
    }
    this.#at = literal.lastIndex
    return { type: 'literal', start, end: this.#at }
  }

  #string(): JsonString {
    const text = this.#text
    const start = this.#at
    let at = start + 1
    let plain = true
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === 0x22) break
      if (code < 0x20) this.#fail('a string may not contain raw control characters or line breaks', at)
      if (Number.isNaN(code)) this.#fail('a string has no closing quote', start)
      if (code === 0x5c) {
        plain = false
        at++
      }
      at++
    }
    this.#at = at + 1
    const value = plain ? text.slice(start + 1, at) : this.#unescape(start, this.#at)
    if (loneSurrogate(value) !== -1) this.#fail('a string contains an unpaired surrogate', start)
    return { type: 'string', start, end: this.#at, value }
  }

  #unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end)) as string
    } catch {
      this.#fail('a string has an unknown escape sequence', start)
    }
  }

  #container(type: 'object' | 'array', depth: number): JsonContainer {
    if (depth >= maxDepth) this.#fail(`nested deeper than ${maxDepth} levels`)
    const closing = type === 'object' ? '}' : ']'
    const container: JsonContainer = {
      type,
      start: this.#at,
      end: 0,
      depth,
      items: [],
      byKey: new Map(),
      owner: undefined,
    }
    this.#at++
    this.#space()
    while (this.#text[this.#at] !== closing) {
      container.items.push(this.#item(container))
      this.#space()
      if (this.#text[this.#at] === ',') {
        this.#at++
        this.#space()
        if (this.#text[this.#at] === closing) this.#fail('a comma must be followed by another item')
      } else if (this.#text[this.#at] !== closing) this.#fail(`expected a comma or ${closing}`)
    }
    this.#at++
    container.end = this.#at
    return container
  }

  #item(container: JsonContainer): JsonItem {
    const start = this.#at
    let key: string | undefined
    if (container.type === 'object') {
      if (this.#text[start] !== '"') this.#fail('expected a key in double quotes')
      key = this.#string().value
      const first = container.byKey.get(key)?.start
      if (first !== undefined) {
        this.#fail(`duplicate key "${key.slice(0, 80)}", first on line ${placeOf(this.#text, first).line}`, start)
      }
    }
    const keyEnd = this.#at
    if (key !== undefined) {
      this.#space()
      if (this.#text[this.#at] !== ':') this.#fail('expected a colon after the key')
      this.#at++
      this.#space()
    }
    const node = this.#value(container.depth + 1)
    if (node.type === 'string') this.#count()
    const item: JsonItem = { key, start, keyEnd, node, container, index: container.items.length }
    if (key !== undefined) container.byKey.set(key, item)
    if (node.type === 'object' || node.type === 'array') node.owner = item
    return item
  }
}

// The root of a file; null if it is not a JSON object.
export function jsonRoot(bytes: Uint8Array): JsonContainer | null {
  return rootOfType(bytes, 'object')
}

export function jsonArray(bytes: Uint8Array): JsonContainer | null {
  return rootOfType(bytes, 'array')
}

function rootOfType(bytes: Uint8Array, type: JsonContainer['type']): JsonContainer | null {
  try {
    return scanJson(decode(bytes).text, undefined, type)
  } catch {
    return null
  }
}

// A member of an object, if it has the type.
export function stringIn(object: JsonContainer | undefined, key: string): JsonItem | undefined {
  const item = object?.byKey.get(key)
  return item?.node.type === 'string' ? item : undefined
}

export function objectIn(object: JsonContainer | undefined, key: string): JsonContainer | undefined {
  const node = object?.byKey.get(key)?.node
  return node?.type === 'object' ? node : undefined
}

export function textIn(object: JsonContainer | undefined, key: string): string {
  const node = object?.byKey.get(key)?.node
  return node?.type === 'string' ? node.value : ''
}
