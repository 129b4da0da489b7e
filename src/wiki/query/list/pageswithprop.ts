import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'
import { number } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import { optionalPageMembers } from '../../api/result/common.ts'
import { asObject } from '../../api/result/shape.ts'

export const pageswithprop = listModule({
  name: 'pageswithprop',
  prefix: 'pwp',
  classname: 'ApiQueryPagesWithProp',
  tag: 'page',
  generator: true,
  cacheable: true,
  summary: 'List pages with a given page property.',
  helpUrls: [helpPage('Pageswithprop')],
  help: {
    examples: [
      ['action=query&list=pageswithprop&pwppropname=displaytitle&pwpprop=ids|title|value', 'simple'],
      ['action=query&generator=pageswithprop&gpwppropname=notoc&prop=info', 'generator'],
    ],
    params: { propname: { words: 'Page property to list pages for.' }, prop: { values: ['ids', 'title', 'value'] } },
  },
  result: { pageswithprop: [{ ...optionalPageMembers, 'value?': 'string' }] },
  params: {
    propname: string({ required: true }),
    prop: manyOf(['ids', 'title', 'value'], { default: ['ids', 'title'] }),
    continue: continuation(),
    limit: limit(),
    dir: ascending(),
  },

  listing: (q, a) =>
    listed(PAGES.where('page_prop.name', '=', a.propname), {
      keys: [number('page_prop.page_id', 'id')],
      item: row =>
        asObject({
          ...(a.prop.includes('ids') && { pageid: row.id }),
          ...(a.prop.includes('title') && q.pageName(row.ns, row.title)),
          ...(a.prop.includes('value') && { value: row.value }),
        }),
      page: row => ({ id: row.id }),
      keepsOrder: true,
    }),
})

const PAGES = statement(db =>
  db
    .selectFrom('page_prop')
    .innerJoin('page', 'page.id', 'page_prop.page_id')
    .select(['page.id', 'page.ns', 'page.title', 'page_prop.value']),
)
