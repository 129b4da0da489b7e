import { helpPage } from '../../api/help-page.ts'
import { continuation } from '../../api/params/common.ts'
import { text } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import { NS } from '../../site/namespaces.ts'
import { CATEGORIES } from '../families/categories.ts'

export const categoryinfo = propModule({
  name: 'categoryinfo',
  prefix: 'ci',
  classname: 'ApiQueryCategoryInfo',
  cacheable: true,
  summary: 'Get the number of pages, files and subcategories in categories.',
  helpUrls: [helpPage('Categoryinfo')],
  help: { examples: [['action=query&prop=categoryinfo&titles=Category:Foo|Category:Bar', 'simple']] },
  result: {
    'categoryinfo?': { size: 'integer', pages: 'integer', files: 'integer', subcats: 'integer', hidden: 'boolean' },
  },
  params: {
    continue: continuation(),
  },

  pageListing(q) {
    const titles = q.pages.entries.filter(entry => entry.ns === NS.category).map(entry => entry.title)
    if (titles.length === 0) return null
    return listedPerPage(CATEGORIES.where('category.title', 'in', titles), {
      keys: [text('category.title')],
      limit: titles.length,
      pageId: row => q.pages.entry(NS.category, row.title)!.key,
      addsFields: true,
      item: row => ({
        categoryinfo: {
          size: row.pages,
          pages: row.pages - row.subcats - row.files,
          files: row.files,
          subcats: row.subcats,
          hidden: row.hidden !== null,
        },
      }),
    })
  },
})
