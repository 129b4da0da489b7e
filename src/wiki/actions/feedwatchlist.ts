import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { type Args, boolean, integer, oneOf } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { PageSet } from '../api/query/page-set.ts'
import { QueryRun } from '../api/query/query-run.ts'
import { runModule } from '../api/query/run-module.ts'
import type { Row } from '../api/result/shape.ts'
import { ApiError } from '../messages/message.ts'
import { escapeHtml, renderMessage } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import { watchlist } from '../query/list/watchlist.ts'
import { NS } from '../site/namespaces.ts'
import { parseTimestamp } from '../site/timestamp.ts'
import { titleOrNull } from '../site/titles.ts'
import { encodeFragment, fullUrl } from '../site/urls.ts'
import { answerWithFeed, FEED_FORMATS, type FeedItem } from './feeds/feed.ts'
import { feedWords, siteName } from './feeds/feed-words.ts'

const MAX_ITEMS = 50
const HOUR = 60 * 60

const { show, type, excludeuser, owner, token } = watchlist.params

const params = {
  feedformat: oneOf(FEED_FORMATS, { default: 'rss' }),
  hours: integer({ default: 24, min: 1, max: 72, clamped: true }),
  linktosections: boolean(),
  allrev: boolean(),
  wlowner: owner!,
  wltoken: token!,
  wlshow: show!,
  wltype: type!,
  wlexcludeuser: excludeuser!,
}

export const feedwatchlist = actionModule({
  name: 'feedwatchlist',
  prefix: '',
  classname: 'ApiFeedWatchlist',
  summary: 'Get a feed of changes to watched pages.',
  helpUrls: [helpPage('Watchlist_feed')],
  help: {
    params: {
      feedformat: { words: 'Format of the feed.' },
      hours: { words: 'Number of hours to go back.' },
      linktosections: { words: 'Link directly to changed sections where possible.' },
      allrev: { words: 'Include all revisions of a page, not only the latest.' },
      wlowner: { words: 'Owner of the watchlist, together with wltoken.' },
      wltoken: { words: "Watchlist token from the owner's preferences." },
      wlshow: { words: 'List only changes that meet these criteria.' },
      wltype: { words: 'Types of changes to list.' },
      wlexcludeuser: { words: 'Do not list changes by this user.' },
    },
  },
  // The response is a feed.
  result: {},
  params,

  async run(run, a) {
    run.errorFormat = 'jsonfm'
    const { site } = run.wiki
    const name = (await feedWords(run))('watchlist')
    const wikiName = await siteName(run)
    const channel = (title: string) => ({
      title: `${wikiName} - ${title} [${site.language}]`,
      description: escapeHtml(name),
      url: fullUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey('Watchlist') }),
    })
    try {
      const items = (await watchedChanges(run, a)).flatMap(change => itemOf(run, change, a.linktosections) ?? [])
      answerWithFeed(run, a.feedformat, channel(name), items)
    } catch (error) {
      // Feed readers show nothing but feeds, so errors are sent as one.
      if (!(error instanceof ApiError)) throw error
      answerWithFeed(run, a.feedformat, channel(`Error - ${name}`), await errorItems(run, error))
    }
    return {}
  },
})

/** Rows of `list=watchlist`. */
async function watchedChanges(run: ActionRun, a: Args<typeof params>): Promise<Row[]> {
  const continuation = new Continuation('', new Map(), [], [])
  const q = new QueryRun(run, watchlist, new PageSet(), continuation, false)
  await runModule(q, watchlist, {
    allrev: a.allrev,
    start: undefined,
    end: run.now - a.hours * HOUR,
    dir: 'older',
    limit: MAX_ITEMS,
    namespace: undefined,
    user: undefined,
    excludeuser: a.wlexcludeuser,
    continue: undefined,
    prop: ['title', 'user', 'comment', 'timestamp', 'ids', 'loginfo'],
    show: a.wlshow,
    type: a.wltype,
    owner: a.wlowner,
    token: a.wltoken,
  })
  const { watchlist: changes } = run.result.query as { watchlist: Row[] }
  run.result = {}
  return changes
}

const SECTION = /\/\*\s*(.*?)\s*\*\//

function itemOf({ wiki }: ActionRun, change: Row, linksToSections: boolean): FeedItem | null {
  const text = change.title as string | undefined
  const title = text === undefined ? null : titleOrNull(wiki.site, text)
  // The page of a log entry may be hidden.
  if (!title) return null
  const comment = (change.comment as string | undefined) ?? ''
  const section = linksToSections ? SECTION.exec(comment)?.[1] : undefined
  const log = { ns: NS.special, dbkey: wiki.site.specialPages.localKey('Log') }
  const url =
    change.revid === 0 && change.logid !== undefined
      ? fullUrl(wiki.site, log, `logid=${change.logid}`)
      : fullUrl(wiki.site, title, `diff=${change.revid}`)
  const author = (change.user as string | undefined) ?? ''
  return {
    title: text!,
    description: author === '' ? comment : `${comment} (${author})`,
    url: section ? `${url}#${encodeFragment(section)}` : url,
    timestamp: parseTimestamp(change.timestamp as string),
    author,
    comments: '',
  }
}

async function errorItems(run: ActionRun, { messages }: ApiError): Promise<FeedItem[]> {
  const wording = await wordingOf(run.wiki.messages, run.language)
  const title = wording.text('api-feed-error-title') ?? 'Error ($1)'
  return messages.map(message => ({
    title: title.replace('$1', () => message.code),
    description: renderMessage(message, wording, 'wikitext'),
    url: '',
    timestamp: null,
    author: '',
    comments: '',
  }))
}
