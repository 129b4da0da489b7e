import { NS } from '../../site/namespaces.ts'
import type { PageKey } from '../../site/title-format.ts'
import { parseTitle } from '../../site/titles.ts'
import { localUrl } from '../../site/urls.ts'
import { anchor, type LinkContext, pageLink, shownTitle } from '../../wikitext/page-links.ts'
import { escapeText, type LogWords, type WordParam } from './log-words.ts'
import type { LogEntry } from './read-params.ts'

/** A log entry with its author and target page. */
export interface ShownEntry extends LogEntry {
  readonly ns: number
  readonly title: string
  readonly deleted: number
  readonly performer: { readonly name: string; readonly account_id: number | null }
}

/** Everything needed to render log lines. */
export interface LogTools {
  readonly words: LogWords
  readonly links: LinkContext
  isAccount(name: string): boolean
  timeAndDate(seconds: number): string
  namespaceName(ns: number): string
}

/** A log line: its message key, and the parameters from `$3` on. */
export interface Line {
  readonly key: string
  readonly params: readonly WordParam[]
}

export const targetOf = (entry: ShownEntry): PageKey => ({ ns: entry.ns, dbkey: entry.title })

interface PageOptions {
  readonly query?: string
  /** Replaces the title as the link text. */
  readonly label?: string
}

export function linkToPage(tools: LogTools, page: PageKey, { query = '', label }: PageOptions = {}): WordParam {
  const html = escapeText(label ?? shownTitle(tools.links, page))
  return { html: pageLink(tools.links, page, html, { query }) }
}

/** Links a page named by a parameter; an invalid title stays plain text. */
export function linkToTitle(tools: LogTools, text: string, query = ''): WordParam {
  const title = parseTitle(tools.links.site, text)
  return 'invalid' in title || title.interwiki !== '' ? text : linkToPage(tools, title, { query })
}

/** Links a user to their user page, or an unregistered user to their contributions. */
export function linkToUser(tools: LogTools, name: string, isAccount = tools.isAccount(name)): WordParam {
  const html = `<bdi>${escapeText(name)}</bdi>`
  const key = name.replaceAll(' ', '_')
  if (isAccount) return { html: pageLink(tools.links, { ns: NS.user, dbkey: key }, html, { css: 'mw-userlink' }) }
  const { site } = tools.links
  const contributions = { ns: NS.special, dbkey: site.specialPages.localKey('Contributions', key) }
  const title = shownTitle(tools.links, contributions)
  return { html: anchor(localUrl(site, contributions), 'mw-userlink mw-anonuserlink', title, html) }
}

/** Any parameter as HTML, for joining lists. */
export const htmlOf = (param: WordParam): string => (typeof param === 'object' ? param.html : escapeText(String(param)))
