// Text in Qt files: characters that XML cannot represent are elements, <byte value="x1b"/>.

import { FormatError } from '../format-error.ts'
import { localName, type XmlElement } from '../xml/scanner.ts'
import { nodeText } from '../xml/text.ts'

export function readText(source: string, element: XmlElement): string {
  return element.children
    .map(node => {
      if (node.type !== 'element') return nodeText(source, node)
      return localName(node) === 'byte' ? fromByte(node) : readText(source, node)
    })
    .join('')
}

function fromByte(element: XmlElement): string {
  const value = element.attributes.get('value') ?? ''
  const code = value.startsWith('x') ? Number.parseInt(value.slice(1), 16) : Number.parseInt(value, 10)
  const valid = Number.isInteger(code) && code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  if (!valid) throw new FormatError(`<byte value="${value.slice(0, 20)}"/> is not a valid character`)
  return String.fromCodePoint(code)
}

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// Qt's tools write quotes and apostrophes as references too.
export function writeText(value: string): string {
  return value.replace(
    /[&<>"'\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g,
    character => special[character] ?? `<byte value="x${character.charCodeAt(0).toString(16)}"/>`,
  )
}
