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
  summary: 'Takes back the last edits of a page, as far as one person made them one after the other.',
  helpUrls: [helpPage('Rollback')],
  mustBePosted: true,
  write: true,
  token: 'rollback',
  help: {
    params: {
      title: { words: 'The title of the page.' },
      pageid: { words: 'The id of the page, instead of its title.' },
      tags: { words: 'Tags to put on the rollback.' },
      user: { words: 'Who made the edits. If somebody else has edited since, nothing is done.' },
      summary: { words: 'What to say about it, instead of the usual words.' },
      markbot: { words: 'Have the edits and the rollback pass as those of a bot.' },
      watchlist: { words: 'Whether to watch the page from now on: yes, no, as the preferences say, or as before.' },
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
    run.result.rollback = { title: run.titleText(state.ns, state.title), pageid: page.id, ...done }
  },
})

interface Wish {
  readonly by: string
  readonly summary: string
  readonly asBot: boolean
}

async function takeBack(run: ActionRun, state: PageState & { readonly page: PageRow }, { by, summary, asBot }: Wish) {
  const { wiki, caller, now } = run
  const { current, author, target } = (await findLastEdits(run.db, state.page)) ?? fail('apierror-missingtitle')
  const asked = await actorOf(run.db, by)
  const rolled = (): never =>
    fail('alreadyrolled', [run.titleText(state.ns, state.title), asked?.name ?? by, author ?? ''])
  if (asked?.id !== current.actor_id) rolled()
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
