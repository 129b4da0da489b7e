import { type SqlBool, sql } from 'kysely'
import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, namespace, oneOf, string, user } from '../api/params/kinds.ts'
import { type RevisionRow, selectRevisions } from '../content/revisions.ts'
import { summaryTexts } from '../content/summaries.ts'
import { revisionText } from '../editing/page-state.ts'
import { escapeHtml } from '../messages/render.ts'
import { canSee, onlyVisible } from '../site/hidden-parts.ts'
import { parseIpRange } from '../site/ip-ranges.ts'
import { NS, talkOf } from '../site/namespaces.ts'
import { fullUrl } from '../site/urls.ts'
import { withBreaks } from './feeds/change-items.ts'
import { answerWithFeed, FEED_FORMATS, type FeedItem } from './feeds/feed.ts'
import { feedWords, siteName } from './feeds/feed-words.ts'

const MAX_ITEMS = 50

export const feedcontributions = actionModule({
  name: 'feedcontributions',
  prefix: '',
  classname: 'ApiFeedContributions',
  summary: "Get a feed of a user's contributions.",
  helpUrls: [],
  help: {
    params: {
      feedformat: { words: 'Format of the feed.' },
      user: { words: 'User whose contributions to list.' },
      namespace: { words: 'List only contributions in this namespace.' },
      year: { words: 'List contributions of this year and earlier.' },
      month: { words: 'List contributions of this month and earlier.' },
      tagfilter: { words: 'Change tags to filter by. Has no effect, as in MediaWiki 1.39.' },
      deletedonly: { words: 'List only revisions with hidden parts.' },
      toponly: { words: 'List only edits that are the latest revision of their page.' },
      newonly: { words: 'List only edits that created a page.' },
      hideminor: { words: 'Hide minor edits.' },
      showsizediff: { words: 'Show the size difference of each edit.' },
    },
  },
  // The response is a feed.
  result: {},
  params: {
    feedformat: oneOf(FEED_FORMATS, { default: 'rss' }),
    user: user({ required: true, subtypes: ['name', 'ip', 'cidr', 'interwiki', 'id'] }),
    namespace: namespace(),
    year: integer(),
    month: integer(),
    tagfilter: string({ multi: true, default: '', listsAllTags: true }),
    deletedonly: boolean(),
    toponly: boolean(),
    newonly: boolean(),
    hideminor: boolean(),
    showsizediff: boolean(),
  },

  async run(run, a) {
    run.errorFormat = 'jsonfm'
    const { site } = run.wiki
    const author = await nameOf(run, a.user)
    let query = selectRevisions(run.db).where(isBy(author))
    const visible = onlyVisible('revision.deleted', 'user', run.caller)
    if (visible) query = query.where(visible)
    if (a.namespace !== undefined) query = query.where('page.ns', '=', a.namespace)
    if (a.deletedonly) query = query.where('revision.deleted', '<>', 0)
    if (a.toponly) query = query.whereRef('revision.id', '=', 'page.latest_rev')
    if (a.newonly) query = query.where('revision.parent_id', '=', 0)
    if (a.hideminor) query = query.where('revision.minor', '=', 0)
    const end = endOf(run.now, a.year, a.month)
    if (end !== null) query = query.where('revision.timestamp', '<', end)
    const rows = await query
      .orderBy('revision.timestamp', 'desc')
      .orderBy('revision.id', 'desc')
      .limit(requestedLimit(run))
      .execute()
    const words = await feedWords(run)
    const page = site.specialPages.localKey('Contributions', author)
    const channel = {
      title: `${await siteName(run)} - ${words('contributions')} [${site.language}]`,
      description: escapeHtml(words('contributions')),
      url: fullUrl(site, { ns: NS.special, dbkey: page }),
    }
    answerWithFeed(run, a.feedformat, channel, await itemsOf(run, author, rows, words('colon-separator')))
    return {}
  },
})

/** Accepts `limit` like Special:Contributions, although it is not a declared parameter of this module. */
function requestedLimit({ request }: ActionRun): number {
  const requested = Math.trunc(Number(request.params.get('limit') ?? 0))
  return requested > 0 ? Math.min(requested, MAX_ITEMS) : MAX_ITEMS
}

async function nameOf({ db }: ActionRun, reference: string): Promise<string> {
  const id = /^#(\d+)$/.exec(reference)?.[1]
  if (id === undefined) return reference
  const account = await db.selectFrom('account').where('id', '=', Number(id)).select('name').executeTakeFirst()
  return account?.name ?? reference
}

function isBy(author: string) {
  const range = author.includes('/') ? parseIpRange(author) : null
  if (range)
    return sql<SqlBool>`revision.id in (select rev_id from ip_change where hex >= ${range.low} and hex <= ${range.high})`
  return sql<SqlBool>`revision.actor_id in (select id from actor where name = ${author})`
}

/** The first second after the given month or year. A month without a year is the most recent one. */
function endOf(now: number, year = 0, month = 0): number | null {
  const isMonth = month >= 1 && month <= 12
  if (year <= 0 && !isMonth) return null
  const today = new Date(now * 1000)
  const thisYear = today.getUTCFullYear()
  const inYear = year > 0 ? year : month > today.getUTCMonth() + 1 ? thisYear - 1 : thisYear
  return Date.UTC(Math.min(inYear, 9998), isMonth ? month : 12) / 1000
}

async function itemsOf(
  run: ActionRun,
  author: string,
  rows: readonly RevisionRow[],
  colon: string,
): Promise<FeedItem[]> {
  const { site } = run.wiki
  const summaries = await summaryTexts(
    run.db,
    rows.map(row => row.summary_id),
  )
  const items: FeedItem[] = []
  for (const row of rows) {
    const { ns, title: dbkey } = row
    const text = canSee(row.deleted, 'text', run.caller) ? await revisionText(run.wiki, row.id) : ''
    const comment = canSee(row.deleted, 'comment', run.caller) ? (summaries.get(row.summary_id) ?? '') : ''
    const summary = `<p>${escapeHtml(author + colon + withoutLinks(comment))}</p>`
    items.push({
      title: run.titleText(ns, dbkey),
      description: `${summary}\n<hr />\n<div>${withBreaks(text ?? '')}</div>`,
      url: fullUrl(site, { ns, dbkey }, `diff=${row.id}`),
      timestamp: row.timestamp,
      author,
      comments: fullUrl(site, { ns: talkOf(ns), dbkey }),
    })
  }
  return items
}

const withoutLinks = (comment: string): string => comment.replace(/\[\[(?:[^\]|]*\|)?([^\]]+)\]\]/g, '$1')
