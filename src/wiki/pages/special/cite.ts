import { html } from '#html/html.ts'
import { canonicalUrl } from '../../site/urls.ts'
import { errorPage } from '../error-page.ts'
import type { Special } from '../page.ts'
import { having } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import { askForTarget, targetOf } from '../parts/target.ts'
import { instant, timeText } from '../parts/times.ts'

/** `Special:CiteThisPage`: citations for a revision. */
export const cite: Special = {
  name: 'CiteThisPage',
  group: 'pagetools',
  title: { own: 'wiki.cite' },
  async show(visit, sub) {
    const { words, site, reader } = visit
    const { t } = reader
    const { text, title } = targetOf(visit, sub, 'page')
    const field = { kind: 'title', name: 'page', label: words.text('whatlinkshere-page'), value: text } as const
    if (title === null) return askForTarget(visit, this.name, field, { title: t('wiki.cite'), text })
    const name = visit.name(title)
    const id = Number(visit.search.get('id') ?? 0)
    const selector = Number.isInteger(id) && id > 0 ? { revids: id } : { titles: name }
    const { pages = [] } = await visit.query({ ...selector, prop: 'revisions', rvprop: 'ids|timestamp' })
    const [page] = pages
    const [row] = having(page?.revisions, 'revid', 'timestamp')
    if (!row || page?.title !== name) return errorPage(404, name, words.text('nohistory'), title)
    const address = canonicalUrl(site, title, `oldid=${row.revid}`)
    const [changed, now] = [
      timeText(visit, instant(row.timestamp)),
      timeText(visit, Math.floor(visit.wiki.clock.now() / 1000), 'date'),
    ]
    const year = row.timestamp.slice(0, 4)
    const key = name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()
    const permalink = html`<a href="${visit.address(name, { oldid: row.revid })}" dir="ltr">${address}</a>`
    const facts = [
      [t('wiki.cite_title'), html`<bdi>${name}</bdi>`],
      [t('wiki.cite_publisher'), html`<bdi>${site.name}</bdi>`],
      [t('wiki.cite_changed'), changed],
      [t('wiki.cite_seen'), now],
      [words.text('permalink'), permalink],
    ] as const
    const bibtex = `@misc{ ${key},
  author = "{${site.name}}",
  title = "${name} --- {${site.name}}",
  year = "${year}",
  url = "${address}",
  note = "[Online; accessed ${now}]"
}`
    return {
      title: t('wiki.cite'),
      about: title,
      subtitle: html`← ${titleLink(visit, name)}`,
      content: html`<dl class="facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<h2>APA</h2><p>${site.name}. (${year}). <em><bdi>${name}</bdi></em>. ${now}, <span dir="ltr">${address}</span></p>
<h2>MLA</h2><p>“<bdi>${name}</bdi>.” <em>${site.name}</em>, ${changed}, <span dir="ltr">${address}</span>. ${now}.</p>
<h2>BibTeX</h2><pre dir="ltr" tabindex="0">${bibtex}</pre>`,
    }
  },
}
