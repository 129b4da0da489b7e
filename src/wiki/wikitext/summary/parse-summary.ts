// Parses an edit summary or log comment into plain text, links, and the edited section.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import type { PageKey } from '#wiki/site/title-format.ts'
import { type Title, titleInNamespace, titleOrNull } from '#wiki/site/titles.ts'
import { linkTrail } from '../link-trail.ts'
import { subpageTarget } from '../subpages.ts'
import { escapeHtml, percentDecode, trim } from '../text.ts'

export type SummaryPiece =
  /** Escaped text. */
  | { kind: 'text'; html: string }
  | { kind: 'link'; title: Title; html: string }
  | { kind: 'file'; dbkey: string; html: string }
  /** "/∗ section ∗/": text before and after it determines the separators. */
  | { kind: 'section'; name: string; html: string; before: boolean; after: boolean }

export function parseSummary(site: Site, comment: string, page: PageKey | null): SummaryPiece[] {
  const text = escapeHtml(decodeCharacterReferences(comment.replace(/[\n\u001b]/g, ' ').toWellFormed()))
  const pieces: SummaryPiece[] = []
  let done = 0
  for (let start = text.indexOf('/*'); start >= 0; start = text.indexOf('/*', done)) {
    const end = text.indexOf('*/', start + 2)
    if (end < 0) break
    if (start > done) addLinks(pieces, site, text.slice(done, start), page)
    const html = trim(text.slice(start + 2, end))
    done = end + 2
    pieces.push({ kind: 'section', name: sectionName(html), html, before: start > 0, after: done < text.length })
  }
  if (done < text.length) addLinks(pieces, site, text.slice(done), page)
  return pieces
}

/** Link brackets in the section name are not part of it. */
function sectionName(html: string): string {
  const plain = html.replaceAll('[[:', '').replaceAll('[[', '').replaceAll(']]', '')
  return decodeCharacterReferences(trim(plain.replace(/[ _]+/g, ' ')))
}

/** The start of a link: brackets, whitespace, an ignored colon, and a name without brackets or pipes. */
const linkStart = /\[\[\s*:?([^[\]|]+)/y

function addLinks(pieces: SummaryPiece[], site: Site, text: string, page: PageKey | null): void {
  let done = 0
  // Position of the next closing brackets, searched again only once they are passed.
  let close = -1
  for (let at = text.indexOf('[['); at >= 0; at = text.indexOf('[[', Math.max(done, at + 1))) {
    linkStart.lastIndex = at
    const match = linkStart.exec(text)
    if (!match) continue
    const nameEnd = linkStart.lastIndex
    if (close < nameEnd) close = text.indexOf(']]', nameEnd)
    if (close < 0) break
    if (close > nameEnd && text[nameEnd] !== '|') continue
    const found = readLink(site, match[1]!, () => text.slice(nameEnd + 1, close), page)
    if (!found) continue
    if (at > done) pieces.push({ kind: 'text', html: text.slice(done, at) })
    const next = text.indexOf('[', close)
    const rest = next < 0 ? text.slice(close + 2) : text.slice(close + 2, next)
    const trail = found.kind === 'link' ? linkTrail(site, rest) : ''
    pieces.push({ ...found, html: found.html + trail })
    done = close + 2 + trail.length
  }
  if (done < text.length) pieces.push({ kind: 'text', html: text.slice(done) })
}

type FoundLink = Extract<SummaryPiece, { kind: 'link' | 'file' }>

function readLink(site: Site, written: string, label: () => string, page: PageKey | null): FoundLink | null {
  const target = written.includes('%')
    ? percentDecode(written).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : written
  const shown = () => label() || target
  const colon = target.indexOf(':')
  if (colon > 0 && isMedia(site, target.slice(0, colon))) {
    const file = titleInNamespace(site, NS.file, target.slice(colon + 1))
    return file ? { kind: 'file', dbkey: file.dbkey, html: shown() } : null
  }
  const name = target.startsWith(':') ? target.slice(1) : target
  if (name === '') return null
  const decoded = decodeCharacterReferences(name)
  const title = titleOrNull(site, page ? subpageTarget(site, page, decoded) : decoded)
  if (!title) return null
  // "#section" alone links to the page the comment is about.
  const toPage = title.dbkey === '' && title.interwiki === '' && page
  return { kind: 'link', title: toPage ? { ...title, ...page } : title, html: shown() }
}

function isMedia(site: Site, prefix: string): boolean {
  const name = prefix.toLowerCase()
  const media = site.namespaces.get(NS.media)
  return name === 'media' || name === media?.name.toLowerCase()
}
