import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string } from '../api/params/kinds.ts'
import { list, type Row } from '../api/result/shape.ts'
import { expiryOf } from '../content/expiry.ts'
import { type PageState, readPageState } from '../editing/page-state.ts'
import { type Limit, protectPage, protectTitle } from '../editing/protect-page.ts'
import { fail } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { mustBeAllowed } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { pageTarget } from './page-target.ts'
import { watchAfterwards } from './watch-wish.ts'

export const protect = actionModule({
  name: 'protect',
  prefix: '',
  classname: 'ApiProtect',
  summary: 'Changes who may do what to a page.',
  helpUrls: [helpPage('Protect')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'The title of the page.' },
      pageid: { words: 'The id of the page, instead of its title.' },
      protections: {
        words:
          'What may be done by whom, such as edit=sysop; all opens it again. What is not named is open to everybody afterwards.',
      },
      expiry: {
        words:
          'Until when: one time for all of them, or one for each. infinite, indefinite, infinity or never for ever.',
      },
      reason: { words: 'Why.' },
      tags: { words: 'Tags to put on the entry in the protection log.' },
      cascade: { words: 'Protect what the page includes too. Only with levels that allow it.' },
      watch: { words: 'Watch the page from now on.' },
      watchlist: { words: 'Whether to watch the page from now on: yes, no, as the preferences say, or as before.' },
    },
  },
  params: {
    title: string(),
    pageid: integer(),
    protections: string({ multi: true, required: true }),
    expiry: string({ multi: true, default: 'infinite', allowsduplicates: true }),
    reason: string({ default: '' }),
    tags: string({ multi: true, listsTags: true }),
    cascade: boolean(),
    watch: boolean({ deprecated: true }),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const state = await readPageState(run.wiki, await pageTarget(run, a))
    await mustBeAllowed(run, 'protect', state)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const asked = askedLimits(run, state, a.protections, a.expiry)
    const cascade = a.cascade && mayCascade(run, asked)
    const { wiki, caller, now } = run
    const common = { caller, now, reason: a.reason, tags }
    const { page } = state
    await wiki.store.transaction(async tx => {
      const done = page
        ? await protectPage(tx, wiki, {
            ...common,
            page,
            limits: asked.filter(({ type }) => type !== 'create'),
            cascade,
          })
        : asked.length > 0 && (await protectTitle(tx, wiki, { ...common, name: state, limit: asked[0]! }))
      if (done === null) fail('edit-conflict')
    })
    const wish = a.watch ? 'watch' : a.watchlist
    await watchAfterwards(run, [state], { wish, preference: 'watchdefault', until: a.watchlistexpiry })
    run.result.protect = {
      title: run.titleText(state.ns, state.title),
      reason: a.reason,
      ...(cascade && { cascade: true }),
      protections: list(
        'protection',
        asked.map(
          ({ type, shown, expiresAt }): Row => ({
            [type]: shown,
            expiry: expiresAt === null ? 'infinite' : isoTimestamp(expiresAt),
          }),
        ),
      ),
    }
  },
})

interface Levels {
  readonly types: readonly string[]
  readonly levels: readonly string[]
  readonly cascadinglevels: readonly string[]
}

function levelsOf({ wiki }: ActionRun): Levels {
  const given = (wiki.site.info.restrictions ?? {}) as Partial<Levels>
  const { types = ['create', 'edit', 'move', 'upload'], levels = ['', 'autoconfirmed', 'sysop'] } = given
  return { types, levels, cascadinglevels: given.cascadinglevels ?? ['sysop'] }
}

interface AskedLimit extends Limit {
  /** The level as the answer shows it; null where none was named. */
  readonly shown: string | null
}

/** What is to hold afterwards, in the order it was asked for. */
function askedLimits(
  run: ActionRun,
  { page, ns }: PageState,
  protections: readonly string[],
  expiry: readonly string[],
): AskedLimit[] {
  if (expiry.length !== protections.length && expiry.length !== 1)
    fail('apierror-toofewexpiries', [expiry.length, protections.length])
  const { types, levels } = levelsOf(run)
  const exists = page !== null
  return protections.map((protection, index) => {
    const [type = '', given] = protection.split('=')
    const level = given === undefined || given === 'all' ? '' : given
    if (exists && type === 'create') fail('apierror-create-titleexists')
    if (!exists && type !== 'create') fail('apierror-missingtitle-createonly')
    if (!types.includes(type) || (type === 'upload' && ns !== NS.file)) fail('apierror-protect-invalidaction', [type])
    if (!levels.includes(level)) fail('apierror-protect-invalidlevel', [level])
    const expiresAt = expiryOf(expiry.length === 1 ? expiry[0]! : expiry[index]!, run.now)
    return { type, level, shown: given === undefined ? null : level, expiresAt }
  })
}

/** Whoever may edit what the page includes could change the page, so weak levels do not cascade. */
function mayCascade(run: ActionRun, limits: readonly Limit[]): boolean {
  const edit = limits.find(({ type }) => type === 'edit')
  return edit !== undefined && levelsOf(run).cascadinglevels.includes(edit.level)
}
