// Edit summaries and log comments as HTML, the way MediaWiki writes "parsedcomment".

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type PageKey, prefixedText } from '#wiki/site/title-format.ts'
import type { Title } from '#wiki/site/titles.ts'
import { encodeFragment, formEncode, interwikiUrl, localUrl } from '#wiki/site/urls.ts'
import { anchor, type LinkContext, missingTitle, pageAddress, pageLink, shownTitle } from '../page-links.ts'
import { escapeHtml } from '../text.ts'
import { parseSummary, type SummaryPiece } from './parse-summary.ts'

/** Besides those of links, the messages "colon-separator" and "autocomment-prefix" are asked for. */
export interface SummaryContext extends LinkContext {
  /** The page the comment is about: target of section links and base of relative ones. */
  readonly page: PageKey | null
  /** The reader's language is written from right to left. */
  readonly rightToLeft?: boolean
  /** Address of an uploaded file. */
  fileUrl?(dbkey: string): string | null
}

/** Pages whose existence decides how a comment looks. Look them up for a whole batch, then render. */
export function summaryTargets(site: Site, comment: string, page: PageKey | null): PageKey[] {
  if (!comment.includes('[[')) return []
  const targets: PageKey[] = []
  for (const piece of parseSummary(site, comment, page)) {
    if (piece.kind === 'link' && piece.title.interwiki === '' && piece.title.ns >= 0) {
      targets.push({ ns: piece.title.ns, dbkey: piece.title.dbkey })
    }
  }
  return targets
}

export function renderSummary(context: SummaryContext, comment: string): string {
  let html = ''
  let open = 0
  for (const piece of parseSummary(context.site, comment, context.page)) {
    if (piece.kind === 'section') open++
    html += renderPiece(context, piece)
  }
  return html + '</span>'.repeat(open)
}

function renderPiece(context: SummaryContext, piece: SummaryPiece): string {
  switch (piece.kind) {
    case 'text':
      return piece.html
    case 'link':
      return titleLink(context, piece.title, piece.html)
    case 'file':
      return fileLink(context, piece.dbkey, piece.html)
    case 'section':
      return section(context, piece)
  }
}

function section(context: SummaryContext, piece: Extract<SummaryPiece, { kind: 'section' }>): string {
  const { page } = context
  let inner = piece.html.replaceAll('[[', '&#91;&#91;').replaceAll(']]', '&#93;&#93;')
  if (page && piece.name !== '') {
    const arrow = context.rightToLeft ? '←\u200f' : '→\u200e'
    // The name is made into an id first, and the id then into part of an address.
    const fragment = encodeFragment(encodeFragment(piece.name))
    inner = anchor(`${pageAddress(context, page)}#${fragment}`, '', shownTitle(context, page), arrow + inner)
  }
  if (piece.after) inner += escapeHtml(context.message('colon-separator') ?? ': ')
  const before = piece.before ? escapeHtml(context.message('autocomment-prefix') ?? '') : ''
  const auto = inner === '' ? '' : `<span class="autocomment">${inner}</span>`
  return `${before}<span dir="auto">${auto}`
}

function titleLink(context: SummaryContext, title: Title, html: string): string {
  const { site } = context
  const fragment = title.fragment === '' ? '' : `#${encodeFragment(title.fragment)}`
  if (title.interwiki !== '') {
    return anchor(interwikiUrl(site, title) + fragment, 'extiw', interwikiTitle(site, title), html)
  }
  if (title.ns === NS.special) return specialLink(context, title, fragment, html)
  return title.dbkey === '' ? anchor(fragment, '', '', html) : pageLink(context, title, html, { fragment })
}

function interwikiTitle(site: Site, title: Title): string {
  return `${title.interwiki}:${prefixedText(site, title.ns, title.dbkey)}`
}

function specialLink(context: SummaryContext, title: Title, fragment: string, html: string): string {
  const { specialPages } = context.site
  const known = specialPages.resolve(title.dbkey) !== null
  const local = { ns: NS.special, dbkey: specialPages.localise(title.dbkey) }
  const text = prefixedText(context.site, local.ns, local.dbkey)
  return known
    ? anchor(localUrl(context.site, local) + fragment, '', text, html)
    : anchor(localUrl(context.site, local), 'new', missingTitle(context, text), html)
}

/** [[Media:…]] leads to the file itself, or to where it can be uploaded. */
function fileLink(context: SummaryContext, dbkey: string, html: string): string {
  const url = context.fileUrl?.(dbkey) ?? null
  const title = dbkey.replaceAll('_', ' ')
  if (url !== null) return anchor(url, 'internal', title, html)
  const upload = { ns: NS.special, dbkey: context.site.specialPages.localKey('Upload') }
  return anchor(localUrl(context.site, upload, `wpDestFile=${formEncode(dbkey)}`), 'new', title, html)
}
