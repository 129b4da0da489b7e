import { padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { propModule } from '../../api/query/query-module.ts'

export const pageprops = propModule({
  name: 'pageprops',
  prefix: 'pp',
  classname: 'ApiQueryPageProps',
  needsPages: true,
  cacheable: true,
  summary: 'The properties that the text of a page sets, such as its displayed title.',
  helpUrls: [helpPage('Pageprops')],
  params: {
    continue: continuation(),
    prop: strings(),
  },

  async run(q, a) {
    const after = q.cursor(a.continue, 'int')?.[0] ?? 0
    const ids = q.pages.goodIds.filter(id => id >= after)
    if (ids.length === 0) return
    let query = q.db.selectFrom('page_prop').where('page_id', 'in', padded(ids)).selectAll()
    if (a.prop) query = query.where('name', 'in', padded(a.prop.length > 0 ? a.prop : ['']))
    const rows = await query.orderBy('page_id').orderBy('name').execute()
    for (const [pageId, props] of Map.groupBy(rows, row => row.page_id)) {
      const fields = { pageprops: Object.fromEntries(props.map(prop => [prop.name, prop.value])) }
      if (q.addToPage(pageId, fields)) continue
      q.continueWith(pageId)
      return
    }
  },
})
