// URL protocols from the site's configuration.

import type { Site } from '#wiki/site/site.ts'
import { escapeRegExp } from '../text.ts'

// Characters allowed in URLs.
const urlChar = '[^\\][<>"\\u0000-\\u0020\\u007f\\p{Zs}\\ufffd]'
const urlStart = `(?:[0-9.]+|\\[(?:[0-9a-fA-F:.]+)\\]|${urlChar})`

interface Protocols {
  /** A URL at the start of the text, including "//". */
  readonly atStart: RegExp
  /** A URL at `lastIndex`, including "//". */
  readonly address: RegExp
  /** The part after the protocol, at `lastIndex`. */
  readonly rest: RegExp
  /** The whole text is a URL. */
  readonly whole: RegExp
  /** The letters before the colon of each protocol, and whether "//" must follow. */
  readonly names: ReadonlyMap<string, readonly string[]>
}

const cache = new WeakMap<object, Protocols>()

export function protocolsOf(site: Site): Protocols {
  let protocols = cache.get(site)
  if (!protocols) {
    const all = site.info.protocols.map(escapeRegExp).join('|')
    const names = new Map<string, string[]>()
    for (const protocol of site.info.protocols) {
      const colon = protocol.indexOf(':')
      if (colon <= 0) continue
      const name = protocol.slice(0, colon).toLowerCase()
      names.set(name, [...(names.get(name) ?? []), protocol.slice(colon).toLowerCase()])
    }
    protocols = {
      atStart: new RegExp(`^(?:${all})`, 'iu'),
      address: new RegExp(`(?:${all})${urlStart}${urlChar}*`, 'iuy'),
      rest: new RegExp(`${urlStart}${urlChar}*`, 'uy'),
      whole: new RegExp(`^(?:${all})${urlStart}${urlChar}*$`, 'iu'),
      names,
    }
    cache.set(site, protocols)
  }
  return protocols
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
const longestName = 32

/** Index of the first letter before a colon. */
function nameStart(text: string, colon: number): number {
  let start = colon
  while (start > 0 && colon - start < longestName && isLetter(text.charCodeAt(start - 1))) start--
  return start
}

/** Whether any colon in the text follows a protocol name. */
export function namesProtocol({ names }: Protocols, text: string): boolean {
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const start = nameStart(text, colon)
    if (start < colon && names.has(text.slice(start, colon).toLowerCase())) return true
  }
  return false
}

interface FreeAddress {
  readonly at: number
  readonly address: string
  /** The part after the protocol. */
  readonly rest: string
}

/** Free URLs, found by their colon: a protocol before it and something after it. "//" alone does not start one. */
export function* freeAddresses(protocols: Protocols, text: string): Generator<FreeAddress> {
  const { names, rest } = protocols
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const start = nameStart(text, colon)
    if (start === colon) continue
    const endings = names.get(text.slice(start, colon).toLowerCase())
    if (!endings || (start > 0 && /[\p{L}\p{N}_]/u.test(characterBefore(text, start)))) continue
    const ending = endings.find(end => text.startsWith(end, colon))
    if (ending === undefined) continue
    rest.lastIndex = colon + ending.length
    const match = rest.exec(text)
    if (!match) continue
    yield { at: start, address: text.slice(start, rest.lastIndex), rest: match[0] }
    colon = rest.lastIndex - 1
  }
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text[at - 1]!
}
