// Addresses that stand on their own, and numbers of books and papers: they are links by themselves.

import { cleanUrl, trimFreeLink } from '../../harvest/external-links.ts'
import { freeAddresses, namesProtocol, protocolsOf } from '../../harvest/protocols.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { externalAnchor } from './external-anchor.ts'
import { magicLinksToHtml } from './magic-links.ts'
import { outsideOfTags } from './outside-of-tags.ts'

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
