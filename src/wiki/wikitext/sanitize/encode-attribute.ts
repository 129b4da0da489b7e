// Encodes attribute values so that no later step mistakes anything in them for markup, a link or a magic number.

import { withoutSlashes, withSlashes } from './protocols.ts'

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
  '[': '&#91;',
  ']': '&#93;',
  _: '&#95;',
  '{': '&#123;',
  '|': '&#124;',
  '}': '&#125;',
  '\u00a0': '&#160;',
  // A combining character would join the one before it.
  '\u0338': '&#x338;',
}

const numbered = /ISBN|RFC|PMID/g

const protocols = new RegExp(`((?:${withSlashes})(?=://)|(?:${withoutSlashes})(?=:)):`, 'gi')

const special = /[&<>"'\n\r\t[\]_{|}\u00a0]|\u0338/g

export function encodeAttribute(value: string): string {
  return value
    .replace(special, sign => signs[sign]!)
    .replace(numbered, word => `&#${word.charCodeAt(0)};${word.slice(1)}`)
    .replace(protocols, '$1&#58;')
}
