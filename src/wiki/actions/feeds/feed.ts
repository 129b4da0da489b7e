import type { ActionRun } from '../../api/action-run.ts'
import { escapeHtml } from '../../messages/render.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import type { Wiki } from '../../wiki.ts'

export type FeedFormat = 'atom' | 'rss'
export const FEED_FORMATS = ['atom', 'rss'] as const

/** Metadata of a feed. Texts are plain, `description` is HTML. */
export interface Channel {
  readonly title: string
  readonly description: string
  /** The page that shows the same list in HTML. */
  readonly url: string
}

export interface FeedItem {
  readonly title: string
  /** HTML. */
  readonly description: string
  readonly url: string
  /** Seconds since 1970; null for items without a time. */
  readonly timestamp: number | null
  readonly author: string
  /** URL of the discussion; empty if there is none. */
  readonly comments: string
}

/** Sends a feed instead of the usual result. */
export function answerWithFeed(run: ActionRun, format: FeedFormat, channel: Channel, items: readonly FeedItem[]): void {
  const own = `${run.wiki.scriptUrl}?${new URLSearchParams([...run.request.params])}`
  run.headers['content-disposition'] = 'inline; filename="feed.xml"'
  run.rawAnswer = { type: FEED_TYPE, body: writeFeed({ wiki: run.wiki, now: run.now, own }, format, channel, items) }
}

export const FEED_TYPE = 'application/xml; charset=utf-8'

/** Context in which a feed is written. */
interface Place {
  readonly wiki: Wiki
  readonly now: number
  /** URL of the feed itself. */
  readonly own: string
}

export const writeFeed = (place: Place, format: FeedFormat, channel: Channel, items: readonly FeedItem[]): string =>
  (format === 'rss' ? toRss : toAtom)(place, channel, items)

/** Strips control characters, which XML does not allow. */
const escapeXml = (text: string): string =>
  escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')).replaceAll("'", '&#039;')

const generatorOf = ({ wiki }: Place): string => escapeXml(String(wiki.site.info.general.generator ?? 'Parlance'))
const httpDate = (seconds: number): string => new Date(seconds * 1000).toUTCString()

function toRss(place: Place, { title, description, url }: Channel, items: readonly FeedItem[]): string {
  return `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
	<channel>
		<title>${escapeXml(title)}</title>
		<link>${escapeXml(url)}</link>
		<description>${escapeXml(description)}</description>
		<language>${escapeXml(place.wiki.site.language)}</language>
		<generator>${generatorOf(place)}</generator>
		<lastBuildDate>${httpDate(place.now)}</lastBuildDate>
${items.map(rssItem).join('')}</channel></rss>`
}

const rssItem = ({ title, url, description, timestamp, author, comments }: FeedItem): string => `		<item>
			<title>${escapeXml(title)}</title>
			<link>${escapeXml(url)}</link>
			<guid isPermaLink="false">${escapeXml(url)}</guid>
			<description>${escapeXml(description)}</description>
			${timestamp === null ? '' : `<pubDate>${httpDate(timestamp)}</pubDate>`}
			<dc:creator>${escapeXml(author)}</dc:creator>
			${comments === '' ? '' : `<comments>${escapeXml(comments)}</comments>`}
		</item>
`

function toAtom(place: Place, { title, description, url }: Channel, items: readonly FeedItem[]): string {
  const own = escapeXml(place.own)
  return `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(place.wiki.site.language)}">
	<id>${own}</id>
	<title>${escapeXml(title)}</title>
	<link rel="self" type="application/atom+xml" href="${own}"/>
	<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
	<updated>${isoTimestamp(place.now)}</updated>
	<subtitle>${escapeXml(description)}</subtitle>
	<generator>${generatorOf(place)}</generator>
${items.map(atomEntry).join('')}</feed>`
}

const atomEntry = ({ title, url, description, timestamp, author }: FeedItem): string => `	<entry>
		<id>${escapeXml(url)}</id>
		<title>${escapeXml(title)}</title>
		<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
		${timestamp === null ? '' : `<updated>${isoTimestamp(timestamp)}</updated>`}

		<summary type="html">${escapeXml(description)}</summary>
		<author><name>${escapeXml(author)}</name></author>
	</entry>
`
