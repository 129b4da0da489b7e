// Marks of sections: <section begin=name /> and <section end=name />.

import type { LazyCall } from '../functions/call.ts'
import type { Node, Tree } from '../preprocessor/nodes.ts'
import type { Frame } from '../state/frame.ts'

type Edge = 'begin' | 'end'
type SectionTag = Extract<Node, { type: 'tag' }>

/** How a page is read node by node. Text between marks of other sections counts as text of the page. */
class Reader {
  text = ''
  readonly #call: LazyCall
  readonly #frame: Frame
  readonly #tree: Tree
  /** The next node. */
  #at = 0

  constructor(call: LazyCall, tree: Tree, frame: Frame) {
    this.#call = call
    this.#tree = tree
    this.#frame = frame
  }

  get atEnd(): boolean {
    return this.#at >= this.#tree.length
  }

  /** Goes to the next mark of a section, and keeps or drops what stands before it. Null when there is none. */
  find(edge: Edge, name: string, keep: boolean): SectionTag | null {
    const start = this.#at
    for (; !this.atEnd; this.#at++) {
      const node = this.#tree[this.#at]!
      if (!isSectionTag(node) || !isMark(node.attributes, edge, name)) continue
      if (keep) this.#keep(start)
      return node
    }
    if (keep) this.#keep(start)
    return null
  }

  skip(): void {
    this.#at++
  }

  keepInside({ inner }: SectionTag): void {
    if (inner !== null) this.text += this.#call.expander.expandText(inner, this.#frame, false)
  }

  #keep(start: number): void {
    const { expander } = this.#call
    let run: Node[] = []
    const flush = () => {
      this.text += expander.expand(run, this.#frame)
      run = []
    }
    for (const node of this.#tree.slice(start, this.#at)) {
      if (!isSectionTag(node)) run.push(node)
      else {
        flush()
        this.keepInside(node)
      }
    }
    flush()
  }
}

/** All sections that begin with one mark and end with the other. No name means the edge of the page. */
export function sectionsBetween(call: LazyCall, tree: Tree, frame: Frame, from: string, to: string): string {
  const reader = new Reader(call, tree, frame)
  while (!reader.atEnd) {
    if (from !== '' && !reader.find('begin', from, false)) break
    if (!reader.find('end', to, true) || from === '') break
    reader.skip()
  }
  return reader.text
}

/** Everything outside of the sections, each of which is replaced. */
export function withoutSections(
  call: LazyCall,
  tree: Tree,
  frame: Frame,
  { from, to, replacement }: { readonly from: string; readonly to: string; readonly replacement: string },
): string {
  const reader = new Reader(call, tree, frame)
  while (!reader.atEnd) {
    if (!reader.find('begin', from, true)) break
    reader.text += replacement
    const end = reader.find('end', to, false)
    if (end) reader.keepInside(end)
    reader.skip()
  }
  return reader.text
}

const isSectionTag = (node: Node): node is SectionTag =>
  typeof node === 'object' && node.type === 'tag' && node.name.toLowerCase() === 'section'

/** Whether a tag has the attribute, with or without quotes around a name that may contain anything. */
export function isMark(attributes: string, edge: Edge, name: string): boolean {
  if (attributes.includes('>')) return false
  for (const { index, 0: start } of attributes.matchAll(EDGES[edge])) {
    const rest = attributes.slice(index + start.length)
    for (const quote of ['', '"', "'"]) {
      const written = `${quote}${name}${quote}`
      if (rest.startsWith(written) && /^(?:\s|$)/.test(rest.slice(written.length, written.length + 1))) return true
    }
  }
  return false
}

const EDGES: Readonly<Record<Edge, RegExp>> = { begin: /\sbegin=/gi, end: /\send=/gi }
