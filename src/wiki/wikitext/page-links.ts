// Page links as HTML, as MediaWiki writes them in summaries and log entries.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type PageKey, prefixedText } from '#wiki/site/title-format.ts'
import { urlEncodeTitle } from '#wiki/site/urls.ts'
import { escapeHtml } from './text.ts'

export interface LinkContext {
  readonly site: Site
  /** The state of a page. */
  linkState(ns: number, dbkey: string): 'exists' | 'redirect' | 'missing'
  /** Interface messages in the content language, such as "red-link-title". */
  message(key: string): string | null
  /** A display title: user namespaces may depend on gender. */
  shownTitle?(ns: number, dbkey: string): string
}

/** Attributes in MediaWiki's order. */
export function anchor(href: string, css: string, title: string, html: string): string {
  const cssPart = css === '' ? '' : ` class="${css}"`
  const titlePart = title === '' ? '' : ` title="${escapeHtml(title)}"`
  return `<a href="${escapeHtml(href)}"${cssPart}${titlePart}>${html}</a>`
}

export function shownTitle(context: LinkContext, { ns, dbkey }: PageKey): string {
  return context.shownTitle?.(ns, dbkey) ?? prefixedText(context.site, ns, dbkey)
}

/** The URL uses the same namespace form as the title, which for users depends on gender. */
export function pageAddress(context: LinkContext, page: PageKey, query = ''): string {
  const key = urlEncodeTitle(shownTitle(context, page).replaceAll(' ', '_'))
  return query === ''
    ? context.site.articlePath.replace('$1', () => key)
    : `${context.site.script}?title=${key}&${query}`
}

interface LinkOptions {
  /** Placed before the link's other classes, or after `new` for a missing page. */
  readonly css?: string
  readonly query?: string
  readonly fragment?: string
}

/** A link to a page of this wiki: red when it does not exist. */
export function pageLink(context: LinkContext, page: PageKey, html: string, options: LinkOptions = {}): string {
  const { css = '', query = '', fragment = '' } = options
  const title = shownTitle(context, page)
  const state = context.linkState(page.ns, page.dbkey)
  if (state === 'missing' && page.ns !== NS.special) {
    const address = pageAddress(context, page, `${query === '' ? '' : `${query}&`}action=edit&redlink=1`)
    return anchor(address, css === '' ? 'new' : `new ${css}`, missingTitle(context, title), html)
  }
  const classes = [css, state === 'redirect' ? 'mw-redirect' : ''].filter(Boolean).join(' ')
  return anchor(pageAddress(context, page, query) + fragment, classes, title, html)
}

export function missingTitle(context: LinkContext, title: string): string {
  return (context.message('red-link-title') ?? '$1 (page does not exist)').replaceAll('$1', () => title)
}
