import { compareBytes } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { type Args, manyOf, oneOf } from '../../api/params/kinds.ts'
import { type KeyValue, keyOf, looseNumber } from '../../api/query/keys.ts'
import type { Entry } from '../../api/query/page-set.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Wanted } from '../../api/query/wanted.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import type { PageName } from '../../content/pages.ts'
import { fail } from '../../messages/message.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { titleInNamespace } from '../../site/titles.ts'
import { olderTokens } from '../families/older-tokens.ts'
import { ActionTests, actionMembers } from '../families/page-info/action-tests.ts'
import {
  addresses,
  associatedPageFacts,
  chosenTitles,
  displayTitles,
  type Facts,
  nameMembers,
  variantTitles,
} from '../families/page-info/name-facts.ts'
import { pageFactMembers, pageFacts } from '../families/page-info/page-facts.ts'
import { protectionFacts, protectionMembers } from '../families/page-info/protection-facts.ts'
import { ownWatching, watcherCounts, watchMembers } from '../families/page-info/watch-facts.ts'

const params = {
  prop: manyOf(
    [
      'displaytitle',
      'notificationtimestamp',
      'preload',
      'protection',
      'subjectid',
      'talkid',
      'url',
      'varianttitles',
      'visitingwatchers',
      'watched',
      'watchers',
      'readable',
    ],
    { deprecatedvalues: ['readable'] },
  ),
  testactions: strings(),
  testactionsdetail: oneOf(['boolean', 'full', 'quick'], { default: 'boolean' }),
  token: manyOf(['block', 'delete', 'edit', 'email', 'import', 'move', 'protect', 'unblock', 'watch'], {
    deprecated: true,
  }),
  continue: continuation(),
}
type InfoArgs = Args<typeof params>

/** Properties that depend on the caller. */
const OF_THE_CALLER: ReadonlySet<string> = new Set<NonNullable<InfoArgs['prop']>[number]>([
  'notificationtimestamp',
  'readable',
  'visitingwatchers',
  'watched',
  'watchers',
])

const infoMembers = {
  ...pageFactMembers,
  'starttimestamp?': 'string',
  'blocktoken?': 'string',
  'deletetoken?': 'string',
  'edittoken?': 'string',
  'emailtoken?': 'string',
  'importtoken?': 'string',
  'movetoken?': 'string',
  'protecttoken?': 'string',
  'unblocktoken?': 'string',
  'watchtoken?': 'string',
  ...protectionMembers,
  ...watchMembers,
  ...nameMembers,
  'readable?': 'boolean',
  'preload?': 'string|null',
  ...actionMembers,
} as const satisfies Members

type InfoFacts = Facts<typeof infoMembers>

export const info = propModule({
  name: 'info',
  prefix: 'in',
  classname: 'ApiQueryInfo',
  cacheable: a =>
    a.token === undefined && a.testactions === undefined && !a.prop?.some(prop => OF_THE_CALLER.has(prop)),
  summary: 'Get basic page information: latest revision, length, language, protection and permitted actions.',
  helpUrls: [helpPage('Info')],
  help: {
    examples: [
      ['action=query&prop=info&titles={main-page}', 'simple'],
      ['action=query&prop=info&inprop=protection&titles={main-page}', 'protection'],
    ],
    params: {
      prop: {
        values: [
          'protection',
          'talkid',
          'watched',
          'watchers',
          'visitingwatchers',
          'notificationtimestamp',
          'subjectid',
          'url',
          'readable',
          'preload',
          'displaytitle',
          'varianttitles',
        ],
      },
      testactions: { words: 'Test whether the current user may perform these actions on the page.' },
      testactionsdetail: {
        words: 'Level of detail for testactions.',
        values: ['boolean', 'full', 'quick'],
      },
      token: { words: 'Use meta=tokens instead.' },
    },
  },
  result: infoMembers,
  params,

  pageListing: (q, a) =>
    // The rows are the requested pages, including missing ones, which no query could list.
    listedPerPage(
      gathered(wanted => entriesFrom(q, wanted)),
      {
        keys: [looseNumber('ns'), spacedTitle('title')],
        pageId: entry => entry.key,
        addsFields: true,
        items: entries =>
          a.prop || a.token || a.testactions ? requestedItems(q, a, entries) : entry => pageFacts(q, entry),
      },
    ),
})

const spacedTitle = keyOf<string>(
  title => title.replaceAll('_', ' '),
  part => part,
)

const inTitleOrder = (one: PageName, other: PageName): number =>
  one.ns - other.ns || compareBytes(one.title, other.title)

/** Existing and missing pages by title, starting at the continue value. */
function entriesFrom(q: QueryRun, wanted: Wanted): Entry[] {
  const entries = q.pages.entries.filter(entry => entry.ns >= 0)
  return wanted.sorted<PageName>(entries, inTitleOrder, wanted.after && placeOf(q, wanted.after)) as Entry[]
}

function placeOf(q: QueryRun, after: readonly KeyValue[]): PageName {
  const [ns, text] = after as [number, string]
  const title = q.site.namespaces.has(ns) ? titleInNamespace(q.site, ns, text) : null
  if (!title || title.dbkey === '' || title.interwiki !== '') fail('apierror-badcontinue')
  return { ns: title.ns, title: title.dbkey }
}

/** Basic information and the requested additions. */
async function requestedItems(q: QueryRun, a: InfoArgs, entries: readonly Entry[]) {
  const facts = a.prop?.length || a.token?.length ? await requestedFacts(q, a, entries) : []
  const tests =
    entries.length > 0 && a.testactions?.length
      ? await ActionTests.load(q, entries, a.testactions, a.testactionsdetail)
      : null
  return (entry: Entry): ResultOf<typeof infoMembers> | undefined => {
    if (tests?.exhausted) return undefined
    const shown = pageFacts(q, entry)
    for (const fact of facts) Object.assign(shown, fact(entry))
    return tests ? Object.assign(shown, tests.facts(entry)) : shown
  }
}

/** Requested additional information, in wire order. */
async function requestedFacts(q: QueryRun, a: InfoArgs, entries: readonly Entry[]): Promise<InfoFacts[]> {
  if (entries.length === 0) return []
  const requested = new Set(a.prop)
  const facts: InfoFacts[] = []
  if (a.token?.length) {
    const tokens = { starttimestamp: isoTimestamp(q.now), ...olderTokens(q, a.token) }
    facts.push(() => tokens)
  }
  if (requested.has('protection')) facts.push(await protectionFacts(q, entries))
  const own = { watched: requested.has('watched'), notified: requested.has('notificationtimestamp') }
  if (own.watched || own.notified) facts.push(await ownWatching(q, entries, own))
  const watchers = { all: requested.has('watchers'), visiting: requested.has('visitingwatchers') }
  if (watchers.all || watchers.visiting) facts.push(await watcherCounts(q, entries, watchers))
  const companions = { talk: requested.has('talkid'), subject: requested.has('subjectid') }
  if (companions.talk || companions.subject) facts.push(await associatedPageFacts(q, entries, companions))
  if (requested.has('url')) facts.push(addresses(q))
  if (requested.has('readable')) facts.push(() => ({ readable: q.caller.can('read') }))
  // The wire distinguishes a missing page (null) from an existing one (empty text).
  if (requested.has('preload')) facts.push(({ page }) => ({ preload: page ? '' : null }))
  const chosen = requested.has('displaytitle') ? await chosenTitles(q, entries) : new Map<number, string>()
  if (requested.has('displaytitle')) facts.push(displayTitles(q, chosen))
  if (requested.has('varianttitles')) facts.push(variantTitles(q, chosen))
  return facts
}
