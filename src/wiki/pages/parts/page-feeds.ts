import type { FastifyReply } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { FEED_FORMATS, type FeedItem } from '../../actions/feeds/feed.ts'
import type { Go } from '../page.ts'
import type { Visit } from '../visit.ts'
import { feedAddress, feedFormat, sendFeed } from './feeds.ts'
import { namespaceOf } from './form.ts'
import { having } from './items.ts'
import { instant } from './times.ts'

/** Parameters that recent changes and their feed share. */
const SHARED = [
  ...(['namespace', 'invert', 'associated', 'days', 'limit', 'from', 'hideminor', 'hidebots', 'hideanons'] as const),
  ...(['hideliu', 'hidepatrolled', 'hidemyself', 'tagfilter', 'target', 'showlinkedto'] as const),
] as const

/** As in MediaWiki, `feed=atom` on the page leads to the feed of the API with the same filters. */
export function changesFeed(visit: Visit): Go | null {
  const format = feedFormat(visit)
  if (format === undefined) return null
  const { search } = visit
  const query: Record<string, string> = { action: 'feedrecentchanges', feedformat: format }
  for (const name of SHARED) {
    const value = search.get(name)
    // A hidden type is a flag of the API: present or not.
    if (value !== null && value !== '' && !(name.startsWith('hide') && value === '0')) query[name] = value
  }
  return { go: feedAddress(visit, query), status: 302 }
}

const MAX_ITEMS = 50

/** `Special:NewPages?feed=…`: the newest pages with the beginning of their texts. */
export async function newPagesFeed(visit: Visit): Promise<FastifyReply | null> {
  if (feedFormat(visit) === undefined) return null
  const { words, site, search } = visit
  const { recentchanges } = await visit.query({
    list: 'recentchanges',
    rctype: 'new',
    rcprop: 'title|ids|user|parsedcomment|timestamp',
    rcnamespace: namespaceOf(visit),
    rctag: search.get('tagfilter') || undefined,
    rcuser: search.get('username') || undefined,
    ...(search.get('hidebots') !== '0' && { rcshow: '!bot' }),
    rclimit: MAX_ITEMS,
  })
  const items = having(recentchanges, 'timestamp', 'title').map(
    ({ title, timestamp, user = '', parsedcomment = '' }): FeedItem => ({
      title,
      description: `<p>${parsedcomment}</p>`,
      url: site.server + visit.address(title),
      timestamp: instant(timestamp),
      author: user,
      comments: '',
    }),
  )
  const title = words.text('newpages')
  return sendFeed(
    visit,
    { title: `${site.name} - ${title}`, description: title, url: site.server + visit.special('Newpages') },
    items,
  )
}

const pageFeed = (visit: Visit, name: string, format: string): string => {
  const kept = [...visit.search].filter(([key]) => !['title', 'offset', 'dir', 'done', 'feed'].includes(key))
  return visit.special(name, null, { ...Object.fromEntries(kept), feed: format })
}

/** Links to the feeds of a special page for the document head: feed readers find them there. */
export const pageFeedLinks = (visit: Visit, name: string): Html =>
  html`${FEED_FORMATS.map(
    format =>
      html`<link rel="alternate" type="application/${format}+xml" title="${visit.words.text(`feed-${format}`)}" href="${pageFeed(visit, name, format)}">`,
  )}`

/** The same among the tools. */
export const pageFeedTools = (visit: Visit, name: string): Html =>
  html`${FEED_FORMATS.map(
    format => html`<li><a href="${pageFeed(visit, name, format)}">${visit.words.text(`feed-${format}`)}</a></li>`,
  )}`
