import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { type RowOf, some, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { limit, manyOf, timestamp } from '../../api/params/kinds.ts'
import { number, text, time } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import { titleMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

const protectedTitleMembers = {
  ...titleMembers,
  'timestamp?': 'string',
  'user?': 'string',
  'userid?': 'integer',
  'comment?': 'string',
  'parsedcomment?': 'string',
  'expiry?': 'string',
  'level?': 'string',
} as const satisfies Members

export const protectedtitles = listModule({
  name: 'protectedtitles',
  prefix: 'pt',
  classname: 'ApiQueryProtectedTitles',
  tag: 'pt',
  generator: true,
  cacheable: true,
  summary: 'List titles protected from creation.',
  helpUrls: [helpPage('Protectedtitles')],
  help: {
    examples: [
      ['action=query&list=protectedtitles', 'simple'],
      ['action=query&generator=protectedtitles&gptnamespace=0&prop=linkshere', 'generator'],
    ],
    params: {
      level: { words: 'List only titles with these protection levels.' },
      prop: { values: ['timestamp', 'user', 'userid', 'comment', 'parsedcomment', 'expiry', 'level'] },
    },
  },
  result: { protectedtitles: [protectedTitleMembers] },
  params: {
    namespace: namespaces(),
    level: manyOf(['autoconfirmed', 'sysop']),
    limit: limit(),
    dir: newerOlder(),
    start: timestamp(),
    end: timestamp(),
    prop: manyOf(['comment', 'expiry', 'level', 'parsedcomment', 'timestamp', 'user', 'userid'], {
      default: ['timestamp', 'level'],
    }),
    continue: continuation(),
  },

  listing(q, a) {
    const prop = new Set<string>(a.prop)
    const query = TITLES.and(timeRange('protected_title.timestamp', a))
      // The no-op plus keeps the planner on the time index.
      .where(
        a.namespace && a.namespace.length > 0
          ? sql<SqlBool>`+protected_title.ns in (${sql.join(padded(a.namespace))})`
          : null,
      )
      .where('protected_title.level', 'in', some(a.level))
    return listed(query, {
      keys: [time('protected_title.timestamp'), number('protected_title.ns'), text('protected_title.title')],
      items: rows => titleItems(q, prop, rows),
      page: row => ({ ns: row.ns, title: row.title }),
    })
  },
})

const TITLES = statement(db =>
  db
    .selectFrom('protected_title')
    .leftJoin('account', 'account.id', 'protected_title.account_id')
    .selectAll('protected_title')
    .select('account.name as user'),
)
type TitleRow = RowOf<typeof TITLES>

async function titleItems(q: QueryRun, prop: ReadonlySet<string>, rows: readonly TitleRow[]) {
  const wantsComment = prop.has('comment') || prop.has('parsedcomment')
  const comments = await summaryTexts(q.db, wantsComment ? rows.map(row => row.summary_id) : [])
  const written = rows.map(row => ({ text: comments.get(row.summary_id) ?? '', page: row }))
  const parsed = prop.has('parsedcomment') ? await parsedSummaries(q.run, written) : []
  const html = new Map(rows.map((row, index) => [row, parsed[index] ?? '']))
  return (row: TitleRow) => {
    const item: ResultOf<typeof protectedTitleMembers> = q.pageName(row.ns, row.title)
    if (prop.has('timestamp')) item.timestamp = isoTimestamp(row.timestamp)
    if (prop.has('user') && row.user !== null) item.user = row.user
    if (prop.has('user') || prop.has('userid')) item.userid = row.account_id
    if (prop.has('comment')) item.comment = comments.get(row.summary_id) ?? ''
    if (prop.has('parsedcomment')) item.parsedcomment = html.get(row)
    if (prop.has('expiry')) item.expiry = row.expires_at === null ? 'infinity' : isoTimestamp(row.expires_at)
    if (prop.has('level')) item.level = row.level
    return item
  }
}
