import { html } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import type { Special } from '../page.ts'
import { filterForm } from '../parts/form.ts'
import { existing, titleLink } from '../parts/links.ts'
import { walk, walksBack } from '../parts/pager.ts'

/** `Special:Categories`: non-empty categories with their sizes. */
export const categories: Special = {
  name: 'Categories',
  group: 'pages',
  title: 'categories',
  async show(visit, sub) {
    const { words, site } = visit
    const from = (visit.search.get('from') ?? sub.replaceAll('_', ' ')).trim()
    const { rows, pager } = await walk(visit, {
      prefix: 'ac',
      usual: 100,
      question: {
        list: 'allcategories',
        acprop: 'size',
        [walksBack(visit) ? 'acto' : 'acfrom']: from || undefined,
        acmin: 1,
      },
      rows: answer => answer.query?.allcategories ?? [],
      both: { dirs: ['ascending', 'descending'], place: row => row.category.replaceAll(' ', '_'), byTitle: true },
    })
    const named = (category: string) => `${site.namespaces.nameOf(NS.category)}:${category}`
    const existingPages = await existing(
      visit,
      rows.map(row => named(row.category)),
    )
    const page = (category: string) =>
      titleLink(visit, named(category), { text: category, missing: !existingPages.has(named(category)) })
    const own = visit.specialTitle(this.name)
    const form = filterForm(
      visit,
      own,
      [{ name: 'from', label: words.text('categoriesfrom'), value: from }],
      words.text('categories-submit'),
    )
    const items = rows.map(
      ({ category, size = 0 }) =>
        html`<li>${page(category)} <span class="quiet small">${words.text('nmembers', size)}</span></li>`,
    )
    return {
      title: words.text('categories'),
      content: html`${form}${
        rows.length === 0 ? html`<p class="note">${words.text('specialpage-empty')}</p>` : pager
      }<ul class="members">${items}</ul>${pager}`,
    }
  },
}
