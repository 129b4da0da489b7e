import { NS } from '../../site/namespaces.ts'
import type { PageKey } from '../../site/title-format.ts'
import { parseTitle } from '../../site/titles.ts'
import { localUrl } from '../../site/urls.ts'
import { anchor, type LinkContext, pageLink, shownTitle } from '../../wikitext/page-links.ts'
import { escapeText, type LogWords, type WordParam } from './log-words.ts'
import type { LogEntry } from './read-params.ts'

/** A log entry with who did it to which page. */
export interface ShownEntry extends LogEntry {
  readonly ns: number
  readonly title: string
  readonly deleted: number
  readonly performer: { readonly name: string; readonly account_id: number | null }
}

/** What the lines of all logs are made with. */
export interface LogTools {
  readonly words: LogWords
  readonly links: LinkContext
  isAccount(name: string): boolean
  timeAndDate(seconds: number): string
  namespaceName(ns: number): string
}

/** A line of a log: the key of its message, and what stands for `$3` and the parameters behind it. */
export interface Line {
  readonly key: string
  readonly params: readonly WordParam[]
}

export const targetOf = (entry: ShownEntry): PageKey => ({ ns: entry.ns, dbkey: entry.title })

interface PageOptions {
  readonly query?: string
  /** In place of the title. */
  readonly label?: string
}

export function linkToPage(tools: LogTools, page: PageKey, { query = '', label }: PageOptions = {}): WordParam {
  const html = escapeText(label ?? shownTitle(tools.links, page))
  return { html: pageLink(tools.links, page, html, { query }) }
}

/** A page by what a parameter calls it; what is no title stays text. */
export function linkToTitle(tools: LogTools, text: string, query = ''): WordParam {
  const title = parseTitle(tools.links.site, text)
  return 'invalid' in title || title.interwiki !== '' ? text : linkToPage(tools, title, { query })
}

/** People lead to their page; whoever has no account leads to their edits. */
export function linkToUser(tools: LogTools, name: string, isAccount = tools.isAccount(name)): WordParam {
  const html = `<bdi>${escapeText(name)}</bdi>`
  const key = name.replaceAll(' ', '_')
  if (isAccount) return { html: pageLink(tools.links, { ns: NS.user, dbkey: key }, html, { css: 'mw-userlink' }) }
  const { site } = tools.links
  const contributions = { ns: NS.special, dbkey: site.specialPages.localKey('Contributions', key) }
  const title = shownTitle(tools.links, contributions)
  return { html: anchor(localUrl(site, contributions), 'mw-userlink mw-anonuserlink', title, html) }
}

/** HTML of any parameter, where lists of them are joined. */
export const htmlOf = (param: WordParam): string => (typeof param === 'object' ? param.html : escapeText(String(param)))
