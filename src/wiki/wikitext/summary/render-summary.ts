// Edit summaries and log comments as HTML, like MediaWiki's "parsedcomment".

import type { Site } from '#wiki/site/site.ts'
import type { PageKey } from '#wiki/site/title-format.ts'
import { encodeFragment } from '#wiki/site/urls.ts'
import { anchor, pageAddress, shownTitle } from '../page-links.ts'
import { escapeHtml } from '../text.ts'
import { fileLink, type TitleLinkContext, titleLink } from '../title-links.ts'
import { parseSummary, type SummaryPiece } from './parse-summary.ts'

/** Besides those for links, uses the messages "colon-separator" and "autocomment-prefix". */
export interface SummaryContext extends TitleLinkContext {
  /** The page the comment is about: target of section links and base of relative ones. */
  readonly page: PageKey | null
  /** Whether the comment is shown on that page. */
  readonly staysOnPage?: boolean
  /** Whether the reader's language is written right to left. */
  readonly rightToLeft?: boolean
}

/** Pages whose existence affects how a comment looks. Look them up in a batch, then render. */
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

/** Files that a comment links to by `[[Media:…]]`. Look them up too. */
export function summaryFiles(site: Site, comment: string, page: PageKey | null): string[] {
  if (!comment.includes('[[')) return []
  return parseSummary(site, comment, page).flatMap(piece => (piece.kind === 'file' ? [piece.dbkey] : []))
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
    // The name is converted to an ID first, and the ID then encoded for a URL.
    const fragment = encodeFragment(encodeFragment(piece.name))
    inner = context.staysOnPage
      ? anchor(`#${fragment}`, '', '', arrow + inner)
      : anchor(`${pageAddress(context, page)}#${fragment}`, '', shownTitle(context, page), arrow + inner)
  }
  if (piece.after) inner += escapeHtml(context.message('colon-separator') ?? ': ')
  const before = piece.before ? escapeHtml(context.message('autocomment-prefix') ?? '') : ''
  const auto = inner === '' ? '' : `<span class="autocomment">${inner}</span>`
  return `${before}<span dir="auto">${auto}`
}
