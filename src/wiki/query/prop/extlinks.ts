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
  needsPages: true,
  cacheable: true,
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
    // The continue value names the page only where there is more than one.
    const several = q.pages.good.size > 1
    if (several) {
      const after = q.cursor(a.continue, 'loose', 'string', 'loose')
      const columns = ['link.from_id', 'link.domain_index', 'link.id']
      if (after) query = query.where(from(columns, [after[0], decodeIndex(after[1]), after[2]], 'asc'))
    } else {
      const after = q.cursor(a.continue, 'string', 'loose')
      if (after) query = query.where(from(['link.domain_index', 'link.id'], [decodeIndex(after[0]), after[1]], 'asc'))
    }
    return listedPerPage(await query.execute(), {
      pageId: row => row.from_id,
      item: row => content({ url: shownUrl(q, row.url, a.expandurl) }, 'url'),
      next: row => `${several ? `${row.from_id}|` : ''}${encodeIndex(row.domain_index)}|${row.id}`,
    })
  },
})
