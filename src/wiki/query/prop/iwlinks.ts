import { sql } from 'kysely'
import { from, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, propModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'
import { content } from '../../api/result/shape.ts'
import { foreignUrl, requirePrefix } from '../families/foreign-links.ts'

export const iwlinks = propModule({
  name: 'iwlinks',
  prefix: 'iw',
  classname: 'ApiQueryIWLinks',
  tag: 'iw',
  needsPages: true,
  cacheable: true,
  summary: 'The links from pages to other wikis, other than language links.',
  helpUrls: [helpPage('Iwlinks')],
  params: {
    prop: manyOf(['url']),
    prefix: string(),
    title: string(),
    dir: ascending(),
    limit: limit(),
    continue: continuation(),
    url: boolean({ deprecated: true }),
  },

  async pageListing(q, a) {
    requirePrefix(q, a.prefix, a.title, 'prefix')
    q.requireAtMostOneOf(a, 'prop', 'url')
    const withUrl = a.url || a.prop?.includes('url')
    const direction = a.dir === 'ascending' ? 'asc' : 'desc'
    const columns = ['from_id', 'prefix', 'title']
    let query = q.db.selectFrom('interwiki_link').where('from_id', 'in', padded(q.pages.goodIds)).selectAll()
    if (a.prefix !== undefined) query = query.where('prefix', '=', a.prefix)
    if (a.title !== undefined) query = query.where('title', '=', a.title)
    const after = q.cursor(a.continue, 'loose', 'string', 'string')
    if (after) query = query.where(from(columns, after, direction))
    for (const column of columns) query = query.orderBy(sql.ref(column), direction)
    const rows = await query.limit(a.limit + 1).execute()
    return listedPerPage(rows, {
      pageId: row => row.from_id,
      item: row => {
        const url = withUrl ? { url: foreignUrl(q, row.prefix, row.title) } : {}
        return content({ prefix: row.prefix, ...url, title: row.title }, 'title')
      },
      next: row => `${row.from_id}|${row.prefix}|${row.title}`,
    })
  },
})
