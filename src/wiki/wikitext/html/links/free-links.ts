// Free URLs, and ISBN, RFC and PMID numbers, which become links automatically.

import { eachTag } from '../../each-tag.ts'
import { cleanUrl, trimFreeLink } from '../../harvest/external-links.ts'
import { freeAddresses, namesProtocol, protocolsOf } from '../../harvest/protocols.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { externalAnchor } from './external-anchor.ts'
import { magicLinksToHtml } from './magic-links.ts'

export function freeLinksToHtml(rendering: Rendering, text: string): string {
  const hasAddresses = namesProtocol(protocolsOf(rendering.site), text)
  const hasNumbers = /(?:RFC|PMID|ISBN)[\s&]/.test(text)
  if (!hasAddresses && !hasNumbers) return text
  return outsideOfTags(text, piece => addressesToHtml(rendering, piece))
}

function addressesToHtml(rendering: Rendering, text: string): string {
  let result = ''
  let done = 0
  for (const { at, address, rest } of freeAddresses(protocolsOf(rendering.site), text)) {
    const written = trimFreeLink(address, rest)
    if (written === null) continue
    if (!rendering.links.mayMakeOne()) break
    const url = cleanUrl(written)
    rendering.state.output.addExternalLink(url)
    result += magicLinksToHtml(rendering, text.slice(done, at))
    result += externalAnchor(rendering, url, 'free', escapeHtml(url).replaceAll('&#039;', "'"))
    done = at + written.length
  }
  return result + magicLinksToHtml(rendering, text.slice(done))
}

const tag = /<[^>\n]*>/y
const beginsLink = (text: string, at: number): boolean => /^<a[ \t\r\n>]/.test(text.slice(at, at + 3))

/** Changes text outside tags and links. */
function outsideOfTags(text: string, change: (piece: string) => string): string {
  let result = ''
  let done = 0
  const take = (start: number, end: number) => {
    result += change(text.slice(done, start)) + text.slice(start, end)
    done = end
  }
  eachTag(text, { tag, beginsLink, take })
  return result + change(text.slice(done))
}
