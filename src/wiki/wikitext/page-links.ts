// Links to pages as HTML, the way MediaWiki writes them in summaries and log entries.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type PageKey, prefixedText } from '#wiki/site/title-format.ts'
import { urlEncodeTitle } from '#wiki/site/urls.ts'
import { escapeHtml } from './text.ts'

export interface LinkContext {
  readonly site: Site
  /** What is known about a page. */
  linkState(ns: number, dbkey: string): 'exists' | 'redirect' | 'missing'
  /** Interface messages in the wiki's language: "red-link-title" and others. */
  message(key: string): string | null
  /** Title as shown; namespaces of users may depend on their gender. */
  shownTitle?(ns: number, dbkey: string): string
}

/** Attributes in the order MediaWiki writes them. */
export function anchor(href: string, css: string, title: string, html: string): string {
  const cssPart = css === '' ? '' : ` class="${css}"`
  const titlePart = title === '' ? '' : ` title="${escapeHtml(title)}"`
  return `<a href="${escapeHtml(href)}"${cssPart}${titlePart}>${html}</a>`
}

export function shownTitle(context: LinkContext, { ns, dbkey }: PageKey): string {
  return context.shownTitle?.(ns, dbkey) ?? prefixedText(context.site, ns, dbkey)
}

/** The address says the namespace as the title does, which for users depends on their gender. */
export function pageAddress(context: LinkContext, page: PageKey, query = ''): string {
  const key = urlEncodeTitle(shownTitle(context, page).replaceAll(' ', '_'))
  return query === ''
    ? context.site.articlePath.replace('$1', () => key)
    : `${context.site.script}?title=${key}&${query}`
}

interface LinkOptions {
  /** Put before the link's other classes, or behind `new` where there is no page. */
  readonly css?: string
  readonly query?: string
  readonly fragment?: string
}

/** A link to a page of this wiki: red when there is none. */
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
