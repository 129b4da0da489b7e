import { type SqlBool, sql } from 'kysely'
import { some, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation, namespaces } from '../../api/params/common.ts'
import { limit, manyOf, string, user } from '../../api/params/kinds.ts'
import { number, text } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { rowRange } from '../../api/query/range.ts'
import { titleMembers } from '../../api/result/common.ts'
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
  // As in MediaWiki.
  besideQuery: true,
  generator: true,
  summary: 'List all pages on a watchlist by title.',
  helpUrls: [helpPage('Watchlistraw')],
  help: {
    examples: [
      ['action=query&list=watchlistraw', 'simple'],
      ['action=query&generator=watchlistraw&gwrshow=changed&prop=info', 'generator'],
    ],
    params: {
      prop: { values: ['changed'] },
      token: { words: "Watchlist token from the owner's preferences." },
      fromtitle: { words: 'Title to start from, including the namespace.' },
      totitle: { words: 'Title to end at, including the namespace.' },
    },
  },
  result: { watchlistraw: [{ ...titleMembers, 'changed?': 'string' }] },
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
    const query = WATCHED.where('account_id', '=', owner.id)
      .where(sql<SqlBool>`(expires_at is null or expires_at > ${q.now})`)
      .where('ns', 'in', some(a.namespace))
      .where(show.has('changed') ? sql<SqlBool>`notified_at is not null` : null)
      .where(show.has('!changed') ? sql<SqlBool>`notified_at is null` : null)
      .and(rowRange(COLUMNS, a.dir, titleStart(q, a.fromtitle), titleStart(q, a.totitle)))
    const showChanged = a.prop?.includes('changed')
    return listed(query, {
      keys: [number('watch.ns'), text('watch.title')],
      item: row => ({
        ...q.pageName(row.ns, row.title),
        ...(showChanged && row.notified_at !== null && { changed: isoTimestamp(row.notified_at) }),
      }),
      page: row => ({ ns: row.ns, title: row.title }),
    })
  },
})

const COLUMNS = ['watch.ns', 'watch.title']

const WATCHED = statement(db => db.selectFrom('watch').select(['ns', 'title', 'notified_at']))

/** Namespace and title prefix at which the list starts or ends. */
function titleStart(q: QueryRun, text: string | undefined): [number, string] | undefined {
  if (text === undefined) return undefined
  // A prefix may end in a space, which a title cannot, so a letter is appended while it is parsed.
  const title = parseTitle(q.site, `${text}x`)
  const isUsable = !('invalid' in title) && title.interwiki === '' && title.fragment === '' && title.dbkey.length > 1
  if (!isUsable) fail('apierror-invalidtitle', [escapeWikitext(text)])
  return [title.ns, title.dbkey.slice(0, -1)]
}
