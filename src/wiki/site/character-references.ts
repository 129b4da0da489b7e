// Decodes named and numeric character references like MediaWiki: the semicolon is required, unknown names stay as they
// are, and invalid characters become U+FFFD.

import { decodeHTMLStrict } from 'entities'

/** Names that were used, and two that only MediaWiki knows. */
const named = new Map([
  ['רלמ', '\u200f'],
  ['رلم', '\u200f'],
])

const reference = /&(?:#([0-9]+)|#[xX]([0-9A-Fa-f]+)|([A-Za-z0-9\u0080-\u{10ffff}]+));/gu

function isPageCharacter(code: number): boolean {
  if (code === 0x09 || code === 0x0a) return true
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  )
}

function character(code: number): string {
  return isPageCharacter(code) ? String.fromCodePoint(code) : '\ufffd'
}

export function decodeCharacterReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (decimal !== undefined) return character(Number.parseInt(decimal, 10))
    if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16))
    return named.get(name!) ?? decodeName(name!, whole)
  })
}

/** HTML has 2,125 names, so the map stays small. */
function decodeName(name: string, whole: string): string {
  const decoded = decodeHTMLStrict(whole)
  if (decoded !== whole) named.set(name, decoded)
  return decoded
}
