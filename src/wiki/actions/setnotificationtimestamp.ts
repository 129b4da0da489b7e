import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, string, timestamp } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import type { PageSet } from '../api/query/page-set.ts'
import { REQUESTED_PAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { revisionBeside, selectRevisions } from '../content/revisions.ts'
import { notificationTimes, setNotified } from '../editing/notified.ts'
import { fail, messageParam, textList } from '../messages/message.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { untouchedPages } from './page-results.ts'
import { pageSetParams } from './query-params.ts'
import { outputContinuation, requestedPages } from './requested-pages.ts'

const NOTIFIED = {
  ...REQUESTED_PAGE,
  'notwatched?': 'boolean',
  'notificationtimestamp?': 'string',
} as const satisfies Members

export const setnotificationtimestamp = actionModule({
  name: 'setnotificationtimestamp',
  prefix: '',
  classname: 'ApiSetNotificationTimestamp',
  summary: 'Set the notification timestamp of watched pages.',
  helpUrls: [helpPage('SetNotificationTimestamp')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      entirewatchlist: { words: 'Apply to all watched pages.' },
      timestamp: {
        words: 'New notification timestamp: the first unseen change. By default, marks everything as seen.',
      },
      torevid: { words: 'First unseen revision (one page only).' },
      newerthanrevid: { words: 'Last seen revision (one page only).' },
    },
  },
  result: {
    /** A single timestamp for the entire watchlist. */
    setnotificationtimestamp: [[NOTIFIED], '|', { notificationtimestamp: 'string' }],
  },
  params: {
    entirewatchlist: boolean(),
    timestamp: timestamp(),
    torevid: integer(),
    newerthanrevid: integer(),
    continue: string(),
    ...pageSetParams,
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const account = run.caller.account ?? fail('watchlistanontext', [], { code: 'notloggedin' })
    if (!run.caller.can('editmywatchlist')) fail('apierror-permissiondenied', [messageParam('action-editmywatchlist')])
    const times = (['timestamp', 'torevid', 'newerthanrevid'] as const).filter(name => a[name] !== undefined)
    if (times.length > 1) fail('apierror-invalidparammix', [textList(times), times.length])
    const continuation = run.within('main', () => new Continuation(a.continue ?? '', run.request.params, [], []))
    const source = (['generator', 'titles', 'pageids', 'revids'] as const).find(name => a[name] !== undefined)
    if (a.entirewatchlist && source)
      fail('apierror-invalidparammix-cannotusewith', ['entirewatchlist', source], { code: 'multisource' })
    const pages = a.entirewatchlist ? null : await requestedPages(run, a, continuation)
    const since = await notificationTime(run, pages, a)
    const { store } = run.wiki
    outputContinuation(run, continuation, a.generator ?? null)
    if (pages === null) {
      await store.transaction(tx => setNotified(tx, account.id, since, null))
      return { setnotificationtimestamp: { notificationtimestamp: shown(since) } }
    }
    const others = await untouchedPages(run, pages, ['invalid', 'missingIds', 'missingRevisions'])
    const named = [...pages.good.values(), ...pages.missing]
    if (named.length > 0) await store.transaction(tx => setNotified(tx, account.id, since, named))
    const rows = await pageRows(run, account.id, pages)
    const unwatched = others.map(row => ('title' in row ? row : { ...row, notwatched: true }))
    return { setnotificationtimestamp: list('page', [...unwatched, ...rows]) }
  },
})

interface Times {
  readonly timestamp: number | undefined
  readonly torevid: number | undefined
  readonly newerthanrevid: number | undefined
}

/** Time of the first unseen change; null if everything was seen. */
async function notificationTime(run: ActionRun, pages: PageSet | null, a: Times): Promise<number | null> {
  const name = a.torevid !== undefined ? 'torevid' : a.newerthanrevid !== undefined ? 'newerthanrevid' : null
  if (name === null) return a.timestamp ?? null
  if (pages === null || pages.good.size > 1) fail('apierror-multpages', [name])
  if (pages.good.size === 0) return null
  const revision = await selectRevisions(run.db).where('revision.id', '=', a[name]!).executeTakeFirst()
  if (!revision) return null
  const first = name === 'torevid' ? revision : await revisionBeside(run.db, revision, 'next')
  return first?.timestamp ?? null
}

const shown = (at: number | null): string => (at === null ? '' : isoTimestamp(at))

async function pageRows(run: ActionRun, accountId: number, pages: PageSet): Promise<ResultOf<typeof NOTIFIED>[]> {
  const missing = await untouchedPages(run, pages, ['missing'])
  const entries = [
    ...[...pages.good.values()].map(page => ({ page, row: run.pageName(page.ns, page.title) })),
    ...pages.missing.map((page, index) => ({ page, row: missing[index]! })),
  ]
  const times = await notificationTimes(
    run.db,
    accountId,
    entries.map(({ page }) => page),
  )
  return entries.map(({ page, row }) => {
    const at = times.get(`${page.ns}:${page.title}`)
    return { ...row, ...(at === undefined ? { notwatched: true } : { notificationtimestamp: shown(at) }) }
  })
}
