import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, oneOf, string } from '../api/params/kinds.ts'
import { deletePage } from '../editing/delete-page.ts'
import { automaticReason } from '../editing/deletion-reason.ts'
import { type PageState, readPageState } from '../editing/page-state.ts'
import { setWatching } from '../editing/watching.ts'
import { fail } from '../messages/message.ts'
import { talkOf } from '../site/namespaces.ts'
import { hasFile } from './has-file.ts'
import { mustBeAllowed } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { pageTarget } from './page-target.ts'
import { wantsToWatch } from './watch-wish.ts'

export const deleteAction = actionModule({
  name: 'delete',
  prefix: '',
  classname: 'ApiDelete',
  summary: 'Deletes a page. Its revisions are kept, and can be brought back.',
  helpUrls: [helpPage('Delete')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'The title of the page to delete.' },
      pageid: { words: 'The id of the page to delete, instead of its title.' },
      reason: { words: 'Why. Without one, the log says what the page said and who wrote it.' },
      tags: { words: 'Tags to put on the entry in the deletion log.' },
      deletetalk: { words: 'Delete the talk page too, where there is one.' },
      watch: { words: 'Watch the page from now on.' },
      unwatch: { words: 'No longer watch the page.' },
      watchlist: { words: 'Whether to watch the page from now on: yes, no, as the preferences say, or as before.' },
      oldimage: { words: 'The name of an old version of a file, to delete that version alone.' },
    },
  },
  params: {
    title: string(),
    pageid: integer(),
    reason: string(),
    tags: string({ multi: true, listsTags: true }),
    deletetalk: boolean(),
    watch: boolean({ deprecated: true }),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    unwatch: boolean({ deprecated: true }),
    oldimage: string(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const state = await readPageState(run.wiki, await pageTarget(run, a))
    if (a.oldimage !== undefined || (await hasFile(run, state))) fail('apierror-file-not-supported')
    if (!state.page) fail('apierror-missingtitle')
    await mustBeAllowed(run, 'delete', state)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const reason =
      a.reason ??
      (await automaticReason(run.wiki, state.page)) ??
      fail('cannotdelete', [run.titleText(state.ns, state.title)])
    const talk = a.deletetalk ? await talkState(run, state) : null
    const logId = await inOneGo(run, [state, ...(talk ? [talk] : [])], reason, tags)
    const watched = a.watch ? 'watch' : a.unwatch ? 'unwatch' : a.watchlist
    const wish = await wantsToWatch(run, watched, 'watchdeletion')
    if (wish !== null) await run.wiki.store.transaction(tx => setWatching(tx, run.caller, state, wish))
    run.result.delete = { title: run.titleText(state.ns, state.title), reason, logid: logId }
  },
})

/** The talk page that goes with a page, if there is one and the caller may delete it. */
async function talkState(run: ActionRun, { ns, title }: PageState): Promise<PageState | null> {
  const talk = talkOf(ns)
  if (talk === ns) return null
  const state = await readPageState(run.wiki, { ns: talk, title })
  if (state.page) await mustBeAllowed(run, 'delete', state)
  return state.page ? state : null
}

async function inOneGo(
  run: ActionRun,
  states: readonly PageState[],
  reason: string,
  tags: readonly string[],
): Promise<number> {
  const { wiki, caller, now } = run
  try {
    return await wiki.store.transaction(async tx => {
      const ids: number[] = []
      for (const { page, ns, title } of states) {
        const logId = await deletePage(tx, wiki, { caller, now, page: page!, reason, tags })
        if (logId === null) fail('cannotdelete', [run.titleText(ns, title)])
        ids.push(logId)
      }
      return ids[0]!
    })
  } catch (error) {
    if (isLostRace(error)) fail('cannotdelete', [run.titleText(states[0]!.ns, states[0]!.title)])
    throw error
  }
}
