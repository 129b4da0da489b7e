// "RFC 1", "PMID 1" and "ISBN 1234567890" as links, where the wiki wants that.

import { NS } from '#wiki/site/namespaces.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering.ts'
import { externalAnchor } from './external-anchor.ts'

const space = '(?:[\\t\\p{Zs}]|&nbsp;|&\\#0*160;|&\\#[xX]0*[aA]0;)'
const dash = `(?:-|${space})`
const number = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(RFC|PMID)${space}+([0-9]+)(?![\\p{L}\\p{N}_])|` +
    `ISBN${space}+((?:97[89]${dash}?)?(?:[0-9]${dash}?){9}[0-9Xx])(?![\\p{L}\\p{N}_]))`,
  'gu',
)

/** Which of them are links here. */
function enabled(rendering: Rendering, kind: string): boolean {
  const { magiclinks } = rendering.site.info.general as { magiclinks?: Record<string, unknown> }
  const value = magiclinks?.[kind]
  return value === true || value === ''
}

export function magicLinksToHtml(rendering: Rendering, text: string): string {
  if (!/(?:RFC|PMID|ISBN)/.test(text)) return text
  return text.replace(number, (whole, kind: string | undefined, id: string, isbn: string) => {
    if (!enabled(rendering, kind ?? 'ISBN')) return whole
    return kind === undefined ? bookLink(rendering, isbn, whole) : paperLink(rendering, kind, id, whole)
  })
}

function paperLink(rendering: Rendering, kind: string, id: string, label: string): string {
  const message = rendering.host.message(kind === 'RFC' ? 'rfcurl' : 'pubmedurl') ?? ''
  return externalAnchor(
    rendering,
    message.replaceAll('$1', () => id),
    'free',
    label,
  ).replace('external free', kind === 'RFC' ? 'external mw-magiclink-rfc' : 'external mw-magiclink-pmid')
}

function bookLink({ site }: Rendering, isbn: string, label: string): string {
  const digits = isbn
    .replace(/&[^;]*;/g, '')
    .replace(/[^0-9Xx]/g, '')
    .toUpperCase()
  const page = { ns: NS.special, dbkey: site.specialPages.localKey('Booksources', digits) }
  return `<a href="${escapeHtml(localUrl(site, page))}" class="internal mw-magiclink-isbn">${label}</a>`
}
