import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string, user } from '../api/params/kinds.ts'
import { actorOf } from '../content/actors.ts'
import type { PageRow } from '../content/pages.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { type PageState, readPageState } from '../editing/page-state.ts'
import { findLastEdits, prepareRollback, rollbackPage } from '../editing/rollback-page.ts'
import { apiMessage, fail } from '../messages/message.ts'
import { denialsFor, throwAll } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { namedPage } from './page-target.ts'
import { isTooFast } from './rate-limits.ts'
import { watchAfterwards } from './watch-wish.ts'

export const rollback = actionModule({
  name: 'rollback',
  prefix: '',
  classname: 'ApiRollback',
  summary: 'Undo the latest edits of a page made by one user in a row.',
  helpUrls: [helpPage('Rollback')],
  mustBePosted: true,
  write: true,
  token: 'rollback',
  help: {
    params: {
      title: { words: 'Title of the page.' },
      pageid: { words: 'Page id, instead of the title.' },
      tags: { words: 'Change tags to apply to the rollback.' },
      user: { words: 'User whose edits to roll back. Fails if another user has edited since.' },
      summary: { words: 'Custom edit summary.' },
      markbot: { words: 'Mark the reverted edits and the rollback as bot edits.' },
      watchlist: { words: 'Watch or unwatch the page, use the preferences, or leave the watchlist unchanged.' },
    },
  },
  result: {
    rollback: {
      title: 'string',
      pageid: 'integer',
      summary: 'string',
      revid: 'integer',
      old_revid: 'integer',
      last_revid: 'integer',
    },
  },
  params: {
    title: string(),
    pageid: integer(),
    tags: string({ multi: true, listsTags: true }),
    user: user({ required: true }),
    summary: string({ default: '' }),
    markbot: boolean(),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    namedPage.check(a.title, a.pageid, ['title', 'pageid'])
    const state = await readPageState(run.wiki, await namedPage.find(run, a.title, a.pageid))
    const { page } = state
    if (!page) fail('apierror-missingtitle')
    await checkTags(run, a.tags ?? [])
    const denials = await denialsFor(run, [
      ['edit', state],
      ['rollback', state],
    ])
    if ((await isTooFast(run, 'rollback')) || (await isTooFast(run, 'edit')))
      denials.push(apiMessage('apierror-ratelimited'))
    throwAll(denials)
    const asBot = a.markbot && (run.caller.can('markbotedits') || run.caller.can('bot'))
    const done = await takeBack(run, { ...state, page }, { by: a.user, summary: a.summary, asBot })
    const watching = { wish: a.watchlist, preference: 'watchrollback', until: a.watchlistexpiry } as const
    await watchAfterwards(run, [state], watching)
    return { rollback: { title: run.titleText(state.ns, state.title), pageid: page.id, ...done } }
  },
})

interface RollbackOptions {
  readonly by: string
  readonly summary: string
  readonly asBot: boolean
}

async function takeBack(
  run: ActionRun,
  state: PageState & { readonly page: PageRow },
  { by, summary, asBot }: RollbackOptions,
) {
  const { wiki, caller, now } = run
  const { current, author, target } = (await findLastEdits(run.db, state.page)) ?? fail('apierror-missingtitle')
  const expected = await actorOf(run.db, by)
  const rolled = (): never =>
    fail('alreadyrolled', [run.titleText(state.ns, state.title), expected?.name ?? by, author ?? ''])
  if (expected?.id !== current.actor_id) rolled()
  if (target === null) fail('cantrollback')
  if (target === 'hidden') fail('notvisiblerev')
  const work = new TextWork(wiki, now, { signal: run.signal })
  const prepared = await prepareRollback(wiki, work, { caller, now, state, current, target, summary, asBot })
  try {
    const saved = await wiki.store.transaction(tx => rollbackPage(tx, wiki, prepared))
    if (saved === null) return rolled()
    return { summary: prepared.told, revid: saved.revisionId, old_revid: current.id, last_revid: target.id }
  } catch (error) {
    if (isLostRace(error)) rolled()
    throw error
  }
}
