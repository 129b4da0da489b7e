// Addresses in the text: in single brackets, and on their own.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import type { ParseState } from '../expand/state.ts'
import { readQuotes } from '../quotes.ts'
import { protocolsOf } from './protocols.ts'

const invisible = /\s|\u00ad|\u034f|[\u180b-\u180d\u200b-\u200d\u2060\ufeff]|[\ufe00-\ufe0f]/g
const control = /[\][<>"\u0000-\u0020\u007f|]/g
const entityEnd = /&(?:lt|gt|nbsp|#x0*(?:3[CcEe]|[Aa]0)|#0*(?:60|62|160));/
const angleEntity = /&(?:lt|gt);/

/** References decoded, control characters encoded, characters that browsers ignore taken out of the host. */
export function cleanUrl(address: string): string {
  const url = decodeCharacterReferences(address).replace(control, mark => encodeURIComponent(mark))
  const match = /^([^:]+:)(\/\/[^/]+)?(.*)$/s.exec(url)
  if (!match) return url
  let host = (match[2] ?? '').replace(invisible, '')
  const address6 = /^\/\/%5B([0-9A-Fa-f:.]+)%5D((?::\d+)?)$/.exec(host)
  if (address6) host = `//[${address6[1]}]${address6[2]}`
  return match[1] + host + match[3]
}

/** Cuts an address where apostrophes become markup. */
function untilQuotes(url: string): string {
  const match = /'{2,}/.exec(url)
  if (!match) return url
  return url.slice(0, match.index + (readQuotes(match[0].length)?.literal ?? 0))
}

const lineBreaking = /[\u0000-\u0008\u000a-\u001f\ufffd]/g

/** Records [address label] links and takes them out of the text. */
export function takeBracketedLinks(state: ParseState, text: string): string {
  const { bracketed, hint } = protocolsOf(state.site)
  if (!text.includes('[') || !hint.test(text)) return text
  let result = ''
  let done = 0
  // Both marks are looked for once and then kept, so that many openings without an end cost no more than one.
  let close = -1
  let broken = -1
  bracketed.lastIndex = 0
  for (let match = bracketed.exec(text); match; match = bracketed.exec(text)) {
    const end = bracketed.lastIndex
    if (close < end) close = text.indexOf(']', end)
    if (close < 0) break
    if (broken < end) {
      lineBreaking.lastIndex = end
      broken = lineBreaking.exec(text)?.index ?? text.length
    }
    if (broken < close) {
      bracketed.lastIndex = match.index + 1
      continue
    }
    let url = untilQuotes(match[1]!)
    const entity = angleEntity.exec(url)
    if (entity) url = url.slice(0, entity.index)
    state.output.addExternalLink(cleanUrl(url))
    result += `${text.slice(done, match.index)}<a>`
    done = close + 1
    bracketed.lastIndex = done
  }
  return result + text.slice(done)
}

/** An address in running text without the punctuation after it; null when nothing but the protocol is left. */
function trimFreeLink(found: string, afterProtocol: string): string | null {
  let url = untilQuotes(found)
  const entity = entityEnd.exec(url)
  if (entity) url = url.slice(0, entity.index)
  const marks = url.includes('(') ? ',;\\.:!?' : ',;\\.:!?)'
  let end = url.length
  while (end > 0 && marks.includes(url[end - 1]!)) end--
  // The semicolon of a character reference belongs to it.
  if (url[end] === ';' && /&(?:[a-z]+|#x[\da-f]+|#\d+)$/i.test(url.slice(Math.max(0, end - 32), end))) end++
  url = url.slice(0, end)
  return found.length - url.length >= afterProtocol.length ? null : url
}

/** Records addresses that stand on their own. Tags are passed over. */
export function recordFreeLinks(state: ParseState, text: string): void {
  const { free, hint } = protocolsOf(state.site)
  if (!hint.test(text)) return
  const plain = text.replace(/<[^<>\n]*>/g, '<>')
  for (const [, found, afterProtocol] of plain.matchAll(free)) {
    const url = trimFreeLink(found!, afterProtocol!)
    if (url !== null) state.output.addExternalLink(cleanUrl(url))
  }
}
