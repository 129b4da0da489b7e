import { escapeHtml, Html } from '#web/html.ts'
import { linkStates } from '../content/known-pages.ts'
import { NS } from '../site/namespaces.ts'
import { type Title, titleOrNull } from '../site/titles.ts'
import { fullUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'

/** The name in `[[name…` and in `{{name…`; the rest of the brackets stays as it is. */
const NAMES = /(\[\[:?|\{\{)([^[\]{}|<>\n]{1,255})/g
const MAX_LINKS = 500

/** Wikitext as it was written, in which the names of pages lead to them. */
export async function linkedSource(wiki: Wiki, source: string): Promise<Html> {
  const found = [...source.matchAll(NAMES)].slice(0, MAX_LINKS).flatMap(match => {
    const title = titleOf(wiki, match[1]!, match[2]!)
    return title ? [{ start: match.index + match[1]!.length, name: match[2]!, title }] : []
  })
  const local = found.flatMap(({ title }) => (title.interwiki ? [] : [{ ns: title.ns, title: title.dbkey }]))
  const stateOf = await linkStates(wiki.db, wiki.messages, local)
  let written = ''
  let end = 0
  for (const { start, name, title } of found) {
    const missing = !title.interwiki && title.ns !== NS.special && stateOf(title.ns, title.dbkey) === 'missing'
    const css = missing ? ' class="missing"' : ''
    written += escapeHtml(source.slice(end, start))
    written += `<a href="${escapeHtml(fullUrl(wiki.site, title))}"${css}>${escapeHtml(name)}</a>`
    end = start + name.length
  }
  return new Html(written + escapeHtml(source.slice(end)))
}

/** Null for what is no page's name, such as a parser function or a section of the page itself. */
function titleOf({ site }: Wiki, opening: string, name: string): Title | null {
  const isCall = opening === '{{'
  if (isCall && /[#:]/.test(name)) return null
  const title = titleOrNull(site, name.trim(), isCall ? NS.template : NS.main)
  return title === null || title.dbkey === '' ? null : title
}
