import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { number } from '../../api/query/keys.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'

export const pageprops = propModule({
  name: 'pageprops',
  prefix: 'pp',
  classname: 'ApiQueryPageProps',
  needsPages: true,
  cacheable: true,
  summary: 'Get page properties set by the page text, such as the display title.',
  helpUrls: [helpPage('Pageprops')],
  help: {
    examples: [['action=query&prop=pageprops&titles={main-page}|MediaWiki', 'simple']],
    params: { prop: { words: 'Return only these page properties.' } },
  },
  result: { 'pageprops?': { '*': 'string' } },
  params: {
    continue: continuation(),
    prop: strings(),
  },

  pageListing: (q, a) =>
    listedPerPage(
      // All properties of a page belong in one response, however many rows they are.
      gathered(async ({ after: [first] = [0] }) => {
        const ids = q.pages.goodIds.filter(id => id >= (first as number))
        if (ids.length === 0) return []
        // An empty list asks for all of them, as no list does.
        const names = a.prop?.length === 0 ? undefined : a.prop
        const rows = await PROPS.where('page_id', 'in', ids).where('name', 'in', names).all(q.db)
        return [...Map.groupBy(rows, row => row.page_id)].map(([page_id, props]) => ({ page_id, props }))
      }),
      {
        keys: [{ ...number('page_prop.page_id'), isNumber: true }],
        pageId: row => row.page_id,
        addsFields: true,
        item: row => ({ pageprops: Object.fromEntries(row.props.map(prop => [prop.name, prop.value])) }),
      },
    ),
})

const PROPS = statement(db => db.selectFrom('page_prop').selectAll().orderBy('page_id').orderBy('name'))
