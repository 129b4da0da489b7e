// Lays out a whole JSON text. Strings, numbers and the text around the outermost value stay as written.

import { newlineOf } from '../encoding.ts'
import { DEFAULT_JSON_INDENT, type FileParams } from '../file-params.ts'
import { type JsonContainer, type JsonItem, scanJson } from '../json/scanner.ts'

export function layOutJson(text: string, params: FileParams): string {
  const type = text.trimStart().startsWith('[') ? 'array' : 'object'
  const root = scanJson(text, undefined, type)
  return text.slice(0, root.start) + new Layout(text, params).container(root) + text.slice(root.end)
}

const byKey = (a: JsonItem, b: JsonItem): number => (a.key! < b.key! ? -1 : Number(a.key! > b.key!))

class Layout {
  readonly #text: string
  readonly #newline: string
  /** Undefined to keep the white space of the file. */
  readonly #indent: string | undefined
  readonly #isSorted: boolean
  readonly #isCompact: boolean

  constructor(text: string, params: FileParams) {
    const { json_indent: width, json_indent_style: style } = params
    this.#text = text
    this.#newline = newlineOf(text)
    this.#indent =
      width === undefined && style === undefined
        ? undefined
        : (style === 'tabs' ? '\t' : ' ').repeat(width ?? DEFAULT_JSON_INDENT)
    this.#isSorted = params.json_sort_keys === true
    this.#isCompact = params.json_use_compact_separators === true
  }

  container({ type, start, end, depth, items }: JsonContainer): string {
    const last = items.at(-1)
    if (last === undefined) return this.#text.slice(start, end)
    const sorted = this.#isSorted && type === 'object' ? items.toSorted(byKey) : items
    const parts = [this.#text[start]!]
    for (const [i, item] of sorted.entries()) {
      // Separators keep their places when items move.
      const before = items[i - 1]
      const between = this.#text.slice(before?.node.end ?? start + 1, items[i]!.start)
      parts.push(this.#indent === undefined ? between : (i > 0 ? ',' : '') + this.#lineStart(depth + 1))
      parts.push(this.#item(item))
    }
    parts.push(this.#indent === undefined ? this.#text.slice(last.node.end, end - 1) : this.#lineStart(depth))
    parts.push(this.#text[end - 1]!)
    return parts.join('')
  }

  #lineStart(depth: number): string {
    return this.#newline + this.#indent!.repeat(depth)
  }

  #item({ key, start, keyEnd, node }: JsonItem): string {
    const value =
      node.type === 'object' || node.type === 'array' ? this.container(node) : this.#text.slice(node.start, node.end)
    if (key === undefined) return value
    return this.#text.slice(start, keyEnd) + (this.#isCompact ? ':' : this.#text.slice(keyEnd, node.start)) + value
  }
}
