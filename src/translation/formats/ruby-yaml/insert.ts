// Inserts values into a Rails locale file, creating maps and sequences as needed.

import { isMap, isScalar, isSeq } from 'yaml'
import { FormatError } from '../format-error.ts'
import { addInto, type NewNode, newNode } from '../json/new-node.ts'
import { encodePath, type Segment } from '../json/path.ts'
import type { Splice } from '../splice.ts'
import { shown } from '../text-file.ts'
import { columnOf, commentStart, lineEnd } from './lines.ts'
import { keyText, scalarText } from './scalar.ts'
import { contentEnd, keyOf, type YamlFile, type YamlMap, type YamlPair, type YamlSeq } from './units.ts'

// A parent for new values: a map or sequence, or a pair without a value; undefined for an empty file.
interface Container {
  readonly node: YamlMap | YamlSeq | undefined
  readonly pair: YamlPair | undefined
}

interface Pending {
  readonly container: Container
  readonly items: Map<Segment, { node: NewNode; after: YamlPair | null | undefined }>
}

export class YamlInsertions {
  readonly #file: YamlFile
  readonly #removed: ReadonlySet<YamlPair>
  readonly #pending = new Map<object | undefined, Pending>()
  readonly #pairs = new Map<YamlMap, Map<string, YamlPair>>()
  readonly #indexes = new Map<YamlMap, Map<YamlPair, number>>()

  constructor(file: YamlFile, removed: ReadonlySet<YamlPair>) {
    this.#file = file
    this.#removed = removed
  }

  add(path: readonly Segment[], value: string, after: readonly Segment[] | null | undefined): void {
    let container = this.#root()
    for (const [depth, segment] of path.entries()) {
      const next = container && this.#child(container, segment)
      if (container === undefined || (next !== undefined && depth === path.length - 1)) {
        throw new FormatError(`cannot add "${shown(encodePath(path))}": the path is already in use`)
      }
      if (next === undefined) {
        this.#insert(container, path, depth, value, after)
        return
      }
      container = next === 'text' ? undefined : next
    }
  }

  #root(): Container | undefined {
    const { language, root, top } = this.#file
    return language === undefined ? { node: root, pair: undefined } : this.#containerOf(top)
  }

  #containerOf(pair: YamlPair | undefined): Container | undefined {
    const value = pair?.value
    if (isMap(value) || isSeq(value)) return { node: value as YamlMap | YamlSeq, pair }
    const empty = pair === undefined || value === null || (isScalar(value) && value.value === null)
    return empty ? { node: undefined, pair } : undefined
  }

  #child({ node }: Container, segment: Segment): Container | 'text' | undefined {
    if (node === undefined) return undefined
    if (isSeq(node)) {
      const item = typeof segment === 'number' ? node.items[segment] : undefined
      if (typeof segment !== 'number') throw new FormatError(`"${shown(segment)}" does not fit into a sequence`)
      if (isMap(item) || isSeq(item)) return { node: item as YamlMap | YamlSeq, pair: undefined }
      return item === undefined ? undefined : 'text'
    }
    const pair = this.#pairOf(node as YamlMap, String(segment))
    return pair === undefined || this.#removed.has(pair) ? undefined : (this.#containerOf(pair) ?? 'text')
  }

  #pairOf(map: YamlMap, key: string): YamlPair | undefined {
    const pairs = this.#pairs.get(map) ?? new Map(map.items.map(pair => [keyOf(pair) ?? '', pair]))
    this.#pairs.set(map, pairs)
    return pairs.get(key)
  }

  #indexOf(map: YamlMap, pair: YamlPair): number {
    const indexes = this.#indexes.get(map) ?? new Map(map.items.map((each, i) => [each, i]))
    this.#indexes.set(map, indexes)
    return indexes.get(pair) ?? -1
  }

  #insert(
    container: Container,
    path: readonly Segment[],
    depth: number,
    value: string,
    after: readonly Segment[] | null | undefined,
  ): void {
    const id = container.node ?? container.pair
    const pending = this.#pending.get(id) ?? { container, items: new Map() }
    this.#pending.set(id, pending)
    const segment = path[depth]!
    const item = pending.items.get(segment)
    if (item !== undefined) addInto(item.node, path, depth + 1, value)
    else {
      const anchor = isMap(container.node) ? this.#anchor(container.node as YamlMap, after?.[depth]) : undefined
      pending.items.set(segment, { node: newNode(path, depth + 1, value), after: after === null ? null : anchor })
    }
  }

  // The last remaining pair, up to the given one.
  #anchor(map: YamlMap, key: Segment | null | undefined): YamlPair | null {
    const named = key === null || key === undefined ? undefined : this.#pairOf(map, String(key))
    const from = named === undefined ? map.items.length - 1 : this.#indexOf(map, named)
    for (let i = from; i >= 0; i--) if (!this.#removed.has(map.items[i]!)) return map.items[i]!
    return null
  }

  splices(): Splice[] {
    return [...this.#pending.values()].flatMap(pending => this.#splicesOf(pending))
  }

  #splicesOf({ container: { node, pair }, items }: Pending): Splice[] {
    const { text, newline, language } = this.#file
    if (node !== undefined && node.items.length > 0) {
      if (node.flow) return [this.#intoFlow(node, items)]
      return [...items].map(([segment, { node: value, after }]) => this.#intoBlock(node, segment, value, after))
    }
    const column = pair === undefined ? 0 : columnOf(text, pair.key.range[0])
    const object: NewNode = {
      type: typeof [...items.keys()][0] === 'number' ? 'array' : 'object',
      items: new Map([...items].map(([segment, { node: value }]) => [segment, value])),
    }
    const lines = this.#block(
      object,
      language === undefined && pair === undefined ? 0 : column + this.#file.indent.length,
    )
    if (pair === undefined && language === undefined) return [this.#intoEmpty(node, lines)]
    if (pair === undefined) {
      const gap = text === '' || text.endsWith('\n') ? '' : newline
      return [{ start: text.length, end: text.length, text: `${gap}${keyText(language!)}:${lines}` }]
    }
    const colon = text.indexOf(':', pair.key.range[1]) + 1
    const end = pair.value === null ? colon : Math.max(colon, pair.value.range[1])
    // A comment after the colon stays on the line of the key.
    const rest = /[^\n\r]*/y
    rest.lastIndex = end
    rest.test(text)
    return [
      { start: colon, end, text: '' },
      { start: rest.lastIndex, end: rest.lastIndex, text: lines.slice(0, -newline.length) },
    ]
  }

  // The first lines of a file without a language replace "{}", or go to the end.
  #intoEmpty(node: YamlMap | YamlSeq | undefined, lines: string): Splice {
    const { text, newline } = this.#file
    const block = lines.slice(newline.length)
    if (node !== undefined) return { start: node.range[0], end: node.range[1], text: block.slice(0, -newline.length) }
    const gap = text === '' || text.endsWith('\n') ? '' : newline
    return { start: text.length, end: text.length, text: gap + block }
  }

  #intoBlock(
    container: YamlMap | YamlSeq,
    segment: Segment,
    value: NewNode,
    after: YamlPair | null | undefined,
  ): Splice {
    const { text, newline } = this.#file
    const first = isMap(container) ? (container as YamlMap).items[0]!.key.range[0] : container.range[0]
    const column = columnOf(text, first)
    const line = this.#line(segment, value, column)
    if (isMap(container) && (after === null || after === undefined)) {
      const start = commentStart(text, first, this.#file.comments)
      return { start, end: start, text: line }
    }
    const last = after ?? ({ key: container, value: container } as unknown as YamlPair)
    const end = lineEnd(text, contentEnd(last))
    return { start: end, end, text: (text[end - 1] === '\n' ? '' : newline) + line }
  }

  #intoFlow(container: YamlMap | YamlSeq, items: Pending['items']): Splice {
    const last = container.items.at(-1)!
    const end = isMap(container) ? contentEnd(last as YamlPair) : (last as YamlMap).range[1]
    const parts = [...items].map(([segment, { node }]) => `, ${this.#flow(segment, node)}`)
    return { start: end, end, text: parts.join('') }
  }

  #flow(segment: Segment, node: NewNode): string {
    const key = typeof segment === 'number' ? '' : `${keyText(segment)}: `
    if (typeof node === 'string') return key + scalarText(node, 'QUOTE_DOUBLE', true)
    const parts = [...node.items].map(([inner, value]) => this.#flow(inner, value)).join(', ')
    return key + (node.type === 'array' ? `[${parts}]` : `{${parts}}`)
  }

  #line(segment: Segment, node: NewNode, column: number): string {
    const head = typeof segment === 'number' ? '-' : `${keyText(segment)}:`
    // Rails has lists whose first item is null.
    if (typeof segment === 'number' && node === '') return `${' '.repeat(column)}- ~${this.#file.newline}`
    return ' '.repeat(column) + head + this.#block(node, column + this.#file.indent.length)
  }

  #block(node: NewNode, column: number): string {
    const { newline, style } = this.#file
    if (typeof node === 'string') return ` ${scalarText(node, style, false)}${newline}`
    return newline + [...node.items].map(([segment, value]) => this.#line(segment, value, column)).join('')
  }
}
