import type { Writer } from '#store/store.ts'
import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string } from '../api/params/kinds.ts'
import { deleteFile, deleteFileVersion, versionReason } from '../editing/delete-file.ts'
import { deletePage } from '../editing/delete-page.ts'
import { automaticReason, talkReason } from '../editing/deletion-reason.ts'
import { type PageState, readPageState } from '../editing/page-state.ts'
import { apiMessage, fail } from '../messages/message.ts'
import { isTalk, talkOf } from '../site/namespaces.ts'
import { mustBeAllowed } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { hasFile, pageTarget } from './page-target.ts'
import { watchAfterwards } from './watch-wish.ts'

export const deleteAction = actionModule({
  name: 'delete',
  prefix: '',
  classname: 'ApiDelete',
  summary: 'Delete a page. Its revisions are archived and can be restored.',
  helpUrls: [helpPage('Delete')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'Title of the page to delete.' },
      pageid: { words: 'Id of the page to delete, instead of its title.' },
      reason: { words: 'Reason for the deletion. By default, describes the content and author of the page.' },
      tags: { words: 'Change tags to apply to the deletion log entry.' },
      deletetalk: { words: 'Also delete the talk page, if it exists.' },
      watch: { words: 'Add the page to the watchlist.' },
      unwatch: { words: 'Remove the page from the watchlist.' },
      watchlist: { words: 'Watch or unwatch the page, use the preferences, or leave the watchlist unchanged.' },
      oldimage: { words: 'Archive name of an old version of a file, to delete only that version.' },
    },
  },
  result: { delete: { title: 'string', reason: 'string', logid: 'integer' } },
  params: {
    title: string(),
    pageid: integer(),
    reason: string(),
    tags: string({ multi: true, listsTags: true }),
    deletetalk: boolean(),
    watch: boolean({ deprecated: true }),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    unwatch: boolean({ deprecated: true }),
    oldimage: string(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const state = await readPageState(run.wiki, await pageTarget(run, a))
    const isFile = await hasFile(run, state)
    if (!state.page && !isFile) fail('apierror-missingtitle')
    const tags = a.tags ?? []
    await checkTags(run, tags)
    await mustBeAllowed(run, 'delete', state)
    const reason = isFile ? (a.reason ?? '') : await reasonFor(run, state, a.reason)
    const logId =
      isFile && a.oldimage
        ? await deleteVersion(run, state, a.oldimage, reason, tags)
        : await deleteAll(run, state, { isFile, withTalk: a.deletetalk, reason, tags })
    const watchlist = a.watch ? 'watch' : a.unwatch ? 'unwatch' : a.watchlist
    await watchAfterwards(run, [state], { wish: watchlist, preference: 'watchdeletion', until: a.watchlistexpiry })
    return { delete: { title: run.titleText(state.ns, state.title), reason, logid: logId } }
  },
})

async function reasonFor(run: ActionRun, { page, ns, title }: PageState, given: string | undefined): Promise<string> {
  return given ?? (await automaticReason(run.wiki, page!)) ?? fail('cannotdelete', [run.titleText(ns, title)])
}

/**
 * The talk page to delete along with a page, if the caller may delete it. A missing one is a warning, for files an
 * error.
 */
async function talkState(run: ActionRun, { ns, title }: PageState, isFile: boolean): Promise<PageState | null> {
  const state = isTalk(ns) ? null : await readPageState(run.wiki, { ns: talkOf(ns), title })
  if (!state?.page) {
    const warning = state ? 'delete-error-associated-doesnotexist' : 'delete-error-associated-alreadytalk'
    if (isFile) fail(warning)
    run.warn('delete', apiMessage(warning))
    return null
  }
  await mustBeAllowed(run, 'delete', state)
  return state
}

interface DeleteOptions {
  /** The page describes a file, which is deleted with it. */
  readonly isFile: boolean
  readonly withTalk: boolean
  readonly reason: string
  readonly tags: readonly string[]
}

async function deleteAll(run: ActionRun, state: PageState, wish: DeleteOptions): Promise<number> {
  const { isFile, withTalk, reason, tags } = wish
  const talk = withTalk ? await talkState(run, state, isFile) : null
  const talkWords = talk ? await talkReason(run.wiki, 'delete', reason) : ''
  const { wiki, caller, now } = run
  const common = { caller, now, tags }
  return retryIfChanged(run, state, async tx => {
    const remove = async ({ page, ns, title }: PageState, why: string): Promise<number | null> => {
      if (!page) return null
      const logId = await deletePage(tx, wiki, { ...common, page, reason: why })
      return logId ?? fail('cannotdelete', [run.titleText(ns, title)])
    }
    const logId = await remove(state, reason)
    if (talk) await remove(talk, talkWords)
    return isFile ? deleteFile(tx, { ...common, reason, name: state.title, pageLogId: logId }) : logId!
  })
}

/** Archive names start with the timestamp of replacement and contain no path separators. */
const isVersionName = (name: string): boolean => Buffer.byteLength(name) >= 16 && !/[/\\]/.test(name)

async function deleteVersion(
  run: ActionRun,
  state: PageState,
  archiveName: string,
  reason: string,
  tags: readonly string[],
): Promise<number> {
  if (!isVersionName(archiveName)) fail('invalidoldimage')
  const { wiki, caller, now } = run
  const order = { caller, now, reason, tags, name: state.title, pageId: state.page?.id ?? 0 }
  const fullReason = await versionReason(wiki, archiveName, reason)
  return retryIfChanged(run, state, async tx => {
    const logId = await deleteFileVersion(tx, { ...order, archiveName, told: fullReason })
    return logId ?? fail('nodeleteablefile')
  })
}

async function retryIfChanged(
  run: ActionRun,
  { ns, title }: PageState,
  work: (tx: Writer) => Promise<number>,
): Promise<number> {
  try {
    return await run.wiki.store.transaction(work)
  } catch (error) {
    if (isLostRace(error)) fail('cannotdelete', [run.titleText(ns, title)])
    throw error
  }
}
