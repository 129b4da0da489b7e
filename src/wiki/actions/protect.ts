import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string } from '../api/params/kinds.ts'
import { list } from '../api/result/shape.ts'
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
  summary: 'Protect or unprotect a page.',
  helpUrls: [helpPage('Protect')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'Title of the page.' },
      pageid: { words: 'Page id, instead of the title.' },
      protections: {
        words:
          'Protections to set, as action=level, for example edit=sysop. The level all lifts a protection, as does omitting the action.',
      },
      expiry: {
        words:
          'When protections expire: one timestamp for all, or one for each. infinite, indefinite, infinity or never do not expire.',
      },
      reason: { words: 'Reason for the protection.' },
      tags: { words: 'Change tags to apply to the protection log entry.' },
      cascade: { words: 'Also protect transcluded pages. Only for levels that support it.' },
      watch: { words: 'Add the page to the watchlist.' },
      watchlist: { words: 'Watch or unwatch the page, use the preferences, or leave the watchlist unchanged.' },
    },
  },
  result: {
    protect: {
      title: 'string',
      reason: 'string',
      'cascade?': 'boolean',
      /** Each with the level of its action; null if none was given. */
      protections: [{ '*': 'string|null', expiry: 'string' }],
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
    const requested = requestedLimits(run, state, a.protections, a.expiry)
    const cascade = a.cascade && mayCascade(run, requested)
    const { wiki, caller, now } = run
    const common = { caller, now, reason: a.reason, tags }
    const { page } = state
    await wiki.store.transaction(async tx => {
      const done = page
        ? await protectPage(tx, wiki, {
            ...common,
            page,
            limits: requested.filter(({ type }) => type !== 'create'),
            cascade,
          })
        : requested.length > 0 && (await protectTitle(tx, wiki, { ...common, name: state, limit: requested[0]! }))
      if (done === null) fail('edit-conflict')
    })
    const watchlist = a.watch ? 'watch' : a.watchlist
    await watchAfterwards(run, [state], { wish: watchlist, preference: 'watchdefault', until: a.watchlistexpiry })
    return {
      protect: {
        title: run.titleText(state.ns, state.title),
        reason: a.reason,
        ...(cascade && { cascade: true }),
        protections: list(
          'protection',
          requested.map(({ type, shown, expiresAt }) => ({
            [type]: shown,
            expiry: expiresAt === null ? 'infinite' : isoTimestamp(expiresAt),
          })),
        ),
      },
    }
  },
})

interface Levels {
  readonly types: readonly string[]
  readonly levels: readonly string[]
  readonly cascadinglevels: readonly string[]
}

function levelsOf({ wiki }: ActionRun): Levels {
  const restrictions = (wiki.site.info.restrictions ?? {}) as Partial<Levels>
  const { types = ['create', 'edit', 'move', 'upload'], levels = ['', 'autoconfirmed', 'sysop'] } = restrictions
  return { types, levels, cascadinglevels: restrictions.cascadinglevels ?? ['sysop'] }
}

interface LimitRequest extends Limit {
  /** The level as shown in the response; null if none was given. */
  readonly shown: string | null
}

/** Resulting protections in the order of the request. */
function requestedLimits(
  run: ActionRun,
  { page, ns }: PageState,
  protections: readonly string[],
  expiry: readonly string[],
): LimitRequest[] {
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

/** Users who can edit transcluded pages could change the page, so weak levels do not cascade. */
function mayCascade(run: ActionRun, limits: readonly Limit[]): boolean {
  const edit = limits.find(({ type }) => type === 'edit')
  return edit !== undefined && levelsOf(run).cascadinglevels.includes(edit.level)
}
