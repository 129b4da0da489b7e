import { from } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { ascending, continuation, namespaces } from '../../api/params/common.ts'
import { limit, manyOf, string, user } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { parseTitle } from '../../site/titles.ts'
import { showFilters } from '../families/show-filters.ts'
import { watchlistOwner } from '../families/watchlist-owner.ts'

export const watchlistraw = listModule({
  name: 'watchlistraw',
  prefix: 'wr',
  classname: 'ApiQueryWatchlistRaw',
  tag: 'wr',
  generator: true,
  summary: 'Every page on a watchlist, by title.',
  helpUrls: [helpPage('Watchlistraw')],
  params: {
    continue: continuation(),
    namespace: namespaces(),
    limit: limit(),
    prop: manyOf(['changed']),
    show: manyOf(['!changed', 'changed']),
    owner: user({ subtypes: ['name'] }),
    token: string({ sensitive: true }),
    dir: ascending(),
    fromtitle: string(),
    totitle: string(),
  },

  async listing(q, a) {
    const owner = await watchlistOwner(q, a)
    const show = showFilters(a.show)
    const order = a.dir === 'ascending' ? 'asc' : 'desc'
    let query = q.db
      .selectFrom('watch')
      .where('account_id', '=', owner.id)
      .where(either => either.or([either('expires_at', 'is', null), either('expires_at', '>', q.now)]))
      .orderBy('ns', order)
      .orderBy('title', order)
      .select(['ns', 'title', 'notified_at'])
    if (a.namespace && a.namespace.length > 0) query = query.where('ns', 'in', [...a.namespace])
    if (show.has('changed')) query = query.where('notified_at', 'is not', null)
    if (show.has('!changed')) query = query.where('notified_at', 'is', null)
    const after = q.cursor(a.continue, 'int', 'string')
    if (after) query = query.where(from(['ns', 'title'], after, order))
    const columns = ['ns', 'title']
    if (a.fromtitle !== undefined) query = query.where(from(columns, titleStart(q, a.fromtitle), order))
    if (a.totitle !== undefined) {
      query = query.where(from(columns, titleStart(q, a.totitle), order === 'asc' ? 'desc' : 'asc'))
    }
    const rows = await query.limit(a.limit + 1).execute()
    const showChanged = a.prop?.includes('changed')
    return listed(rows, {
      item: row => ({
        ...q.pageName(row.ns, row.title),
        ...(showChanged && row.notified_at !== null && { changed: isoTimestamp(row.notified_at) }),
      }),
      next: row => `${row.ns}|${row.title}`,
      page: row => ({ ns: row.ns, title: row.title }),
    })
  },
})

/** The namespace and the beginning of a title, from where on (or up to which) the list goes. */
function titleStart(q: QueryRun, text: string): [number, string] {
  // A beginning may end in a space, which a title cannot: a letter is put behind it while it is read.
  const title = parseTitle(q.site, `${text}x`)
  const isUsable = !('invalid' in title) && title.interwiki === '' && title.fragment === '' && title.dbkey.length > 1
  if (!isUsable) fail('apierror-invalidtitle', [escapeWikitext(text)])
  return [title.ns, title.dbkey.slice(0, -1)]
}
