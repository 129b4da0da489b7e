import { sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { limit, manyOf, timestamp } from '../../api/params/kinds.ts'
import { restrictTimes } from '../../api/query/time-range.ts'
import type { Row } from '../../api/result/shape.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { digitTimestamp, isoTimestamp } from '../../site/timestamp.ts'

export const protectedtitles = listModule({
  name: 'protectedtitles',
  prefix: 'pt',
  classname: 'ApiQueryProtectedTitles',
  tag: 'pt',
  generator: true,
  cacheable: true,
  summary: 'Titles that nobody below a given level may create.',
  helpUrls: [helpPage('Protectedtitles')],
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

  async listing(q, a) {
    const prop = new Set(q.isGenerator ? [] : a.prop)
    const after = q.cursor(a.continue, 'timestamp', 'int', 'string')
    let query = restrictTimes(
      q.db.selectFrom('protected_title'),
      ['protected_title.timestamp', 'protected_title.ns', 'protected_title.title'],
      {
        ...a,
        after,
      },
    )
    if (a.namespace && a.namespace.length > 0) {
      // The plus keeps the planner on the order of time.
      query = query.where(sql<boolean>`+protected_title.ns in (${sql.join(padded(a.namespace))})`)
    }
    if (a.level && a.level.length > 0) query = query.where('protected_title.level', 'in', [...a.level])
    const rows = await query
      .leftJoin('account', 'account.id', 'protected_title.account_id')
      .selectAll('protected_title')
      .select('account.name as user')
      .limit(a.limit + 1)
      .execute()
    const wantsComment = prop.has('comment') || prop.has('parsedcomment')
    const comments = await summaryTexts(q.db, wantsComment ? rows.map(row => row.summary_id) : [])
    const written = rows.map(row => ({ text: comments.get(row.summary_id) ?? '', page: row }))
    const parsed = prop.has('parsedcomment') ? await parsedSummaries(q.run, written) : []
    const html = new Map(rows.map((row, index) => [row, parsed[index] ?? '']))
    return listed(rows, {
      item: row => {
        const item: Row = q.pageName(row.ns, row.title)
        if (prop.has('timestamp')) item.timestamp = isoTimestamp(row.timestamp)
        if (prop.has('user') && row.user !== null) item.user = row.user
        if (prop.has('user') || prop.has('userid')) item.userid = row.account_id
        if (prop.has('comment')) item.comment = comments.get(row.summary_id) ?? ''
        if (prop.has('parsedcomment')) item.parsedcomment = html.get(row)
        if (prop.has('expiry')) item.expiry = row.expires_at === null ? 'infinity' : isoTimestamp(row.expires_at)
        if (prop.has('level')) item.level = row.level
        return item
      },
      next: row => `${digitTimestamp(row.timestamp)}|${row.ns}|${row.title}`,
      page: row => ({ ns: row.ns, title: row.title }),
    })
  },
})
