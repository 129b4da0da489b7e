import type { FastifyReply } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { FEED_FORMATS, FEED_TYPE, type FeedItem, writeFeed } from '../../actions/feeds/feed.ts'
import type { Visit } from '../visit.ts'
import type { Revision } from './revisions.ts'
import { instant } from './times.ts'

type Query = Readonly<Record<string, string | number>>

/** URL of a feed: API feeds have `feedformat`, feeds of a view belong to its URL. */
export function feedAddress(visit: Visit, query: Query): string {
  const fields = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const base = 'feedformat' in query ? '/api.php' : visit.site.script
  return `${base}?${new URLSearchParams(fields)}`
}

const withFormat = (query: Query, format: string): Query =>
  String(query.action).startsWith('feed') ? { ...query, feedformat: format } : { ...query, feed: format }

/** Feed links for the document head. */
export const feedLinks = (visit: Visit, query: Query): Html =>
  html`<link rel="alternate" type="application/atom+xml" title="${visit.words.text('feed-atom')}"
    href="${feedAddress(visit, withFormat(query, 'atom'))}">`

/** Feed links among the tools. */
export const feedTools = (visit: Visit, query: Query): Html =>
  html`${['atom', 'rss'].map(format => {
    const address = feedAddress(visit, withFormat(query, format))
    return html`<li><a href="${address}">${visit.words.text(`feed-${format}`)}</a></li>`
  })}`

/** The history of a page as a feed, if requested. */
export function historyFeed(visit: Visit, name: string, rows: readonly Revision[]): FastifyReply | null {
  const format = FEED_FORMATS.find(each => each === visit.search.get('feed'))
  if (format === undefined) return null
  const { words, wiki, site } = visit
  const at = (path: string) => site.server + path
  const items = rows.map(
    (row): FeedItem => ({
      title: `${row.user ?? ''}`,
      description: row.parsedcomment ?? '',
      url: at(
        visit.address(name, row.parentid === 0 ? { oldid: row.revid } : { diff: row.revid, oldid: row.parentid }),
      ),
      timestamp: instant(row.timestamp),
      author: row.user ?? '',
      comments: '',
    }),
  )
  const channel = {
    title: words.text('history-title', name),
    description: '',
    url: at(visit.address(name, { action: 'history' })),
  }
  const own = at(visit.here())
  const body = writeFeed({ wiki, now: seconds(wiki.clock), own }, format, channel, items)
  return visit.reply
    .headers({ 'Content-Type': FEED_TYPE, 'Cache-Control': 'private, no-cache', Vary: 'Cookie' })
    .send(body)
}
