import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { some, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces, protocol } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'
import { looseNumber } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import { optionalPageMembers } from '../../api/result/common.ts'
import { asObject } from '../../api/result/shape.ts'
import { addressKey, shownUrl, urlCondition } from '../families/external-urls.ts'

export const exturlusage = listModule({
  name: 'exturlusage',
  prefix: 'eu',
  classname: 'ApiQueryExtLinksUsage',
  tag: 'eu',
  generator: true,
  cacheable: true,
  summary: 'List pages that contain a given external link.',
  helpUrls: [helpPage('Exturlusage')],
  help: {
    examples: [['action=query&list=exturlusage&euquery=www.mediawiki.org', 'simple']],
    params: { prop: { values: ['ids', 'title', 'url'] } },
  },
  result: { exturlusage: [{ ...optionalPageMembers, 'url?': 'string' }] },
  params: {
    prop: manyOf(['ids', 'title', 'url'], { default: ['ids', 'title', 'url'] }),
    continue: continuation(),
    protocol: protocol(),
    query: string(),
    namespace: namespaces(),
    limit: limit(),
    expandurl: boolean(),
  },

  listing(q, a) {
    const onlyNamespaces = some(a.namespace)
    // In miser mode, rows of other namespaces count towards the limit but are not shown.
    const isShown = (row: { ns: number }) => !q.wiki.miserMode || !onlyNamespaces || onlyNamespaces.includes(row.ns)
    const query = LINKS.where(urlCondition(q, a))
      // The no-op plus keeps SQLite on the URL index, which has the required order.
      .where(
        onlyNamespaces && !q.wiki.miserMode ? sql<SqlBool>`+page.ns in (${sql.join(padded(onlyNamespaces))})` : null,
      )
    return listed(query, {
      keys: [addressKey, looseNumber('link.id')],
      item: row =>
        isShown(row)
          ? asObject({
              ...(a.prop.includes('ids') && { pageid: row.page_id }),
              ...(a.prop.includes('title') && q.pageName(row.ns, row.title)),
              ...(a.prop.includes('url') && { url: shownUrl(q, row.url, a.expandurl) }),
            })
          : null,
      page: row => (isShown(row) ? { id: row.page_id } : null),
      keepsOrder: true,
    })
  },
})

const LINKS = statement(db =>
  db
    .selectFrom('external_link as link')
    .innerJoin('page', 'page.id', 'link.from_id')
    .select(['link.id', 'link.url', 'link.domain_index', 'page.id as page_id', 'page.ns', 'page.title']),
)
