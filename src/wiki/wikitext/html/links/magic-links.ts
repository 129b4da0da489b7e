// "RFC 1", "PMID 1" and "ISBN 1234567890" as links, if the wiki enables them.

import { NS } from '#wiki/site/namespaces.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { magicLink, magicLinkKinds, spaces, trackMagicLink } from '../../magic-link-kinds.ts'
import { linkRelation } from '../../sanitize/link-relation.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

export function magicLinksToHtml(rendering: Rendering, text: string): string {
  if (!/(?:RFC|PMID|ISBN)/.test(text)) return text
  const enabled = magicLinkKinds(rendering.site)
  return text.replace(magicLink, (whole, kind: string | undefined, id: string, isbn: string) => {
    if (!enabled.includes(kind ?? 'ISBN')) return whole
    trackMagicLink(rendering.state.output, kind ?? 'ISBN')
    return kind === undefined ? bookLink(rendering, isbn) : paperLink(rendering, kind, id)
  })
}

function paperLink({ host, site, page }: Rendering, kind: string, id: string): string {
  const message = host.message(kind === 'RFC' ? 'rfcurl' : 'pubmedurl') ?? ''
  const url = message.replaceAll('$1', () => id)
  const relation = linkRelation(site, page.ns, url)
  const rel = relation === '' ? '' : ` rel="${relation}"`
  return `<a class="external mw-magiclink-${kind.toLowerCase()}"${rel} href="${escapeHtml(url)}">${kind} ${id}</a>`
}

function bookLink({ site }: Rendering, isbn: string): string {
  const label = `ISBN ${isbn.replace(spaces, ' ')}`
  const digits = isbn
    .replace(spaces, '')
    .replace(/[^0-9Xx]/g, '')
    .toUpperCase()
  const page = { ns: NS.special, dbkey: site.specialPages.localKey('Booksources', digits) }
  return `<a href="${escapeHtml(localUrl(site, page))}" class="internal mw-magiclink-isbn">${label}</a>`
}
