import { html, type Piece } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import { titleOrNull } from '../../site/titles.ts'
import { trackingCategories as categoriesOf } from '../../wikitext/tracking-categories.ts'
import type { Special } from '../page.ts'
import { existing, titleLink } from '../parts/links.ts'
import { scrollTable } from '../parts/table.ts'
import { Words } from '../words.ts'

const HEADS = ['trackingcategories-msg', 'trackingcategories-name', 'trackingcategories-desc']

/** `Special:TrackingCategories`: categories that the parser adds, with the messages that name them. */
export const trackingCategories: Special = {
  name: 'TrackingCategories',
  group: 'pages',
  title: 'trackingcategories',
  async show(visit) {
    const { words, site } = visit
    // Names are in the wiki's language, descriptions in the reader's.
    const own = await Words.open(visit.wiki, site.language)
    const rows = categoriesOf(site).map(({ key, name, description }) => {
      const title = titleOrNull(site, own.source(key) ?? name ?? '', NS.category)
      const isUsed = title?.ns === NS.category && title.dbkey !== '-'
      return {
        key,
        category: isUsed ? title : null,
        message: visit.name({ ns: NS.mediawiki, dbkey: messageTitle(key) }),
        about: words.has(`${key}-desc`) ? words.text(`${key}-desc`) : description,
      }
    })
    const there = await existing(
      visit,
      rows.flatMap(({ category, message }) => [message, ...(category ? [visit.name(category)] : [])]),
    )
    const linkTo = (title: string, text: Piece): Piece => titleLink(visit, title, { text, missing: !there.has(title) })
    const body = rows.map(({ key, category, message, about }) => {
      const name = category
        ? linkTo(visit.name(category), category.dbkey.replaceAll('_', ' '))
        : html`<em>${words.text('trackingcategories-disabled')}</em>`
      const description = about ?? words.text('trackingcategories-nodesc')
      return html`<tr><td>${name}</td><td>${linkTo(message, key)}</td><td dir="auto">${description}</td></tr>`
    })
    const heads = HEADS.map(key => words.text(key))
    return {
      title: words.text('trackingcategories'),
      wide: true,
      content: html`<p>${words.html('trackingcategories-summary')}</p>${scrollTable(words.text('trackingcategories'), heads, body)}`,
    }
  },
}

const messageTitle = (key: string): string => key[0]!.toUpperCase() + key.slice(1)
