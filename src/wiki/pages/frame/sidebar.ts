import { type Html, html } from '#html/html.ts'
import { parseTitle } from '../../site/titles.ts'
import { localUrl } from '../../site/urls.ts'
import type { Visit } from '../visit.ts'

/** Default sidebar without `MediaWiki:Sidebar`. */
export const DEFAULT_SIDEBAR = `* navigation
** mainpage|mainpage-description
** Special:Recentchanges|recentchanges
** Special:Allpages|allpages
** Special:Categories|categories
** Special:Random|randompage
** Special:SpecialPages|specialpages
`

/** Placeholders for parts shown elsewhere. */
const PLACES = new Set(['SEARCH', 'TOOLBOX', 'LANGUAGES'])

interface Portlet {
  readonly heading: string
  readonly items: { readonly href: string; readonly text: string }[]
}

/** Navigation from `MediaWiki:Sidebar`: `* heading`, `** target|text`, each a message name or literal text. */
export const sidebar = (visit: Visit, prefix?: string): Html =>
  sidebarFrom(visit, visit.words.own('sidebar') ?? DEFAULT_SIDEBAR, prefix)

/** The same from a text that is not saved yet. IDs begin with `prefix`. */
export function sidebarFrom(visit: Visit, source: string, prefix = 'portlet'): Html {
  const portlets = portletsOf(visit, source)
  return html`${portlets.map(
    ({ heading, items }, i) =>
      html`<nav class="portlet" aria-labelledby="${prefix}-${i}"><h2 id="${prefix}-${i}">${heading}</h2><ul>${items.map(
        ({ href, text }) => html`<li><a href="${href}"><bdi>${text}</bdi></a></li>`,
      )}</ul></nav>`,
  )}`
}

function portletsOf(visit: Visit, source: string): Portlet[] {
  const portlets: Portlet[] = []
  for (const line of source.split('\n')) {
    const [, stars, rest = ''] = /^(\*+)\s*(.*?)\s*$/.exec(line) ?? []
    if (stars === undefined || rest === '') continue
    if (stars.length === 1) portlets.push({ heading: PLACES.has(rest) ? rest : worded(visit, rest), items: [] })
    else {
      const item = itemOf(visit, rest)
      if (item) portlets.at(-1)?.items.push(item)
    }
  }
  return portlets.filter(({ heading, items }) => items.length > 0 && !PLACES.has(heading))
}

function itemOf(visit: Visit, rest: string): Portlet['items'][number] | null {
  const bar = rest.indexOf('|')
  if (bar < 0) return null
  const [target, label] = [rest.slice(0, bar).trim(), rest.slice(bar + 1).trim()]
  const named = visit.words.has(target) ? contentText(visit, target) : target
  if (named === '-' || named === '') return null
  const text = worded(visit, label)
  if (/^(?:https?:)?\/\//.test(named)) return { href: named, text }
  const title = parseTitle(visit.site, named)
  if ('invalid' in title) return null
  const dbkey = title.ns === -1 ? visit.site.specialPages.localise(title.dbkey) : title.dbkey
  return { href: localUrl(visit.site, { ...title, dbkey }), text }
}

/** Link targets do not depend on the reader's language. */
const contentText = (visit: Visit, key: string): string =>
  key === 'mainpage' ? visit.site.mainPage : (visit.words.own(key) ?? visit.words.text(key))

const worded = (visit: Visit, key: string): string => (visit.words.has(key) ? visit.words.text(key) : key)
