import { from } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'
import { asObject } from '../../api/result/shape.ts'

export const pageswithprop = listModule({
  name: 'pageswithprop',
  prefix: 'pwp',
  classname: 'ApiQueryPagesWithProp',
  tag: 'page',
  generator: true,
  cacheable: true,
  summary: 'The pages that have a given page property.',
  helpUrls: [helpPage('Pageswithprop')],
  params: {
    propname: string({ required: true }),
    prop: manyOf(['ids', 'title', 'value'], { default: ['ids', 'title'] }),
    continue: continuation(),
    limit: limit(),
    dir: ascending(),
  },

  async listing(q, a) {
    const [after] = q.cursor(a.continue, 'int') ?? []
    const direction = a.dir === 'ascending' ? 'asc' : 'desc'
    let query = q.db
      .selectFrom('page_prop')
      .innerJoin('page', 'page.id', 'page_prop.page_id')
      .where('page_prop.name', '=', a.propname)
      .select(['page.id', 'page.ns', 'page.title', 'page_prop.value'])
      .orderBy('page_prop.page_id', direction)
      .limit(a.limit + 1)
    if (after !== undefined) query = query.where(from(['page_prop.page_id'], [after], direction))
    return listed(await query.execute(), {
      item: row =>
        asObject({
          ...(a.prop.includes('ids') && { pageid: row.id }),
          ...(a.prop.includes('title') && q.pageName(row.ns, row.title)),
          ...(a.prop.includes('value') && { value: row.value }),
        }),
      next: row => String(row.id),
      page: row => ({ id: row.id }),
      keepsOrder: true,
    })
  },
})
