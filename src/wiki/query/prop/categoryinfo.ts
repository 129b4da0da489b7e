import { compareBytes, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation } from '../../api/params/common.ts'
import { propModule } from '../../api/query/query-module.ts'
import { NS } from '../../site/namespaces.ts'

export const categoryinfo = propModule({
  name: 'categoryinfo',
  prefix: 'ci',
  classname: 'ApiQueryCategoryInfo',
  cacheable: true,
  summary: 'How many pages, files and subcategories a category holds.',
  helpUrls: [helpPage('Categoryinfo')],
  params: {
    continue: continuation(),
  },

  async run(q, a) {
    const wanted = q.pages.entries.filter(
      entry => entry.ns === NS.category && compareBytes(entry.title, a.continue ?? '') >= 0,
    )
    if (wanted.length === 0) return
    const rows = await q.db
      .selectFrom('category')
      .leftJoin('page', join => join.on('page.ns', '=', NS.category).onRef('page.title', '=', 'category.title'))
      .leftJoin('page_prop', join =>
        join.onRef('page_prop.page_id', '=', 'page.id').on('page_prop.name', '=', 'hiddencat'),
      )
      .where('category.title', 'in', padded(wanted.map(entry => entry.title)))
      .select(['category.title', 'category.pages', 'category.subcats', 'category.files', 'page_prop.page_id as hidden'])
      .orderBy('category.title')
      .execute()
    for (const row of rows) {
      const categoryinfo = {
        size: row.pages,
        pages: row.pages - row.subcats - row.files,
        files: row.files,
        subcats: row.subcats,
        hidden: row.hidden !== null,
      }
      if (q.addToPage(q.pages.entry(NS.category, row.title)!.key, { categoryinfo })) continue
      q.continueWith(row.title)
      return
    }
  },
})
