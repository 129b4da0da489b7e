// "RFC 1", "PMID 1" and "ISBN 1234567890" as links, if the wiki enables them.

import { NS } from '#wiki/site/namespaces.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { magicLinkKinds } from '../../magic-link-kinds.ts'
import { linkRelation } from '../../sanitize/link-relation.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** At this point every non-breaking space has this form. */
const blank = '(?:[\\t\\p{Zs}]|&#160;)'
const between = `(?:${blank}|-)?`
const letter = '[\\p{L}\\p{N}_]'
const number = new RegExp(
  `(?<!${letter})(?:(RFC|PMID)${blank}+(\\d+)|` +
    `ISBN${blank}+((?:97[89]${between})?(?:\\d${between}){9}[\\dXx]))(?!${letter})`,
  'gu',
)

export function magicLinksToHtml(rendering: Rendering, text: string): string {
  if (!/(?:RFC|PMID|ISBN)/.test(text)) return text
  const enabled = magicLinkKinds(rendering.site)
  return text.replace(number, (whole, kind: string | undefined, id: string, isbn: string) => {
    if (!enabled.includes(kind ?? 'ISBN')) return whole
    return kind === undefined ? bookLink(rendering, isbn, whole) : paperLink(rendering, kind, id, whole)
  })
}

function paperLink({ host, site, page }: Rendering, kind: string, id: string, label: string): string {
  const message = host.message(kind === 'RFC' ? 'rfcurl' : 'pubmedurl') ?? ''
  const url = message.replaceAll('$1', () => id)
  const relation = linkRelation(site, page.ns, url)
  const rel = relation === '' ? '' : ` rel="${relation}"`
  return `<a class="external mw-magiclink-${kind.toLowerCase()}"${rel} href="${escapeHtml(url)}">${label}</a>`
}

function bookLink({ site }: Rendering, isbn: string, label: string): string {
  const digits = isbn
    .replace(/&[^;]*;/g, '')
    .replace(/[^0-9Xx]/g, '')
    .toUpperCase()
  const page = { ns: NS.special, dbkey: site.specialPages.localKey('Booksources', digits) }
  return `<a href="${escapeHtml(localUrl(site, page))}" class="internal mw-magiclink-isbn">${label}</a>`
}
