import { type SqlBool, sql } from 'kysely'
import { from } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation, namespaces, protocol } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'
import { asObject } from '../../api/result/shape.ts'
import { decodeIndex, encodeIndex, shownUrl, urlCondition } from '../families/external-urls.ts'

export const exturlusage = listModule({
  name: 'exturlusage',
  prefix: 'eu',
  classname: 'ApiQueryExtLinksUsage',
  tag: 'eu',
  generator: true,
  cacheable: true,
  summary: 'The pages that link to a web address or to any address of a site.',
  helpUrls: [helpPage('Exturlusage')],
  params: {
    prop: manyOf(['ids', 'title', 'url'], { default: ['ids', 'title', 'url'] }),
    continue: continuation(),
    protocol: protocol(),
    query: string(),
    namespace: namespaces(),
    limit: limit(),
    expandurl: boolean(),
  },

  async listing(q, a) {
    let query = q.db
      .selectFrom('external_link as link')
      .innerJoin('page', 'page.id', 'link.from_id')
      .select(['link.id', 'link.url', 'link.domain_index', 'page.id as page_id', 'page.ns', 'page.title'])
      .orderBy('link.domain_index')
      .orderBy('link.id')
      .where(urlCondition(q, a))
      .limit(a.limit + 1)
    const wanted = a.namespace && a.namespace.length > 0 ? a.namespace : null
    // A sparing wiki reads no more than it would show, and leaves out of that what is not wanted.
    const isShown = (row: { ns: number }) => !q.wiki.miserMode || !wanted || wanted.includes(row.ns)
    // The plus keeps SQLite on the addresses' index, whose order is wanted, instead of on all pages of a namespace.
    if (wanted && !q.wiki.miserMode) query = query.where(sql<SqlBool>`+page.ns in (${sql.join(wanted)})`)
    const after = q.cursor(a.continue, 'string', 'loose')
    if (after) query = query.where(from(['link.domain_index', 'link.id'], [decodeIndex(after[0]), after[1]], 'asc'))
    return listed(await query.execute(), {
      item: row =>
        isShown(row)
          ? asObject({
              ...(a.prop.includes('ids') && { pageid: row.page_id }),
              ...(a.prop.includes('title') && q.pageName(row.ns, row.title)),
              ...(a.prop.includes('url') && { url: shownUrl(q, row.url, a.expandurl) }),
            })
          : null,
      next: row => `${encodeIndex(row.domain_index)}|${row.id}`,
      page: row => (isShown(row) ? { id: row.page_id } : null),
      keepsOrder: true,
    })
  },
})
