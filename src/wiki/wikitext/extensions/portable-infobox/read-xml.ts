// Reads the XML of an infobox. Texts are kept as written, because they are wikitext.

import { SaxesParser } from 'saxes'

export interface Item {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Item[]
  /** Everything inside, as written. */
  readonly text: string
}

/** Elements that hold others; all others hold wikitext. */
const HOLDERS = new Set(['infobox', 'group', 'panel', 'section', 'title', 'image', 'media', 'audio', 'video', 'data'])
const MOST_ITEMS = 1000
const DEEPEST = 10

export class XmlFault extends Error {}

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Item[]
  readonly start: number
}

/** Stands for ampersands, which wikitext does not escape. It has the same length. */
const AMPERSAND = '\ue000'

export function readInfobox(inner: string): readonly Item[] {
  const source = `<infobox>${inner.replaceAll(AMPERSAND, ' ').replaceAll('&', AMPERSAND)}</infobox>`
  const asWritten = (text: string): string => text.replaceAll(AMPERSAND, '&')
  const parser = new SaxesParser({ fragment: false })
  const open: Open[] = []
  let root: Item | null = null
  let [count, foreign] = [0, 0]
  parser.on('error', error => {
    throw new XmlFault(error.message)
  })
  parser.on('doctype', () => {
    throw new XmlFault('a document type is not allowed')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const inside = open.at(-1)
    // Markup inside wikitext only has to be well-formed.
    if (foreign > 0 || (inside && !HOLDERS.has(inside.name))) {
      foreign++
      return
    }
    if (++count > MOST_ITEMS || open.length > DEEPEST) throw new XmlFault('it has too many elements')
    const own = new Map(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), asWritten(String(value))]))
    open.push({ name, attributes: own, children: [], start: parser.position })
  })
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (foreign > 0) {
      foreign--
      return
    }
    const { start, ...item } = open.pop()!
    const end = isSelfClosing ? start : source.lastIndexOf(`</${name}`, parser.position)
    const closed = { ...item, text: asWritten(source.slice(start, Math.max(start, end))) }
    if (open.length === 0) root = closed
    else open.at(-1)!.children.push(closed)
  })
  parser.write(source).close()
  return (root as Item | null)?.children ?? []
}
