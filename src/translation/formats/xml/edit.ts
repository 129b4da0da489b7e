// Edits single elements of an XML text.

import type { Splice } from '../splice.ts'
import type { XmlElement, XmlNode } from './scanner.ts'
import { escapeAttribute } from './text.ts'

// Sets or, given undefined, removes an attribute.
export function setAttribute(text: string, element: XmlElement, name: string, value: string | undefined): Splice[] {
  if (element.attributes.get(name) === value) return []
  const span = attributeSpan(text, element, name)
  if (span !== undefined) {
    if (value === undefined) return [{ start: span.start, end: span.end, text: '' }]
    return [{ start: span.valueStart, end: span.end, text: `"${escapeAttribute(value)}"` }]
  }
  if (value === undefined) return []
  const close = element.openEnd - (element.selfClosing ? 2 : 1)
  const end = element.start + text.slice(element.start, close).trimEnd().length
  return [{ start: end, end, text: ` ${name}="${escapeAttribute(value)}"` }]
}

// From the white space before the name to the closing quote. The tag is known to be well-formed.
function attributeSpan(
  text: string,
  element: XmlElement,
  name: string,
): { start: number; valueStart: number; end: number } | undefined {
  const attribute = /(\s+)([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/y
  attribute.lastIndex = element.start + 1 + element.name.length
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    if (match[2] !== name) continue
    return { start: match.index, valueStart: attribute.lastIndex - match[3]!.length, end: attribute.lastIndex }
  }
  return undefined
}

// Replaces the content between the tags. Attribute changes of the same element must be made separately.
export function setContent(text: string, element: XmlElement, inner: string): Splice[] {
  if (!element.selfClosing) {
    if (text.slice(element.openEnd, element.closeStart) === inner) return []
    return [{ start: element.openEnd, end: element.closeStart, text: inner }]
  }
  if (inner === '') return []
  const start = element.start + text.slice(element.start, element.openEnd - 2).trimEnd().length
  return [{ start, end: element.openEnd, text: `>${inner}</${element.name}>` }]
}

// The white space before a node, back to the previous one.
export function leadOf(text: string, node: XmlNode): string {
  let start = node.start
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start--
  return text.slice(start, node.start)
}

// Removes a node, including its line if it is alone on it.
export function removeNode(text: string, node: XmlNode): Splice {
  const lead = leadOf(text, node)
  const line = Math.max(lead.lastIndexOf('\n'), 0)
  const from = lead[line - 1] === '\r' ? line - 1 : line
  return { start: node.start - (lead.length - from), end: node.end, text: '' }
}
