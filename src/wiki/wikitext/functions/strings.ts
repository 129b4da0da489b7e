// Text functions: case, padding, encoding, and the string functions if the site enables them.

import { decodeCharacterReferences } from '../../site/character-references.ts'
import { lowerCase, lowerFirst, upperCase, upperFirst } from '../../site/letter-case.ts'
import { encodeFragment, formEncode, urlEncodeTitle } from '../../site/urls.ts'
import { lineToHtml } from '../quotes.ts'
import { encodeAttribute } from '../sanitize/encode-attribute.ts'
import { withPlainSpaces } from '../section-names.ts'
import type { ParseState } from '../state/parse-state.ts'
import { disarm, killMarkers } from '../state/strip-markers.ts'
import { escapeRegExp, percentDecode, trim } from '../text.ts'
import { type ParserFunction, plain } from './call.ts'

const marker = /(\u007f[^\u007f]*\u007f)/

/** Changes text but not the markers in it. */
export function outsideMarkers(text: string, change: (text: string) => string): string {
  if (!text.includes('\u007f')) return change(text)
  return text
    .split(marker)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join('')
}

const longestPadding = 500

/** Padding to reach a length, repeating the pad string. */
function paddingFor(text: string, length: string, padding: string): string {
  const unit = [...killMarkers(padding)]
  const missing = Math.min(Number.parseInt(length, 10) || 0, longestPadding) - [...text].length
  if (unit.length === 0 || missing <= 0) return ''
  const whole = Math.floor(missing / unit.length)
  return unit.join('').repeat(whole) + unit.slice(0, missing % unit.length).join('')
}

function urlEncode(state: ParseState, [text = '', style = '']: readonly string[]): string {
  const is = (id: string) => state.words.aliasesOf(id).some(alias => lowerCase(alias) === lowerCase(style))
  const clean = killMarkers(text)
  if (style !== '' && is('url_wiki')) return urlEncodeTitle(clean.replaceAll(' ', '_'))
  if (style !== '' && is('url_path')) return formEncode(clean).replaceAll('+', '%20').replaceAll('%7E', '~')
  return formEncode(clean)
}

export const stringFunctions: Record<string, ParserFunction> = {
  lc: plain((_, [text = '']) => outsideMarkers(text, lowerCase)),
  uc: plain((_, [text = '']) => outsideMarkers(text, upperCase)),
  lcfirst: plain((state, [text = '']) => lowerFirst(text, state.site.language)),
  ucfirst: plain((state, [text = '']) => upperFirst(text, state.site.language)),
  padleft: plain((_, [text = '', length = '0', padding = '0']) => paddingFor(text, length, padding) + text),
  padright: plain((_, [text = '', length = '0', padding = '0']) => text + paddingFor(text, length, padding)),
  urlencode: plain(urlEncode),
  anchorencode: plain((state, [text = '']) =>
    encodeAttribute(encodeFragment(anchorOf(state, text)))
      .replaceAll('&#95;', '_')
      .replaceAll('__', '&#95;_'),
  ),
  // Tags, also <nowiki>, do not count as text for the functions below.
  len: plain((_, [text = '']) => String([...killMarkers(text)].length)),
  pos: plain((_, args) => position(args, false)),
  rpos: plain((_, args) => position(args, true)),
  sub: plain((_, args) => sub(args)),
  count: plain((_, [text = '', needle = '']) => {
    return String(killMarkers(text).split(killMarkers(needle) || ' ').length - 1)
  }),
  replace: plain((_, [text = '', from = '', to = '']) => {
    return killMarkers(text).replaceAll(killMarkers(from) || ' ', () => killMarkers(to))
  }),
  explode: plain((_, args) => explode(args)),
  urldecode: plain((_, [text = '']) => disarm(percentDecode(killMarkers(text).replaceAll('+', ' ')))),
}

function position([text = '', needle = '', offset = '0']: readonly string[], last: boolean): string {
  const characters = killMarkers(text)
  const target = killMarkers(needle) || ' '
  const found = last ? characters.lastIndexOf(target) : characters.indexOf(target, Number.parseInt(offset, 10) || 0)
  if (found < 0) return last ? '-1' : ''
  return String([...characters.slice(0, found)].length)
}

function sub([text = '', start = '0', length = '0']: readonly string[]): string {
  const characters = [...killMarkers(text)]
  const from = Number.parseInt(start, 10) || 0
  const count = Number.parseInt(length, 10) || 0
  const first = from < 0 ? Math.max(0, characters.length + from) : from
  if (count === 0) return characters.slice(first).join('')
  return characters.slice(first, count < 0 ? characters.length + count : first + count).join('')
}

function explode(args: readonly string[]): string {
  const [text = '', separator = '', place = '0', limit = '0'] = args.map(arg => killMarkers(arg))
  const pieces = split(text, separator || ' ', Number.parseInt(limit, 10) || 0)
  if (/^(?:0|[1-9]\d*)$/.test(place)) return pieces[Number(place)] ?? ''
  const fromEnd = Number.parseInt(place, 10) || 0
  return fromEnd < 0 ? (pieces[pieces.length + fromEnd] ?? '') : ''
}

/** At most `limit` pieces, of which the last is the rest; all if it is not above 0. */
function split(text: string, separator: string, limit: number): string[] {
  const pieces = text.split(separator)
  return limit > 0 && pieces.length > limit
    ? [...pieces.slice(0, limit - 1), pieces.slice(limit - 1).join(separator)]
    : pieces
}

// Section anchors: "== Some ''heading'' ==" is linked as "#Some_heading".

/** The visible text of a heading, without markup. */
function plainHeading(text: string, protocols: readonly string[]): string {
  const address = new RegExp(`\\[(?:${protocols.map(escapeRegExp).join('|')})[^\\s[]+ ([^[]+)\\]`, 'gi')
  const unlinked = killMarkers(text)
    .replace(/\[\[:?([^[|]+)\|([^[]+)\]\]/g, '$2')
    .replace(/\[\[:?([^[]+)\|?\]\]/g, '$1')
    .replace(address, '$1')
  return withoutTags(lineToHtml(unlinked))
}

/** Tags begin at the first of several opening brackets. */
function withoutTags(text: string): string {
  const last = text.lastIndexOf('>')
  return last < 0 ? text : text.slice(0, last + 1).replace(/<[^>]*>/g, '') + text.slice(last + 1)
}

/** The ID of a section, before attribute escaping. */
function anchorOf({ site }: ParseState, text: string): string {
  const protocols = site.info.protocols.filter(protocol => protocol !== '//')
  const named = decodeCharacterReferences(plainHeading(text, [...protocols, '//']))
  const plain = trim(withPlainSpaces(named).replaceAll('_', ' '))
  return plain.replace(/[\t\n\f\r ]/g, '_')
}
