// Beginnings of addresses, from the site's list.

import type { Site } from '#wiki/site/site.ts'
import { escapeRegExp } from '../text.ts'

// Characters that can be part of an address.
const urlChar = '[^\\][<>"\\u0000-\\u0020\\u007f\\p{Zs}\\ufffd]'
const urlStart = `(?:[0-9.]+|\\[(?:[0-9a-fA-F:.]+)\\]|${urlChar})`

export interface Protocols {
  /** An address at the start of the text, "//" included. */
  readonly atStart: RegExp
  /** An opening bracket and an address. */
  readonly bracketed: RegExp
  /** An address in running text; "//" alone does not begin one. */
  readonly free: RegExp
  /** The whole text is one address. */
  readonly whole: RegExp
  /** A cheap test that no text without addresses passes often. */
  readonly hint: RegExp
}

const known = new WeakMap<object, Protocols>()

export function protocolsOf(site: Site): Protocols {
  let protocols = known.get(site)
  if (!protocols) {
    const all = site.info.protocols.map(escapeRegExp).join('|')
    const absolute = site.info.protocols
      .filter(protocol => protocol !== '//')
      .map(escapeRegExp)
      .join('|')
    protocols = {
      atStart: new RegExp(`^(?:${all})`, 'iu'),
      bracketed: new RegExp(`\\[((?:${all})${urlStart}${urlChar}*)`, 'giu'),
      free: new RegExp(`(?<![\\p{L}\\p{N}_])((?:${absolute})(${urlStart}${urlChar}*))`, 'giu'),
      whole: new RegExp(`^(?:${all})${urlStart}${urlChar}*$`, 'iu'),
      hint: new RegExp(`(?:${all})`, 'iu'),
    }
    known.set(site, protocols)
  }
  return protocols
}
