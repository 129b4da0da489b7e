// Collects changes to a JSON text and turns them into splices, one container at a time.

import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { shown } from '../text-file.ts'
import { addInto, missingIndexes, type NewContainer, type NewNode, newNode } from './new-node.ts'
import { encodePath, type Segment } from './path.ts'
import type { JsonContainer, JsonItem, JsonString } from './scanner.ts'
import { type JsonStyle, jsonString } from './style.ts'

interface Insertion {
  readonly key: Segment
  // Null for the first position.
  readonly after: JsonItem | null
  readonly node: NewNode
}

export class JsonEdits {
  readonly #text: string
  readonly #root: JsonContainer
  readonly #style: JsonStyle
  readonly #splices: Splice[] = []
  readonly #removed = new Set<JsonItem>()
  readonly #removedFrom = new Map<JsonContainer, number>()
  readonly #inserted = new Map<JsonContainer, Map<Segment, Insertion>>()

  constructor(text: string, root: JsonContainer, style: JsonStyle) {
    this.#text = text
    this.#root = root
    this.#style = style
  }

  setString(node: JsonString, value: string): void {
    if (node.value === value) return
    this.#splices.push({ start: node.start, end: node.end, text: jsonString(value, this.#style) })
  }

  // A container left empty is removed as well, unless `keepEmpty` is set.
  remove(item: JsonItem, keepEmpty = false): void {
    if (this.#removed.has(item)) return
    this.#removed.add(item)
    const { container } = item
    const count = (this.#removedFrom.get(container) ?? 0) + 1
    this.#removedFrom.set(container, count)
    const emptied = count === container.items.length && !this.#inserted.has(container)
    if (emptied && !keepEmpty && container.owner !== undefined) this.remove(container.owner)
  }

  // Adds a string at a path, creating containers as needed, after the item at the anchor path.
  add(path: readonly Segment[], value: string, after: readonly Segment[] | null | undefined): void {
    let container = this.#root
    for (const [depth, segment] of path.entries()) {
      const last = depth === path.length - 1
      const item = this.#find(container, segment)
      if (item === undefined) {
        this.#insert(container, path, depth, value, after)
        return
      }
      if (last || (item.node.type !== 'object' && item.node.type !== 'array')) {
        throw new FormatError(
          `cannot add "${shown(encodePath(path))}": "${shown(encodePath(path.slice(0, depth + 1)))}" is already there`,
        )
      }
      container = item.node
    }
  }

  splices(): Splice[] {
    const containers = new Set([...this.#inserted.keys(), ...this.#removedFrom.keys()])
    const structural = [...containers].filter(container => !this.#isGone(container))
    return [...this.#splices, ...structural.flatMap(container => this.#rebuild(container))]
  }

  #isGone(container: JsonContainer): boolean {
    for (let item = container.owner; item !== undefined; item = item.container.owner) {
      if (this.#removed.has(item)) return true
    }
    return false
  }

  #find(container: JsonContainer, segment: Segment): JsonItem | undefined {
    if ((container.type === 'array') !== (typeof segment === 'number')) {
      throw new FormatError(`"${shown(String(segment))}" does not fit into an ${container.type}`)
    }
    const item = typeof segment === 'number' ? container.items[segment] : container.byKey.get(segment)
    return item !== undefined && this.#removed.has(item) ? undefined : item
  }

  #insert(
    container: JsonContainer,
    path: readonly Segment[],
    depth: number,
    value: string,
    after: readonly Segment[] | null | undefined,
  ): void {
    const insertions = this.#inserted.get(container) ?? new Map<Segment, Insertion>()
    this.#inserted.set(container, insertions)
    const key = path[depth]!
    const pending = insertions.get(key)
    if (pending !== undefined) {
      addInto(pending.node, path, depth + 1, value)
      return
    }
    const from = container.items.length + insertions.size
    const nodes = typeof key === 'number' ? missingIndexes(from, key) : [key]
    for (const each of nodes) {
      const node = each === key ? newNode(path, depth + 1, value) : ''
      insertions.set(each, { key: each, after: this.#anchor(container, depth, after), node })
    }
  }

  #anchor(container: JsonContainer, depth: number, after: readonly Segment[] | null | undefined): JsonItem | null {
    if (after === null) return null
    const key = after?.[depth]
    const item = typeof key === 'string' ? container.byKey.get(key) : container.items[key ?? -1]
    for (let i = item?.index ?? container.items.length - 1; i >= 0; i--) {
      if (!this.#removed.has(container.items[i]!)) return container.items[i]!
    }
    return null
  }

  #rebuild(container: JsonContainer): Splice[] {
    const { items } = container
    const kept = items.filter(item => !this.#removed.has(item))
    const insertions = [...(this.#inserted.get(container)?.values() ?? [])]
    if (kept.length === 0) return [this.#refill(container, insertions)]
    const splices: Splice[] = []
    items.forEach((item, i) => {
      if (!this.#removed.has(item) || item.start > kept.at(-1)!.start) return
      splices.push({ start: item.start, end: items[i + 1]!.start, text: '' })
    })
    const lastKept = kept.at(-1)!
    if (lastKept !== items.at(-1)) splices.push({ start: lastKept.node.end, end: items.at(-1)!.node.end, text: '' })
    for (const insertion of insertions) splices.push(this.#insertion(container, kept[0]!, insertion))
    return splices
  }

  #insertion(container: JsonContainer, first: JsonItem, { after, key, node }: Insertion): Splice {
    const anchor = after !== null && !this.#removed.has(after) ? after : null
    const lead = this.#lead(container, anchor ?? container.items[0]!)
    const sibling = anchor ?? first
    const colon = sibling.key === undefined ? undefined : this.#text.slice(sibling.keyEnd, sibling.node.start)
    const member = this.#member(key, node, container.depth + 1, colon)
    if (anchor !== null) return { start: anchor.node.end, end: anchor.node.end, text: `,${lead}${member}` }
    return { start: first.start, end: first.start, text: `${member},${lead}` }
  }

  // The white space before an item, after the comma or bracket.
  #lead({ start, items }: JsonContainer, item: JsonItem): string {
    const previous = items[item.index - 1]
    const from = previous === undefined ? start + 1 : this.#text.indexOf(',', previous.node.end) + 1
    const lead = this.#text.slice(from, item.start)
    return previous === undefined && !lead.includes('\n') ? this.#style.comma.slice(1) : lead
  }

  #refill(container: JsonContainer, insertions: readonly Insertion[]): Splice {
    const span = { start: container.start + 1, end: container.end - 1 }
    if (insertions.length === 0) return { ...span, text: '' }
    const members = insertions.map(({ key, node }) => this.#member(key, node, container.depth + 1))
    return { ...span, text: this.#inside(members, container.depth) }
  }

  #inside(members: readonly string[], depth: number): string {
    const { indent, newline, comma } = this.#style
    if (indent === undefined) return members.join(comma)
    const lead = newline + indent.repeat(depth + 1)
    return `${lead}${members.join(`,${lead}`)}${newline}${indent.repeat(depth)}`
  }

  #member(key: Segment, node: NewNode, depth: number, colon = this.#style.colon): string {
    const value = typeof node === 'string' ? jsonString(node, this.#style) : this.#newContainer(node, depth)
    return typeof key === 'number' ? value : jsonString(key, this.#style) + colon + value
  }

  #newContainer({ type, items }: NewContainer, depth: number): string {
    const inside = this.#inside(
      [...items].map(([key, node]) => this.#member(key, node, depth + 1)),
      depth,
    )
    return type === 'object' ? `{${inside}}` : `[${inside}]`
  }
}
