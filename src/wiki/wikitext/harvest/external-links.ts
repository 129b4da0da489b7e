// External links, bracketed and free.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import type { Site } from '#wiki/site/site.ts'
import { formEncode } from '#wiki/site/urls.ts'
import { eachTag } from '../each-tag.ts'
import { magicLink, magicLinkKinds, trackMagicLink } from '../magic-link-kinds.ts'
import type { ParseState } from '../state/parse-state.ts'
import { freeAddresses, namesProtocol, protocolsOf } from './protocols.ts'

const invisible = /\s|\p{Default_Ignorable_Code_Point}/gu
const control = /[\][<>"\u0000-\u0020\u007f|]/g
const entityEnd = /&(?:lt|gt|nbsp|#x0*(?:3[CcEe]|[Aa]0)|#0*(?:60|62|160));/
export const angleEntity = /&(?:lt|gt);/

/** Decodes references, encodes control characters, and removes characters that browsers ignore from the host. */
export function cleanUrl(address: string): string {
  const url = decodeCharacterReferences(address).replace(control, mark => formEncode(mark))
  const match = /^([^:]+:)(\/\/[^/]+)?(.*)$/s.exec(url)
  if (!match) return url
  let host = (match[2] ?? '').replace(invisible, '')
  const address6 = /^\/\/%5B([0-9A-Fa-f:.]+)%5D((?::\d+)?)$/.exec(host)
  if (address6) host = `//[${address6[1]}]${address6[2]}`
  return match[1] + host + match[3]
}

const lineBreaking = /[\u0000-\u0008\u000a-\u001f\ufffd]/g

/** Replaces [url label] links with the result of `write`; stops at the first null. */
export function replaceBracketed(
  site: Site,
  text: string,
  write: (address: string, label: string) => string | null,
): string {
  let at = text.indexOf('[')
  if (at < 0) return text
  const { address } = protocolsOf(site)
  let result = ''
  let done = 0
  // Remembers both searches, so many unclosed brackets cost no more than one.
  let close = -1
  let broken = -1
  for (; at >= 0; at = text.indexOf('[', at + 1)) {
    address.lastIndex = at + 1
    const match = address.exec(text)
    if (!match) continue
    const end = address.lastIndex
    if (close < end) close = text.indexOf(']', end)
    if (close < 0) break
    if (broken < end) {
      lineBreaking.lastIndex = end
      broken = lineBreaking.exec(text)?.index ?? text.length
    }
    if (broken < close) continue
    const written = write(match[0], text.slice(end, close))
    if (written === null) break
    result += text.slice(done, at) + written
    done = close + 1
    at = close
  }
  return result + text.slice(done)
}

/** Records [url label] links and replaces each with an element around its label. */
export const takeBracketedLinks = (state: ParseState, text: string): string =>
  replaceBracketed(state.site, text, (address, label) => {
    const entity = angleEntity.exec(address)
    state.output.addExternalLink(cleanUrl(entity ? address.slice(0, entity.index) : address))
    return `<a>${label}</a>`
  })

/** A free URL without trailing punctuation; null when only the protocol is left. */
export function trimFreeLink(found: string, afterProtocol: string): string | null {
  let url = found
  const entity = entityEnd.exec(url)
  if (entity) url = url.slice(0, entity.index)
  const marks = url.includes('(') ? ',;\\.:!?' : ',;\\.:!?)'
  let end = url.length
  while (end > 0 && marks.includes(url[end - 1]!)) end--
  // Keeps the semicolon of a character reference.
  if (url[end] === ';' && /&(?:[a-z]+|#x[\da-f]+|#\d+)$/i.test(url.slice(Math.max(0, end - 32), end))) end++
  url = url.slice(0, end)
  return found.length - url.length >= afterProtocol.length ? null : url
}

const tag = /<[^<>\n]*>/y
const beginsLink = (text: string, at: number): boolean => text.startsWith('<a>', at)

/** Replaces each tag, and each link with its label, with a gap. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text
  const pieces: string[] = []
  let done = 0
  const take = (start: number, end: number) => {
    pieces.push(text.slice(done, start))
    done = end
  }
  eachTag(text, { tag, beginsLink, take })
  pieces.push(text.slice(done))
  return pieces.join('<>')
}

/** Adds the tracking categories of numbers that become links, ignoring tags and other links. */
export function trackMagicLinks({ site, output }: ParseState, text: string): void {
  const enabled = magicLinkKinds(site)
  if (enabled.length === 0 || !/RFC|PMID|ISBN/.test(text)) return
  const plain = withoutTags(text)
  const pieces: string[] = []
  let done = 0
  for (const { at, address } of freeAddresses(protocolsOf(site), plain)) {
    pieces.push(plain.slice(done, at))
    done = at + address.length
  }
  pieces.push(plain.slice(done))
  for (const [, kind = 'ISBN'] of pieces.join('<>').matchAll(magicLink))
    if (enabled.includes(kind)) trackMagicLink(output, kind)
}

/** Records free URLs, ignoring tags. */
export function recordFreeLinks(state: ParseState, text: string): void {
  const protocols = protocolsOf(state.site)
  // Removing tags joins no letters, so it is pointless without a protocol name.
  if (!namesProtocol(protocols, text)) return
  for (const { address, rest } of freeAddresses(protocols, withoutTags(text))) {
    const url = trimFreeLink(address, rest)
    if (url !== null) state.output.addExternalLink(cleanUrl(url))
  }
}
