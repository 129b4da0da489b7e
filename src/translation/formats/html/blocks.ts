// Finds the texts of an HTML document with the tree that browsers build, so that missing tags do no harm.

import { type DefaultTreeAdapterTypes, parse, type Token } from 'parse5'
import type { AddBlock, Block } from '../document/text-document.ts'
import { onOneLine } from '../document/text-lines.ts'
import { FormatError } from '../format-error.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Location = Token.Location

const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark meter output ' +
    'picture progress q rp rt ruby s samp select small source span strike strong sub sup time tt u var wbr'
  ).split(' '),
)
const OPAQUE = new Set('script style template svg math noscript iframe object pre textarea'.split(' '))
/** Attributes that people read, on any element. */
const READ = new Set(['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'summary'])
const READ_META = new Set(
  'description keywords author og:title og:description og:site_name twitter:title twitter:description'.split(' '),
)
const BUTTONS = new Set(['submit', 'button', 'reset'])
const MAX_DEPTH = 250

const isElement = (node: Node): node is Element => 'tagName' in node
const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find(each => each.name === name)?.value

export function readHtml(text: string, add: AddBlock): void {
  const blocks: Block[] = []
  const root = parse(text, { sourceCodeLocationInfo: true })
  new Reader(text, blocks).children(root.childNodes, 'body', 0)
  // Misplaced elements are moved in the tree, but not in the text.
  let end = 0
  for (const block of blocks.sort((a, b) => a.start - b.start)) {
    if (block.start < end) continue
    add(block)
    end = block.end
  }
}

class Reader {
  readonly #text: string
  readonly #blocks: Block[]

  constructor(text: string, blocks: Block[]) {
    this.#text = text
    this.#blocks = blocks
  }

  children(nodes: readonly Node[], kind: string, depth: number): void {
    if (depth > MAX_DEPTH) throw new FormatError(`nested deeper than ${MAX_DEPTH} elements`)
    let run: Node[] = []
    const endRun = () => {
      this.#run(run, kind)
      run = []
    }
    for (const node of nodes) {
      if (isPhrase(node, depth)) run.push(node)
      else {
        endRun()
        if (isElement(node)) this.#element(node, depth)
      }
    }
    endRun()
  }

  #element(element: Element, depth: number): void {
    const { tagName } = element
    if (OPAQUE.has(tagName) || isKept(element)) return
    this.#attributes(element)
    this.children(element.childNodes, tagName, depth + 1)
  }

  /** A run of texts and inline elements is one string, without the white space around it. */
  #run(nodes: readonly Node[], kind: string): void {
    if (!nodes.some(hasWords)) {
      for (const node of nodes) this.#attributesWithin(node)
      return
    }
    const places = nodes.map(node => node.sourceCodeLocation)
    if (!nodes.every((node, i) => this.#isInPlace(node, places[i - 1]))) return
    let start = places[0]!.startOffset
    let end = places.at(-1)!.endOffset
    while (start < end && /\s/.test(this.#text[start]!)) start++
    while (end > start && /\s/.test(this.#text[end - 1]!)) end--
    const raw = this.#text.slice(start, end)
    if (raw !== '') this.#blocks.push({ kind, start, end, text: raw.replace(/\s+/g, ' '), write: onOneLine })
  }

  /** Browsers move text out of tables and close tags elsewhere, so that nodes are not where the text has them. */
  #isInPlace(node: Node, before: Location | null | undefined): boolean {
    const place = node.sourceCodeLocation
    if (place === null || place === undefined) return false
    if (before !== null && before !== undefined && before.endOffset !== place.startOffset) return false
    return !isText(node) || !/<[a-z!/]/i.test(this.#text.slice(place.startOffset, place.endOffset))
  }

  #attributesWithin(node: Node): void {
    if (!isElement(node) || isKept(node)) return
    this.#attributes(node)
    for (const child of node.childNodes) this.#attributesWithin(child)
  }

  #attributes(element: Element): void {
    for (const { name, value } of element.attrs) {
      if (value.trim() === '' || !isRead(element, name)) continue
      const place = element.sourceCodeLocation?.attrs?.[name]
      if (place === undefined) continue
      const head = /^[^=]*=\s*/.exec(this.#text.slice(place.startOffset, place.endOffset))?.[0]
      if (head === undefined) continue
      this.#blocks.push({
        kind: `${element.tagName}@${name}`,
        start: place.startOffset + head.length,
        end: place.endOffset,
        text: value.trim(),
        write: text => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
      })
    }
  }
}

function isRead(element: Element, name: string): boolean {
  if (READ.has(name)) return true
  if (name === 'content')
    return (
      element.tagName === 'meta' &&
      READ_META.has((attribute(element, 'name') ?? attribute(element, 'property') ?? '').toLowerCase())
    )
  return name === 'value' && element.tagName === 'input' && BUTTONS.has(attribute(element, 'type')?.toLowerCase() ?? '')
}

/** Marked by the author as not to be translated. */
const isKept = (element: Element): boolean =>
  attribute(element, 'translate')?.toLowerCase() === 'no' || attribute(element, 'data-translate-ignore') !== undefined

/** Whether a node is part of a running text. */
function isPhrase(node: Node, depth: number): boolean {
  if (depth > MAX_DEPTH) throw new FormatError(`nested deeper than ${MAX_DEPTH} elements`)
  if (isText(node)) return true
  if (node.nodeName === '#comment') return false
  return (
    isElement(node) &&
    INLINE.has(node.tagName) &&
    !isKept(node) &&
    node.childNodes.every(each => isPhrase(each, depth + 1))
  )
}

function hasWords(node: Node): boolean {
  if (isText(node)) return node.value.trim() !== ''
  return isElement(node) && node.childNodes.some(hasWords)
}
