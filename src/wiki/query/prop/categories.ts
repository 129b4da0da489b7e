import { from, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, propModule } from '../../api/module.ts'
import { ascending, continuation, strings } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { parseTitle } from '../../site/titles.ts'

export const categories = propModule({
  name: 'categories',
  prefix: 'cl',
  classname: 'ApiQueryCategories',
  tag: 'cl',
  needsPages: true,
  generator: true,
  cacheable: true,
  summary: 'The categories that pages belong to.',
  helpUrls: [helpPage('Categories')],
  params: {
    prop: manyOf(['hidden', 'sortkey', 'timestamp']),
    show: manyOf(['!hidden', 'hidden']),
    limit: limit(),
    continue: continuation(),
    categories: strings(),
    dir: ascending(),
  },

  async pageListing(q, a) {
    const ids = q.pages.goodIds
    const wanted = a.categories && wantedCategories(q, a.categories)
    if (wanted?.length === 0)
      return listedPerPage([], { pageId: () => 0, item: () => null, next: () => '', page: () => null })
    const direction = a.dir === 'ascending' ? 'asc' : 'desc'
    const after = q.cursor(a.continue, 'loose', 'string')
    if (a.show?.includes('hidden') && a.show.includes('!hidden')) fail('apierror-show')
    let query = q.db
      .selectFrom('category_link as link')
      .leftJoin('page', join => join.on('page.ns', '=', NS.category).onRef('page.title', '=', 'link.category'))
      .leftJoin('page_prop as hiding', join =>
        join.onRef('hiding.page_id', '=', 'page.id').on('hiding.name', '=', 'hiddencat'),
      )
      .where('link.page_id', 'in', padded(ids))
      .select([
        'link.page_id',
        'link.category',
        'link.sortkey',
        'link.sortkey_prefix',
        'link.timestamp',
        'hiding.page_id as hidden',
      ])
      .orderBy('link.page_id', direction)
      .orderBy('link.category', direction)
      .limit(a.limit + 1)
    if (wanted) query = query.where('link.category', 'in', padded(wanted))
    if (a.show?.includes('hidden')) query = query.where('hiding.page_id', 'is not', null)
    if (a.show?.includes('!hidden')) query = query.where('hiding.page_id', 'is', null)
    if (after) query = query.where(from(['link.page_id', 'link.category'], after, direction))
    const prop = new Set<string>(a.prop)
    return listedPerPage(await query.execute(), {
      pageId: row => row.page_id,
      item: row => ({
        ...q.pageName(NS.category, row.category),
        ...(prop.has('sortkey') && { sortkey: row.sortkey.toString('hex'), sortkeyprefix: row.sortkey_prefix }),
        ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.timestamp) }),
        ...(prop.has('hidden') && { hidden: row.hidden !== null }),
      }),
      next: row => `${row.page_id}|${row.category}`,
      page: row => ({ ns: NS.category, title: row.category }),
    })
  },
})

function wantedCategories(q: QueryRun, titles: readonly string[]): string[] {
  return titles.flatMap(text => {
    const title = parseTitle(q.site, text)
    if (!('invalid' in title) && title.ns === NS.category) return [title.dbkey]
    q.warn('apiwarn-invalidcategory', [escapeWikitext(text)])
    return []
  })
}
