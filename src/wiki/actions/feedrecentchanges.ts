import { type Expression, type SqlBool, sql } from 'kysely'
import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { type Args, boolean, integer, namespace, oneOf, string, timestamp } from '../api/params/kinds.ts'
import type { PageName } from '../content/pages.ts'
import { carriesTag } from '../content/tags.ts'
import { fail } from '../messages/message.ts'
import { mayPatrol } from '../query/families/recent-changes.ts'
import { NOTHING } from '../query/families/revision-filters.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { isTalk, NS, subjectOf, talkOf } from '../site/namespaces.ts'
import { parseTitle } from '../site/titles.ts'
import { fullUrl } from '../site/urls.ts'
import { changeItems } from './feeds/change-items.ts'
import { answerWithFeed, type Channel, FEED_FORMATS } from './feeds/feed.ts'
import { feedWords, siteName } from './feeds/feed-words.ts'
import { isLinked } from './feeds/linked-changes.ts'

const MAX_ITEMS = 50
const DAY = 24 * 60 * 60

const params = {
  feedformat: oneOf(FEED_FORMATS, { default: 'rss' }),
  namespace: namespace(),
  invert: boolean(),
  associated: boolean(),
  days: integer({ default: 7, min: 1, clamped: true }),
  limit: integer({ default: MAX_ITEMS, min: 1, max: MAX_ITEMS, clamped: true }),
  from: timestamp(),
  hideminor: boolean(),
  hidebots: boolean(),
  hideanons: boolean(),
  hideliu: boolean(),
  hidepatrolled: boolean(),
  hidemyself: boolean(),
  hidecategorization: boolean(),
  tagfilter: string(),
  target: string(),
  showlinkedto: boolean(),
}

export const feedrecentchanges = actionModule({
  name: 'feedrecentchanges',
  prefix: '',
  classname: 'ApiFeedRecentChanges',
  cacheable: true,
  summary: 'Get a feed of recent changes.',
  helpUrls: [],
  help: {
    params: {
      feedformat: { words: 'Format of the feed.' },
      namespace: { words: 'List only changes in this namespace.' },
      invert: { words: 'List changes in all namespaces except the given one.' },
      associated: { words: 'Include the associated talk or subject namespace.' },
      days: { words: 'Number of days to go back.' },
      limit: { words: 'Maximum number of changes.' },
      from: { words: 'List only changes since this timestamp.' },
      hideminor: { words: 'Hide minor edits.' },
      hidebots: { words: 'Hide bot edits.' },
      hideanons: { words: 'Hide changes by anonymous users.' },
      hideliu: { words: 'Hide changes by registered users.' },
      hidepatrolled: { words: 'Hide patrolled changes.' },
      hidemyself: { words: "Hide the caller's own changes." },
      hidecategorization: { words: 'Hide changes of category membership.' },
      tagfilter: { words: 'List only changes with this tag.' },
      target: { words: 'List only changes to pages linked from this page.' },
      showlinkedto: { words: 'List changes to pages that link to the target instead.' },
    },
  },
  // The response is a feed.
  result: {},
  params,

  async run(run, a) {
    run.errorFormat = 'jsonfm'
    const target = a.target === undefined ? null : pageNamed(run, a.target)
    const conditions = await conditionsOf(run, a, target)
    let query = run.db.selectFrom('recent_change').selectAll('recent_change')
    for (const condition of conditions) query = query.where(condition)
    const rows = await query
      .orderBy('recent_change.timestamp', 'desc')
      .orderBy('recent_change.id', isSortedAfterwards(a) ? 'asc' : 'desc')
      .limit(a.limit)
      .execute()
    answerWithFeed(run, a.feedformat, await channelOf(run, target), await changeItems(run, rows))
    return {}
  },
})

type Condition = Expression<SqlBool>

/**
 * For selective filters MediaWiki's database sorts after filtering, by timestamp only, so changes within one second
 * appear in the order in which they were made.
 */
const isSortedAfterwards = (a: Args<typeof params>): boolean =>
  (a.namespace !== undefined && a.namespace !== NS.main && !a.invert && !a.associated) ||
  Boolean(a.tagfilter) ||
  a.hidemyself ||
  a.hideanons !== a.hideliu

function pageNamed({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

async function channelOf(run: ActionRun, target: PageName | null): Promise<Channel> {
  const { site } = run.wiki
  const words = await feedWords(run)
  const name = target
    ? words('recentchangeslinked-title', run.titleText(target.ns, target.title))
    : words('recentchanges')
  const page = site.specialPages.localKey(target ? 'Recentchangeslinked' : 'Recentchanges')
  return {
    title: `${await siteName(run)}  - ${name} [${site.language}]`,
    description: words(target ? 'recentchangeslinked-feed' : 'recentchanges-feed-description'),
    url: fullUrl(site, { ns: NS.special, dbkey: page }),
  }
}

const isAnonymous = sql<SqlBool>`exists (
  select 1 from actor where actor.id = recent_change.actor_id and actor.account_id is null)`

async function conditionsOf(run: ActionRun, a: Args<typeof params>, target: PageName | null): Promise<Condition[]> {
  const since = Math.max(run.now - a.days * DAY, a.from ?? 0)
  const conditions: Condition[] = [sql<SqlBool>`recent_change.timestamp >= ${since}`]
  const keep = (when: boolean, condition: Condition) => when && conditions.push(condition)
  keep(a.hideminor, sql<SqlBool>`recent_change.minor = 0`)
  keep(a.hidebots, sql<SqlBool>`recent_change.bot = 0`)
  keep(a.hidecategorization, sql<SqlBool>`recent_change.type <> 6`)
  keep(a.hidepatrolled && mayPatrol(run.caller), sql<SqlBool>`recent_change.patrolled = 0`)
  // As in MediaWiki: hiding both groups hides neither, except that with hidebots registered users stay hidden.
  const hidesAll = a.hideanons && a.hideliu
  keep(a.hideanons && !hidesAll, sql<SqlBool>`not ${isAnonymous}`)
  keep(a.hideliu && (!hidesAll || a.hidebots), isAnonymous)
  keep(a.hidemyself, notBy(run))
  if (a.namespace !== undefined) conditions.push(inNamespace(a.namespace, a.associated, a.invert))
  if (a.tagfilter) conditions.push(await carriesAny(run, a.tagfilter.split('|')))
  if (target) conditions.push(await isLinked(run, target, a.showlinkedto))
  return conditions
}

function notBy({ caller }: ActionRun): Condition {
  const theirs = caller.account ? sql`account_id = ${caller.account.id}` : sql`name = ${caller.name}`
  return sql<SqlBool>`recent_change.actor_id not in (select id from actor where ${theirs})`
}

function inNamespace(ns: number, associated: boolean, invert: boolean): Condition {
  const namespaces = sql.join(associated ? [ns, isTalk(ns) ? subjectOf(ns) : talkOf(ns)] : [ns])
  return invert
    ? sql<SqlBool>`recent_change.ns not in (${namespaces})`
    : sql<SqlBool>`recent_change.ns in (${namespaces})`
}

async function carriesAny({ db }: ActionRun, tags: readonly string[]): Promise<Condition> {
  const tagConditions = await Promise.all(tags.map(tag => carriesTag(db, tag, 'rc_id', 'recent_change.id')))
  return sql<SqlBool>`(${sql.join(
    tagConditions.map(condition => condition ?? NOTHING),
    sql` or `,
  )})`
}
