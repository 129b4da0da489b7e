import { from, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, propModule } from '../../api/module.ts'
import { continuation, protocol } from '../../api/params/common.ts'
import { boolean, limit, string } from '../../api/params/kinds.ts'
import { content } from '../../api/result/shape.ts'
import { decodeIndex, encodeIndex, shownUrl, urlCondition } from '../families/external-urls.ts'

export const extlinks = propModule({
  name: 'extlinks',
  prefix: 'el',
  classname: 'ApiQueryExternalLinks',
  tag: 'el',
  summary: 'The web addresses that pages link to.',
  helpUrls: [helpPage('Extlinks')],
  params: {
    limit: limit(),
    continue: continuation(),
    protocol: protocol(),
    query: string(),
    expandurl: boolean(),
  },

  async pageListing(q, a) {
    let query = q.db
      .selectFrom('external_link as link')
      .where('link.from_id', 'in', padded(q.pages.goodIds))
      .select(['link.id', 'link.from_id', 'link.url', 'link.domain_index'])
      .orderBy('link.from_id')
      .orderBy('link.domain_index')
      .orderBy('link.id')
      .where(urlCondition(q, a))
      .limit(a.limit + 1)
    const after = q.cursor(a.continue, 'loose', 'string', 'loose')
    if (after) {
      const place = [after[0], decodeIndex(after[1]), after[2]]
      query = query.where(from(['link.from_id', 'link.domain_index', 'link.id'], place, 'asc'))
    }
    const rows = q.pages.good.size === 0 ? [] : await query.execute()
    return listedPerPage(rows, {
      pageId: row => row.from_id,
      item: row => content({ url: shownUrl(q, row.url, a.expandurl) }, 'url'),
      next: row => `${row.from_id}|${encodeIndex(row.domain_index)}|${row.id}`,
    })
  },
})
