import { padded } from '#store/keyset.ts'
import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string, timestamp } from '../api/params/kinds.ts'
import type { PageName } from '../content/pages.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { talkReason } from '../editing/deletion-reason.ts'
import { readPageState } from '../editing/page-state.ts'
import { restoreFiles } from '../editing/restore-files.ts'
import { hasArchived, logRestoring, prepareRestoring, type Restoration, restorePage } from '../editing/restore-page.ts'
import { ApiError, apiMessage, fail } from '../messages/message.ts'
import { isTalk, NS, talkOf } from '../site/namespaces.ts'
import { denialsFor, mustNotBeBlocked, throwAll } from './may-change.ts'
import { tagFaults } from './own-tags.ts'
import { pageTitled } from './page-target.ts'
import { watchAfterwards } from './watch-wish.ts'

export const undelete = actionModule({
  name: 'undelete',
  prefix: '',
  classname: 'ApiUndelete',
  summary: 'Restore a deleted page, or some of its revisions.',
  helpUrls: [helpPage('Undelete')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'Title of the page to restore.' },
      reason: { words: 'Reason for the restoration.' },
      tags: { words: 'Change tags to apply to the deletion log entry.' },
      timestamps: { words: 'Timestamps of the revisions to restore. By default, restores all.' },
      fileids: { words: 'Ids of the file versions to restore.' },
      undeletetalk: { words: 'Also restore the talk page.' },
      watchlist: { words: 'Watch or unwatch the page, use the preferences, or leave the watchlist unchanged.' },
    },
  },
  result: { undelete: { title: 'string', revisions: 'integer', fileversions: 'integer', reason: 'string' } },
  params: {
    title: string({ required: true }),
    reason: string({ default: '' }),
    tags: string({ multi: true, listsTags: true }),
    timestamps: timestamp({ multi: true }),
    fileids: integer({ multi: true }),
    undeletetalk: boolean(),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    await mustNotBeBlocked(run)
    const name = pageTitled(run, a.title)
    const talk = a.undeletetalk ? { ns: talkOf(name.ns), title: name.title } : null
    const tags = a.tags ?? []
    await checkRights(run, talk ? [name, talk] : [name], tags)
    const { timestamps = [], fileids = [], reason } = a
    const isAll = timestamps.length === 0 && fileids.length === 0
    const wantsFiles = name.ns === NS.file && (isAll || fileids.length > 0)
    if (wantsFiles) await mustBeArchived(run, name.title, fileids)
    const restored = await restore(run, name, talk, {
      timestamps,
      fileids,
      reason,
      tags,
      wantsText: isAll || timestamps.length > 0,
      wantsFiles,
    })
    if (restored.revisions + restored.files === 0) failEmpty(run, isAll || timestamps.length > 0)
    const watching = { wish: a.watchlist, preference: 'watchdefault', until: a.watchlistexpiry } as const
    await watchAfterwards(run, [name], watching)
    const title = run.titleText(name.ns, name.title)
    return { undelete: { title, revisions: restored.revisions, fileversions: restored.files, reason } }
  },
})

/** One unknown version of a file stops all of it. */
async function mustBeArchived({ db }: ActionRun, name: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('deleted_file')
    .where('name', '=', name)
    .where('id', 'in', padded(ids))
    .select('id')
    .execute()
  const archived = new Set(rows.map(({ id }) => id))
  const missing = [...new Set(ids)].filter(id => !archived.has(id))
  throwAll(missing.map(id => apiMessage('undelete-missing-filearchive', [id])))
}

/** The `bc` error format has room for a single error. */
function failEmpty({ formatter }: ActionRun, wantsText: boolean): never {
  const cannot = apiMessage('apierror-cantundelete')
  throw new ApiError(wantsText && formatter.format !== 'bc' ? [apiMessage('undelete-no-results'), cannot] : [cannot])
}

async function checkRights(run: ActionRun, pages: readonly PageName[], tags: readonly string[]): Promise<void> {
  const states = await Promise.all(pages.map(page => readPageState(run.wiki, page)))
  const denials = await denialsFor(
    run,
    states.map(state => ['undelete', state] as const),
  )
  throwAll([...denials, ...(await tagFaults(run, tags))])
}

interface RestoreOptions {
  readonly timestamps: readonly number[]
  readonly fileids: readonly number[]
  readonly wantsText: boolean
  readonly wantsFiles: boolean
  readonly reason: string
  readonly tags: readonly string[]
}

interface Restored {
  readonly revisions: number
  /** Number of restored file versions. */
  readonly files: number
}

/** Restores the page, its file and, on request, its talk page in one transaction. Returns the counts. */
async function restore(run: ActionRun, name: PageName, talk: PageName | null, wish: RestoreOptions): Promise<Restored> {
  const { wiki, caller, now } = run
  const work = new TextWork(wiki, now, { signal: run.signal })
  const page = wish.wantsText ? await prepared(run, work, name, wish.timestamps) : null
  const followsTalk = talk !== null && (await talkMayFollow(run, name, talk))
  // The talk page follows files, too, but not a page without deleted revisions.
  const isEmpty = wish.wantsText && page === null
  const talkPage = followsTalk && !isEmpty ? await prepared(run, work, talk, []) : null
  if (page === null && talkPage === null && !wish.wantsFiles) return { revisions: 0, files: 0 }
  const order = { caller, now, tags: wish.tags }
  const talkWords = talkPage ? await talkReason(run.wiki, 'undelete', wish.reason) : ''
  try {
    const files = await wiki.store.transaction(async tx => {
      const fileCount = wish.wantsFiles ? await restoreFiles(tx, { name: name.title, ids: wish.fileids, now }) : 0
      const own = { ...order, reason: wish.reason, files: fileCount }
      if (page) mustBeDone(await restorePage(tx, wiki, page, own))
      else if (fileCount > 0) await logRestoring(tx, wiki, name, own)
      if (talkPage) mustBeDone(await restorePage(tx, wiki, talkPage, { ...order, reason: talkWords, files: 0 }))
      return fileCount
    })
    return { revisions: (page?.revisions.length ?? 0) + (talkPage?.revisions.length ?? 0), files }
  } catch (error) {
    if (isLostRace(error)) fail('apierror-cantundelete')
    throw error
  }
}

function mustBeDone(logId: number | null): void {
  if (logId === null) fail('apierror-cantundelete')
}

async function prepared(
  run: ActionRun,
  work: TextWork,
  name: PageName,
  timestamps: readonly number[],
): Promise<Restoration | null> {
  const restoring = await prepareRestoring(run.wiki, work, name, timestamps)
  if (restoring === 'hidden') fail('undeleterevdel')
  if (restoring === 'nothing') return null
  if (restoring.clashing > 0) run.warn('undelete', apiMessage('undeleterevision-duplicate-revid', [restoring.clashing]))
  return restoring
}

/** A talk page that cannot be restored gets a warning and does not stop the page itself. */
async function talkMayFollow(run: ActionRun, name: PageName, talk: PageName): Promise<boolean> {
  const warning = isTalk(name.ns)
    ? 'undelete-error-associated-alreadytalk'
    : (await hasArchived(run.db, talk))
      ? null
      : 'undelete-error-associated-notdeleted'
  if (warning !== null) run.warn('undelete', apiMessage(warning))
  return warning === null
}
