import { html, type Piece } from '#html/html.ts'
import { licenceLink } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import { pagesByName } from '../../content/pages.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Visit } from '../visit.ts'

/** Messages that name the pages, with MediaWiki's defaults, and the texts of the links. */
const PAGES: readonly (readonly [message: string, page: string, label: string, own: TextKey])[] = [
  ['privacypage', 'Project:Privacy policy', 'privacy', 'wiki.privacy'],
  ['aboutpage', 'Project:About', 'aboutsite', 'wiki.about'],
  ['disclaimerpage', 'Project:General disclaimer', 'disclaimers', 'wiki.disclaimers'],
]

/** Licence, and links to the pages about the wiki: those that administrators chose, and those that exist. */
export async function siteFoot(visit: Visit): Promise<Piece> {
  const { words, site, reader } = visit
  const { url = '', text = '' } = (site.info.rightsinfo ?? {}) as { readonly url?: string; readonly text?: string }
  const chosen: Readonly<Record<string, string | null | undefined>> = {
    privacypage: reader.face?.foot.privacy,
    aboutpage: reader.face?.foot.about,
  }
  const targets = PAGES.flatMap(([message, page, label, own]) => {
    const title = parseTitle(site, words.own(message) ?? page)
    return 'invalid' in title || title.interwiki !== '' || title.ns < 0
      ? []
      : [{ title, label, own, address: chosen[message] ?? null }]
  })
  const names = targets.map(({ title }) => ({ ns: title.ns, title: title.dbkey }))
  const existing = new Set((await pagesByName(visit.wiki.db, names)).map(page => `${page.ns}:${page.title}`))
  const links = targets
    .filter(({ title, address }) => address !== null || existing.has(`${title.ns}:${title.dbkey}`))
    .map(({ title, label, own, address }) => {
      const name = words.has(label) ? words.text(label) : reader.t(own, { name: site.name })
      return html`<li><a href="${address ?? visit.address(visit.name(title))}">${name}</a></li>`
    })
  const licence = text !== '' && licenceLink({ text, url })
  if (!licence && links.length === 0) return null
  const terms = licence && html`<p>${reader.t.html('wiki.licence', { licence })}</p>`
  return html`<footer class="site-foot quiet small">${terms}${links.length > 0 && html`<ul>${links}</ul>`}</footer>`
}
