import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { integer, limit, manyOf, string } from '../../api/params/kinds.ts'
import { text } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import { titleRange } from '../../api/query/title-range.ts'
import { content } from '../../api/result/shape.ts'
import { NS } from '../../site/namespaces.ts'
import { CATEGORIES } from '../families/categories.ts'

export const allcategories = listModule({
  name: 'allcategories',
  prefix: 'ac',
  classname: 'ApiQueryAllCategories',
  tag: 'c',
  generator: true,
  cacheable: true,
  summary: 'List all categories that are in use or have a page, optionally with their sizes.',
  helpUrls: [helpPage('Allcategories')],
  help: {
    examples: [
      ['action=query&list=allcategories&acprop=size', 'size'],
      ['action=query&generator=allcategories&gacprefix=List&prop=info', 'generator'],
    ],
    params: {
      min: { words: 'Minimum number of members.' },
      max: { words: 'Maximum number of members.' },
      prop: { values: ['size', 'hidden'] },
    },
  },
  result: {
    allcategories: [
      {
        category: 'string',
        'size?': 'integer',
        'pages?': 'integer',
        'files?': 'integer',
        'subcats?': 'integer',
        'hidden?': 'boolean',
      },
    ],
  },
  params: {
    from: string(),
    continue: continuation(),
    to: string(),
    prefix: string(),
    dir: ascending(),
    min: integer(),
    max: integer(),
    limit: limit(),
    prop: manyOf(['hidden', 'size'], { default: '' }),
  },

  listing: (q, a) =>
    listed(
      CATEGORIES.and(titleRange(q, 'category.title', { ...a, ns: NS.category }))
        .where('category.pages', '>=', a.min)
        .where('category.pages', '<=', a.max),
      {
        keys: [text('category.title')],
        item: row => {
          const size = {
            size: row.pages,
            pages: row.pages - row.subcats - row.files,
            files: row.files,
            subcats: row.subcats,
          }
          const item = {
            category: row.title.replaceAll('_', ' '),
            ...(a.prop.includes('size') && size),
            ...(a.prop.includes('hidden') && { hidden: row.hidden !== null }),
          }
          return content(item, 'category')
        },
        page: row => ({ ns: NS.category, title: row.title }),
      },
    ),
})
