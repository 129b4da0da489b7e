import { optionsOf } from '#accounts/options.ts'
import { changeVersion } from '#events/change-follower.ts'
import { readTogether } from '#store/read-together.ts'
import type { Reader } from '#store/store.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string, text, timestamp } from '../api/params/kinds.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { rememberResult } from '../api/run-once.ts'
import { callerBlock } from '../content/caller-block.ts'
import { CONTENT_MODELS, contentFormat, MODEL_SETTINGS } from '../content/content-format.ts'
import type { PageName } from '../content/pages.ts'
import { type EditBase, type EditOutcome, editPage } from '../editing/edit-page.ts'
import { knownText, type PageState, readPageState } from '../editing/page-state.ts'
import type { SavedPage } from '../editing/save-page.ts'
import { recentRevisions } from '../editing/undo.ts'
import { watchedNamespaces } from '../editing/watching.ts'
import { fail, plaintext, textList } from '../messages/message.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { fullText } from '../site/title-format.ts'
import { redirectOf } from '../wikitext/redirect.ts'
import { mustBeAllowedToEdit } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { pageTarget } from './page-target.ts'
import { mustNotBeTooFast } from './rate-limits.ts'
import { isAddition, requestedChange } from './requested-change.ts'
import { watchEnd } from './watch-wish.ts'

const FORMATS = [
  ...['application/json', 'application/octet-stream', 'application/unknown', 'application/x-binary', 'text/css'],
  ...['text/javascript', 'text/plain', 'text/unknown', 'text/x-wiki', 'unknown/unknown'],
]

const EDIT_RESULT = {
  'redirects?': { from: 'string', to: 'string' },
  edit: {
    'new?': 'boolean',
    result: 'string',
    pageid: 'integer',
    title: 'string',
    contentmodel: 'string',
    'oldrevid?': 'integer',
    'newrevid?': 'integer',
    'newtimestamp?': 'string',
    'nochange?': 'boolean',
    'watched?': 'boolean',
    'watchlistexpiry?': 'string',
  },
} as const satisfies Members

export const edit = actionModule({
  name: 'edit',
  prefix: '',
  classname: 'ApiEditPage',
  summary: 'Create or edit a page.',
  helpUrls: [helpPage('Edit')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  idempotent: true,
  help: {
    params: {
      title: { words: 'Title of the page to edit.' },
      pageid: { words: 'Id of the page to edit, instead of its title.' },
      section: { words: 'Section to edit: a number, 0 for the lead section, or new for a new section.' },
      sectiontitle: { words: 'Heading of a new section.' },
      text: { words: 'New text of the page or section.' },
      summary: { words: 'Edit summary. Also the heading of a new section without sectiontitle.' },
      tags: { words: 'Change tags to apply to the revision.' },
      minor: { words: 'Mark the edit as minor.' },
      notminor: { words: 'Do not mark the edit as minor, whatever the preferences say.' },
      bot: { words: 'Mark the edit as a bot edit.' },
      baserevid: {
        words: 'Revision the edit is based on. Later edits are merged, or the edit is rejected as a conflict.',
      },
      basetimestamp: { words: 'Timestamp of the base revision, instead of its id.' },
      starttimestamp: { words: 'When editing started. Prevents recreating a page that was deleted since.' },
      recreate: { words: 'Recreate the page even if it was deleted in the meantime.' },
      createonly: { words: 'Fail if the page exists.' },
      nocreate: { words: 'Fail if the page does not exist.' },
      watch: { words: 'Add the page to the watchlist.' },
      unwatch: { words: 'Remove the page from the watchlist.' },
      watchlist: { words: 'Watch or unwatch the page, use the preferences, or leave the watchlist unchanged.' },
      md5: {
        words:
          'MD5 hash of the text, or of prependtext and appendtext joined. If it does not match, the edit is rejected.',
      },
      prependtext: { words: 'Text to add to the beginning of the page or section.' },
      appendtext: { words: 'Text to add to the end of the page or section.' },
      undo: { words: 'Revision to undo.' },
      undoafter: { words: 'Undo all revisions after this one, up to and including undo.' },
      redirect: { words: 'Follow a redirect and edit its target.' },
      contentformat: { words: 'Serialization format of the text.' },
      contentmodel: { words: 'Content model of the new content.' },
    },
  },
  result: EDIT_RESULT,
  params: {
    title: string(),
    pageid: integer(),
    section: string(),
    sectiontitle: string(),
    text: text(),
    summary: string(),
    tags: string({ multi: true, listsTags: true }),
    minor: boolean(),
    notminor: boolean(),
    bot: boolean(),
    baserevid: integer(),
    basetimestamp: timestamp(),
    starttimestamp: timestamp(),
    recreate: boolean(),
    createonly: boolean(),
    nocreate: boolean(),
    watch: boolean({ deprecated: true }),
    unwatch: boolean({ deprecated: true }),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    md5: string(),
    prependtext: text(),
    appendtext: text(),
    undo: integer({ min: 0 }),
    undoafter: integer({ min: 0 }),
    redirect: boolean(),
    contentformat: oneOf(FORMATS),
    contentmodel: oneOf(CONTENT_MODELS, MODEL_SETTINGS),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if ([a.text, a.appendtext, a.prependtext, a.undo].every(value => value === undefined)) {
      fail('apierror-missingparam-at-least-one-of', [textList(['text', 'appendtext', 'prependtext', 'undo']), 4])
    }
    const target = await pageTarget(run, a)
    const [named] = await readTogether(() => [readPageState(run.wiki, target), readAhead(run, target)])
    if (a.redirect && !isAddition(a) && a.section !== 'new') fail('apierror-redirect-appendonly')
    const followed = a.redirect ? redirectIn(run, named) : null
    const state = followed ? await readPageState(run.wiki, followed.target) : named
    const model = a.contentmodel ?? state.model
    checkContent(run, state, model, a.contentformat)
    if (a.createonly && state.page) fail('apierror-articleexists')
    if (a.nocreate && !state.page) fail('apierror-missingtitle')
    await checkTags(run, a.tags ?? [])
    const [prefersMinor] = await readTogether(() => [
      minorByDefault(run),
      checkRights(run, state, model),
      state.page && a.undo === undefined ? recentRevisions(run.db, state.page) : Promise.resolve([]),
    ])
    const { change, summary, mark } = await requestedChange(run, state, a)
    await checkRecreation(run, state, a)
    const answer = async (
      db: Reader,
      { saved, watched, state: met }: EditOutcome,
    ): Promise<ResultOf<typeof EDIT_RESULT>> => {
      const watchlistexpiry = watched ? await watchEnd(run, state, db) : null
      return {
        ...(followed && { redirects: followed.redirect }),
        edit: {
          ...(saved?.parentId === 0 && { new: true }),
          result: 'Success',
          pageid: saved?.pageId ?? met.page!.id,
          title: run.titleText(state.ns, state.title),
          contentmodel: model,
          ...(saved ? revisionFacts(saved) : { nochange: true }),
          ...(watched && { watched: true, ...(watchlistexpiry !== null && { watchlistexpiry }) }),
        },
      }
    }
    const outcome = await editPage(run.wiki, state, {
      caller: run.caller,
      now: run.now,
      change,
      model,
      summary,
      mark,
      tags: a.tags ?? [],
      minor: (a.minor || (!a.notminor && prefersMinor)) && run.caller.can('minoredit'),
      bot: a.bot && run.caller.can('bot'),
      watch: a.watch ? 'watch' : a.unwatch ? 'unwatch' : a.watchlist,
      watchedUntil: a.watchlistexpiry,
      base: baseOf(a.baserevid, a.basetimestamp),
      mayReplace: !a.createonly,
      signal: run.signal,
      onlyAt: run.request.onlyAt,
      ...(run.idempotency && { onSaved: async (tx, done) => rememberResult(run, tx, await answer(tx, done)) }),
    })
    return answer(run.db, outcome)
  },
})

/** Reads what every edit asks for later and what does not depend on the page, to save round trips. */
async function readAhead({ db, caller, now }: ActionRun, target: PageName): Promise<void> {
  await Promise.all([
    changeVersion(db),
    callerBlock(db, caller, now),
    caller.account && watchedNamespaces(db, caller.account.id, target, now),
  ])
}

const revisionFacts = (saved: SavedPage) => ({
  oldrevid: saved.parentId,
  newrevid: saved.revisionId,
  newtimestamp: isoTimestamp(saved.timestamp),
})

const baseOf = (revision: number | undefined, at: number | undefined): EditBase | null =>
  revision !== undefined ? { revision } : at !== undefined ? { timestamp: at } : null

function checkContent(run: ActionRun, state: PageState, model: string, format: string | undefined): void {
  const title = run.titleText(state.ns, state.title).replaceAll(' ', '_')
  if (model === 'unknown') fail('apierror-no-direct-editing', [model, title])
  if (format !== undefined && format !== contentFormat(model)) fail('apierror-badformat', [format, model, title])
}

/** Converting a page to a script already requires the rights for scripts. */
async function checkRights(run: ActionRun, state: PageState, model: string): Promise<void> {
  await mustBeAllowedToEdit(run, 'edit', state)
  await mustNotBeTooFast(run, 'edit')
  if (model === state.model) return
  if (!run.caller.can('editcontentmodel')) fail('apierror-cantchangecontentmodel')
  await mustBeAllowedToEdit(run, 'edit', { ...state, model })
  await mustNotBeTooFast(run, 'editcontentmodel')
}

async function minorByDefault({ caller, db }: ActionRun): Promise<boolean> {
  if (!caller.account) return false
  const own = (await optionsOf(db, caller.account.id)).get('minordefault')
  return Boolean(own) && own !== '0'
}

interface RecreationArgs {
  readonly starttimestamp: number | undefined
  readonly recreate: boolean
}

/** If the page was deleted after editing began, recreating it takes an explicit request. */
async function checkRecreation(run: ActionRun, state: PageState, a: RecreationArgs): Promise<void> {
  if (state.page !== null || a.recreate || a.starttimestamp === undefined) return
  const deletion = await run.db
    .selectFrom('log')
    .where('ns', '=', state.ns)
    .where('title', '=', state.title)
    .where('timestamp', '>=', a.starttimestamp)
    .where('type', '=', 'delete')
    .where('action', '=', 'delete')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (deletion) fail('apierror-pagedeleted')
}

interface FollowedRedirect {
  readonly redirect: { readonly from: string; readonly to: string }
  readonly target: PageName
}

/** The redirect on a page, to be followed one step; null if there is none. */
function redirectIn(run: ActionRun, state: PageState): FollowedRedirect | null {
  const { site } = run.wiki
  const redirect = state.page && state.model === 'wikitext' ? redirectOf(site, knownText(state)) : null
  if (redirect === null) return null
  const { ns, dbkey, interwiki } = redirect.title
  const from = run.titleText(state.ns, state.title)
  const isPage = interwiki === '' && ns >= 0
  const to = isPage ? run.titleText(ns, dbkey) : fullText(site, redirect.title)
  if (!isPage)
    fail('apierror-edit-invalidredirect', [plaintext(from), plaintext(to)], { data: { redirects: { from, to } } })
  return { redirect: { from, to }, target: { ns, title: dbkey } }
}
