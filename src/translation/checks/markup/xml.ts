// XML as it occurs in strings: a fragment with tags, or now and then a whole document.

import { SaxesParser } from 'saxes'
import type { Span } from '../checked-unit.ts'
import { delimited, replaceSpans } from '../scan.ts'

interface XmlContent {
  /** Every tag with the names of its attributes, comments and instructions, in the order of the text. */
  readonly nodes: readonly string[]
  readonly text: string
}

const NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}'
const NAME_WIDE = '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}'
const NAME_REST = '0-9.\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}-'
const ENTITY = new RegExp(
  `&(?:#[0-9]+|#x[0-9a-fA-F]+|[${NAME_START}${NAME_WIDE}][${NAME_START}${NAME_WIDE}${NAME_REST}]*);`,
  'gu',
)

/** Where entities are. */
export const entitySpans = (text: string): Span[] =>
  Array.from(text.includes('&') ? text.matchAll(ENTITY) : [], ({ 0: entity, index }) => ({
    start: index,
    end: index + entity.length,
  }))

/** Entities become spaces and CDATA sections plain text: neither changes the structure that checks compare. */
export function withoutEntities(text: string): string {
  const plain = text.includes('&') ? text.replace(ENTITY, ' ') : text
  if (!plain.includes('<![CDATA[')) return plain
  const sections = delimited(plain, '<![CDATA[', ']]>')
  return replaceSpans(plain, sections, ({ start, end }) => plain.slice(start + 9, end - 3))
}

// A name no text will contain, so that the wrapping element is never closed by the text itself.
const WRAPPER = 'parlance-fragment'

/** Parses a text as the inside of an element (`wrap`) or as a document; undefined when it is not well-formed. */
export function parseXml(text: string, wrap: boolean): XmlContent | undefined {
  const nodes: string[] = []
  let content = ''
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    nodes.push(JSON.stringify([name, ...Object.keys(attributes)]))
  })
  parser.on('comment', () => {
    nodes.push('comment')
  })
  parser.on('processinginstruction', ({ target }) => {
    nodes.push(`instruction ${target}`)
  })
  parser.on('text', part => {
    content += part
  })
  const plain = withoutEntities(text)
  try {
    parser.write(wrap ? `<${WRAPPER}>${plain}</${WRAPPER}>` : plain).close()
  } catch {
    return undefined
  }
  return { nodes, text: content }
}

/** Parses a text either way; `wrapped` tells which way worked. */
export function readXml(text: string): { content: XmlContent; wrapped: boolean } | undefined {
  const fragment = parseXml(text, true)
  if (fragment !== undefined) return { content: fragment, wrapped: true }
  const document = parseXml(text, false)
  return document === undefined ? undefined : { content: document, wrapped: false }
}
