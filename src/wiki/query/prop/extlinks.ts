import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, protocol } from '../../api/params/common.ts'
import { boolean, limit, string } from '../../api/params/kinds.ts'
import { looseNumber } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import { content } from '../../api/result/shape.ts'
import { addressKey, shownUrl, urlCondition } from '../families/external-urls.ts'

export const extlinks = propModule({
  name: 'extlinks',
  prefix: 'el',
  classname: 'ApiQueryExternalLinks',
  tag: 'el',
  needsPages: true,
  cacheable: true,
  summary: 'List the external URLs that pages link to.',
  helpUrls: [helpPage('Extlinks')],
  help: { examples: [['action=query&prop=extlinks&titles={main-page}', 'simple']] },
  result: { 'extlinks?': [{ url: 'string' }] },
  params: {
    limit: limit(),
    continue: continuation(),
    protocol: protocol(),
    query: string(),
    expandurl: boolean(),
  },

  pageListing: (q, a) =>
    listedPerPage(LINKS.where('link.from_id', 'in', q.pages.goodIds).where(urlCondition(q, a)), {
      // The continue value includes the page only if there are several.
      keys: [...(q.pages.good.size > 1 ? [looseNumber('link.from_id')] : []), addressKey, looseNumber('link.id')],
      pageId: row => row.from_id,
      item: row => content({ url: shownUrl(q, row.url, a.expandurl) }, 'url'),
    }),
})

const LINKS = statement(db =>
  db.selectFrom('external_link as link').select(['link.id', 'link.from_id', 'link.url', 'link.domain_index']),
)
