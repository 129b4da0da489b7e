// Decodes and encodes text in XML.

import { FormatError } from '../format-error.ts'
import { scanXml, type XmlElement, type XmlNode } from './scanner.ts'

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

// The parser has checked the text already, so every reference is a known one.
function decodeText(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#(\d+)|([\w.-]+));/g,
    (whole, hex: string, decimal: string, name: string) => {
      if (name !== undefined) return named[name] ?? whole
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    },
  )
}

// The characters of all text below an element.
export function textOf(source: string, element: XmlElement): string {
  return element.children.map(node => nodeText(source, node)).join('')
}

export function nodeText(source: string, node: XmlNode): string {
  switch (node.type) {
    case 'text':
      return decodeText(source.slice(node.start, node.end))
    case 'cdata':
      return source.slice(node.start + '<![CDATA['.length, node.end - ']]>'.length).replace(/\r\n?/g, '\n')
    case 'element':
      return textOf(source, node)
    default:
      return ''
  }
}

export function innerXml(source: string, element: XmlElement): string {
  return source.slice(element.openEnd, element.closeStart)
}

export function hasElements(element: XmlElement): boolean {
  return element.children.some(({ type }) => type === 'element')
}

// References to entities that the document declares stay references.
export function escapeText(value: string, entities: ReadonlySet<string> = none): string {
  checkCharacters(value)
  const ampersands = entities.size === 0 ? value.replaceAll('&', '&amp;') : escapeAmpersands(value, entities)
  return ampersands.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
}

const none: ReadonlySet<string> = new Set()

export function escapeAmpersands(value: string, entities: ReadonlySet<string>): string {
  return value.replace(/&(?:([A-Za-z_][\w.-]*);)?/g, (whole, name?: string) =>
    name !== undefined && entities.has(name) ? whole : `&amp;${whole.slice(1)}`,
  )
}

export function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

// Characters that XML 1.0 cannot represent.
export const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

export function checkCharacters(value: string): void {
  const match = forbidden.exec(value)
  if (match === null) return
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  throw new FormatError(`the character U+${code} cannot be written in XML`)
}

// Whether a text is well-formed mark-up with at least one element, which may be inserted unescaped.
export function isMarkup(value: string, { doctype }: { readonly doctype: string } = { doctype: '' }): boolean {
  if (!/<[A-Za-z_]/.test(value) || forbidden.test(value)) return false
  try {
    return hasElements(scanXml(`${doctype}<markup>${value}</markup>`, 'markup'))
  } catch {
    return false
  }
}

// Declares UTF-8 in a text that will be written as UTF-8.
export function declareUtf8(text: string): string {
  return text.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*["'])(?!utf-8["'])[^"']*/i, '$1UTF-8')
}
