import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import type { PageSet } from '../api/query/page-set.ts'
import { PAGE_SET, REQUESTED_PAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import type { PageRow } from '../content/pages.ts'
import { TextWork, WorkRefused } from '../content/text-work/text-work.ts'
import { refreshLater, refreshPage, refreshUsers } from '../editing/refresh-pages.ts'
import { apiMessage } from '../messages/message.ts'
import { mustNotBeBlocked } from './may-change.ts'
import { untouchedPages } from './page-results.ts'
import { pageSetParams } from './query-params.ts'
import { isTooFast } from './rate-limits.ts'
import { outputContinuation, requestedPages } from './requested-pages.ts'

const PURGED = { ...REQUESTED_PAGE, 'purged?': 'boolean', 'linkupdate?': 'boolean' } as const satisfies Members

const NAMES = {
  'normalized?': PAGE_SET['normalized?'],
  'converted?': PAGE_SET['converted?'],
  'redirects?': PAGE_SET['redirects?'],
} as const satisfies Members

export const purge = actionModule({
  name: 'purge',
  prefix: '',
  classname: 'ApiPurge',
  summary: 'Purge the cache of pages, and update their links on request.',
  helpUrls: [helpPage('Purge')],
  mustBePosted: true,
  write: true,
  help: {
    params: {
      forcelinkupdate: { words: 'Update the link tables.' },
      forcerecursivelinkupdate: { words: 'Update the link tables, also of pages that transclude these pages.' },
    },
  },
  result: { purge: [PURGED], ...NAMES },
  params: {
    forcelinkupdate: boolean(),
    forcerecursivelinkupdate: boolean(),
    continue: string(),
    ...pageSetParams,
  },

  async run(run, a) {
    await mustNotBeBlocked(run)
    const continuation = run.within('main', () => new Continuation(a.continue ?? '', run.request.params, [], []))
    const pages = await requestedPages(run, a, continuation)
    const rows: ResultOf<typeof PURGED>[] = await untouchedPages(run, pages, [
      ...(['invalid', 'special', 'missingIds', 'missingRevisions', 'missing', 'interwiki'] as const),
    ])
    const work = new TextWork(run.wiki, run.now, { signal: run.signal })
    for (const page of pages.good.values()) {
      const options = await admitted(run, a)
      if (options.purge || options.forcelinkupdate || options.forcerecursivelinkupdate)
        await purgePage(run, page, options, work)
      const linkupdate = options.forcelinkupdate || options.forcerecursivelinkupdate
      const done = { ...(options.purge && { purged: true }), ...(linkupdate && { linkupdate: true }) }
      rows.push({ ...run.pageName(page.ns, page.title), ...done })
    }
    outputContinuation(run, continuation, a.generator ?? null)
    return { purge: list('page', rows), ...namesOf(pages) }
  },
})

interface PurgeOptions {
  readonly forcelinkupdate: boolean
  readonly forcerecursivelinkupdate: boolean
}

/** What the rate limits still allow; the rest gets a warning. */
async function admitted(run: ActionRun, wishes: PurgeOptions): Promise<PurgeOptions & { readonly purge: boolean }> {
  const tooFast = async (what: 'purge' | 'linkpurge') => {
    const isOver = await isTooFast(run, what)
    if (isOver) run.warn('purge', apiMessage('apierror-ratelimited'))
    return isOver
  }
  const purge = !(await tooFast('purge'))
  const links = (wishes.forcelinkupdate || wishes.forcerecursivelinkupdate) && !(await tooFast('linkpurge'))
  const { forcelinkupdate, forcerecursivelinkupdate } = wishes
  return {
    purge,
    forcelinkupdate: links && forcelinkupdate,
    forcerecursivelinkupdate: links && forcerecursivelinkupdate,
  }
}

async function purgePage({ wiki, now }: ActionRun, page: PageRow, wishes: PurgeOptions, work: TextWork): Promise<void> {
  const { id, ns, title, latest_rev } = page
  await wiki.store.transaction(async tx => {
    await tx.updateTable('page').set({ touched: now }).where('id', '=', id).execute()
    if (wishes.forcerecursivelinkupdate)
      await refreshUsers(tx, wiki, { ns, title, revisionId: latest_rev, isNew: false })
  })
  if (!wishes.forcelinkupdate && !wishes.forcerecursivelinkupdate) return
  const isFirst = work.used === 0
  try {
    await refreshPage(wiki, id, now, work)
  } catch (error) {
    // A single page that is too expensive is rejected; of several, the remaining ones are updated later.
    if (isFirst || !(error instanceof WorkRefused && error.reason === 'too much')) throw error
    await wiki.store.transaction(tx => refreshLater(tx, wiki, id))
  }
}

/** Normalized, converted and redirected titles. */
function namesOf({ normalized, converted, redirects }: PageSet): ResultOf<typeof NAMES> {
  return {
    ...(normalized.length > 0 && { normalized: list('n', [...normalized]) }),
    ...(converted.length > 0 && { converted: list('c', [...converted]) }),
    ...(redirects.length > 0 && { redirects: list('r', redirects as ResultOf<(typeof NAMES)['redirects?']>) }),
  }
}
