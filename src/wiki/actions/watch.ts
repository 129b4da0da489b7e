import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { REQUESTED_PAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { type PageName, pagesByName } from '../content/pages.ts'
import { setWatching } from '../editing/watching.ts'
import { fail, messageParam } from '../messages/message.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { parseTitle } from '../site/titles.ts'
import { untouchedPages } from './page-results.ts'
import { pageSetParams } from './query-params.ts'
import { outputContinuation, requestedPages } from './requested-pages.ts'

const WATCHED = {
  ...REQUESTED_PAGE,
  'expiry?': 'string',
  'watched?': 'boolean',
  'unwatched?': 'boolean',
} as const satisfies Members

type Watched = ResultOf<typeof WATCHED>

export const watch = actionModule({
  name: 'watch',
  prefix: '',
  classname: 'ApiWatch',
  summary: 'Add pages to the watchlist, or remove them from it.',
  helpUrls: [helpPage('Watch')],
  mustBePosted: true,
  write: true,
  token: 'watch',
  help: {
    params: {
      title: { words: 'Page to watch. Use titles instead.' },
      expiry: {
        words:
          'When the pages leave the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept.',
      },
      unwatch: { words: 'Remove the pages from the watchlist.' },
    },
  },
  result: {
    /** A single page with the older parameter. */
    watch: [[WATCHED], '|', WATCHED],
  },
  params: {
    title: string({ deprecated: true }),
    expiry: watchlistExpiry(),
    unwatch: boolean(),
    continue: string(),
    ...pageSetParams,
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (!run.caller.account) fail('watchlistanontext', [], { code: 'notloggedin' })
    if (!run.caller.can('editmywatchlist')) fail('apierror-permissiondenied', [messageParam('action-editmywatchlist')])
    const continuation = run.within('main', () => new Continuation(a.continue ?? '', run.request.params, [], []))
    if (a.title !== undefined) {
      const other = (['titles', 'pageids', 'revids', 'generator'] as const).find(name => a[name] !== undefined)
      if (other) fail('apierror-invalidparammix-cannotusewith', ['title', other])
      // The older parameter does not report missing pages.
      const [{ missing, ...row } = {} as Watched] = await watchAll(run, [titled(run, a.title)], a)
      outputContinuation(run, continuation, a.generator ?? null)
      return { watch: row }
    }
    const pages = await requestedPages(run, a, continuation)
    const others = await untouchedPages(run, pages, [
      ...(['invalid', 'special', 'missingIds', 'missingRevisions', 'interwiki'] as const),
    ])
    const rows = await watchAll(run, [...pages.missing, ...pages.good.values()], a)
    outputContinuation(run, continuation, a.generator ?? null)
    return { watch: list('w', [...others, ...rows]) }
  },
})

function titled({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') fail('invalidtitle')
  return { ns: title.ns, title: title.dbkey }
}

interface WatchOptions {
  readonly unwatch: boolean
  readonly expiry: number | null | undefined
}

async function watchAll(
  run: ActionRun,
  pages: readonly PageName[],
  { unwatch, expiry }: WatchOptions,
): Promise<Watched[]> {
  await run.wiki.store.transaction(async tx => {
    for (const page of pages) await setWatching(tx, run.wiki, run.caller, page, !unwatch, expiry)
  })
  const existing = new Set((await pagesByName(run.db, pages)).map(page => `${page.ns}:${page.title}`))
  return pages.map(({ ns, title }) => ({
    title: run.titleText(ns, title),
    ns,
    ...(!unwatch && expiry !== undefined && { expiry: expiry === null ? 'infinity' : isoTimestamp(expiry) }),
    ...(unwatch ? { unwatched: true } : { watched: true }),
    ...(!existing.has(`${ns}:${title}`) && { missing: true }),
  }))
}
