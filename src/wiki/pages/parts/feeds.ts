import type { FastifyReply } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { type Channel, FEED_FORMATS, FEED_TYPE, type FeedItem, writeFeed } from '../../actions/feeds/feed.ts'
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
export function feedLinks(visit: Visit, query: Query): Html {
  const address = feedAddress(visit, withFormat(query, 'atom'))
  const title = visit.words.text('feed-atom')
  return html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${address}">`
}

/** Feed links among the tools. */
export const feedTools = (visit: Visit, query: Query): Html =>
  html`${['atom', 'rss'].map(format => {
    const address = feedAddress(visit, withFormat(query, format))
    return html`<li><a href="${address}">${visit.words.text(`feed-${format}`)}</a></li>`
  })}`

/** The requested format of a feed, as MediaWiki's pages take it. */
export const feedFormat = ({ search }: Visit) => FEED_FORMATS.find(each => each === search.get('feed'))

/** Sends a feed in place of a page. */
export function sendFeed(visit: Visit, channel: Channel, items: readonly FeedItem[]): FastifyReply {
  const { wiki, site } = visit
  const place = { wiki, now: seconds(wiki.clock), own: site.server + visit.here() }
  visit.cookies()
  return visit.reply
    .headers({ 'Content-Type': FEED_TYPE, 'Cache-Control': 'private, no-cache', Vary: 'Cookie' })
    .send(writeFeed(place, feedFormat(visit) ?? 'atom', channel, items))
}

/** The history of a page as a feed, if requested. */
export function historyFeed(visit: Visit, name: string, rows: readonly Revision[]): FastifyReply | null {
  if (feedFormat(visit) === undefined) return null
  const { words, site } = visit
  const at = (path: string) => site.server + path
  const items = rows.map(
    (row): FeedItem => ({
      title: `${row.user ?? ''}`,
      description: row.parsedcomment ?? '',
      url: at(visit.address(name, row.parentid ? { diff: row.revid, oldid: row.parentid } : { oldid: row.revid })),
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
  return sendFeed(visit, channel, items)
}
