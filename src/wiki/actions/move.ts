import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, oneOf, string } from '../api/params/kinds.ts'
import { MESSAGE } from '../api/result/envelope.ts'
import type { Kind, Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import { rightOf } from '../content/permission-rules.ts'
import { isInForce, Protections } from '../content/protection.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { type Moved, movePage, prepareMove } from '../editing/move-page.ts'
import { type PageState, readPageState } from '../editing/page-state.ts'
import { LONGEST_NAME, withoutPathMarks } from '../files/file-name.ts'
import { endingFits, usualMime } from '../files/inspect/file-kinds.ts'
import { currentVersions } from '../files/versions.ts'
import { ApiError, type ApiMessage, apiMessage, fail } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { isTalk, NS, talkOf } from '../site/namespaces.ts'
import { parseTitle } from '../site/titles.ts'
import { denialsToEdit, throwAll } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { hasFile, namedPage } from './page-target.ts'
import { mustNotBeTooFast } from './rate-limits.ts'
import { resultErrors } from './result-messages.ts'
import { asPlainError, unwantedMove } from './unwanted-titles.ts'
import { watchAfterwards } from './watch-wish.ts'

/** Maximum number of subpages to move in one request. */
const MAX_SUBPAGES = 100

/** Errors if the namespace has no subpages. */
const SUBPAGES = [
  [{ from: 'string', 'to?': 'string', 'errors?': [MESSAGE] }],
  '|',
  { errors: [MESSAGE] },
] as const satisfies Kind

const TALK_RESULT = {
  'talkfrom?': 'string',
  'talkto?': 'string',
  'talkmoveoverredirect?': 'boolean',
  'talkmove-errors?': [MESSAGE],
} as const satisfies Members

const MOVE_RESULT = {
  from: 'string',
  to: 'string',
  reason: 'string',
  redirectcreated: 'boolean',
  moveoverredirect: 'boolean',
  ...TALK_RESULT,
  'subpages?': SUBPAGES,
  'subpages-talk?': SUBPAGES,
} as const satisfies Members

export const move = actionModule({
  name: 'move',
  prefix: '',
  classname: 'ApiMove',
  summary: 'Move a page.',
  helpUrls: [helpPage('Move')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      from: { words: 'Title of the page to move.' },
      fromid: { words: 'Id of the page to move, instead of its title.' },
      to: { words: 'New title.' },
      reason: { words: 'Reason for the move.' },
      movetalk: { words: 'Also move the talk page, if it exists.' },
      movesubpages: { words: 'Also move subpages, where possible.' },
      noredirect: { words: 'Do not leave a redirect.' },
      watchlist: { words: 'Watch or unwatch the page and the redirect, use the preferences, or change nothing.' },
      ignorewarnings: { words: 'Ignore warnings.' },
      tags: { words: 'Change tags to apply to the move log entry and the null revision.' },
    },
  },
  result: { move: MOVE_RESULT },
  params: {
    from: string(),
    fromid: integer(),
    to: string({ required: true }),
    reason: string({ default: '' }),
    movetalk: boolean(),
    movesubpages: boolean(),
    noredirect: boolean(),
    watchlist: oneOf(['nochange', 'preferences', 'unwatch', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    ignorewarnings: boolean(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const from = await sourcePage(run, a.from, a.fromid)
    const to = titled(run, a.to)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const options: MoveOptions = {
      reason: a.reason,
      tags,
      leavesRedirect: !a.noredirect || !run.caller.can('suppressredirect'),
    }
    const state = await readPageState(run.wiki, from)
    if (!state.page) fail('apierror-missingtitle')
    await mustNotBeTooFast(run, 'move')
    const { moved, wasTaken } = await moveOne(run, state, to, options)
    const answer: ResultOf<typeof MOVE_RESULT> = {
      from: run.titleText(from.ns, from.title),
      to: run.titleText(to.ns, to.title),
      reason: a.reason,
      redirectcreated: moved.redirectRevision !== null,
      moveoverredirect: wasTaken,
    }
    if (a.movetalk && from.ns >= 0 && !isTalk(from.ns) && to.ns >= 0 && !isTalk(to.ns))
      Object.assign(answer, await moveTalk(run, from, to, options))
    if (a.movesubpages) {
      answer.subpages = await moveSubpages(run, from, to, options)
      if (a.movetalk) answer['subpages-talk'] = await moveSubpages(run, talkNamed(from), talkNamed(to), options)
    }
    const watching = { wish: a.watchlist, preference: 'watchmoves', until: a.watchlistexpiry } as const
    await watchAfterwards(run, [from, to], watching)
    return { move: answer }
  },
})

interface MoveOptions {
  readonly reason: string
  readonly tags: readonly string[]
  readonly leavesRedirect: boolean
}

async function sourcePage(run: ActionRun, text: string | undefined, id: number | undefined): Promise<PageName> {
  namedPage.check(text, id, ['from', 'fromid'])
  return text === undefined ? namedPage.find(run, text, id) : titled(run, text)
}

function titled({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '' || title.dbkey === '')
    fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

const talkNamed = ({ ns, title }: PageName): PageName => ({ ns: talkOf(ns), title })

/** Moves one page, or throws the reasons why it cannot. */
async function moveOne(
  run: ActionRun,
  from: PageState,
  to: PageName,
  { reason, tags, leavesRedirect }: MoveOptions,
): Promise<{ moved: Moved; wasTaken: boolean }> {
  const { wiki, caller, now } = run
  const { page } = from
  if (!page) fail('apierror-missingtitle')
  const target = to.ns >= 0 ? await readPageState(wiki, to) : null
  const inTheWay = target?.page ?? null
  const there = target ?? (await readPageState(wiki, to))
  const denials = await denialsToEdit(run, [
    ...(['move', 'edit'] as const).map(action => [action, from] as const),
    ...(['move-target', 'edit'] as const).map(action => [action, there] as const),
  ])
  if (await isProtectedTitle(run, there)) denials.push(apiMessage('cantmove-titleprotected'))
  const faults = await moveFaults(run, from, to, target)
  const others = denials.filter(denial => !faults.some(({ key }) => key === denial.key))
  throwAll([...faults, ...others.map(asPlainError), ...(await unwantedMove(run, from, to))])
  const work = new TextWork(wiki, now, { signal: run.signal })
  const order = { caller, now, from: { ...from, page }, to, inTheWay, reason, tags, leavesRedirect }
  const prepared = await prepareMove(wiki, work, order)
  try {
    const moved = await wiki.store.transaction(async tx => {
      const done = await movePage(tx, wiki, prepared)
      if (done === null) fail('articleexists', [run.titleText(to.ns, to.title)])
      return done
    })
    return { moved, wasTaken: inTheWay !== null }
  } catch (error) {
    if (isLostRace(error)) fail('articleexists', [run.titleText(to.ns, to.title)])
    throw error
  }
}

/** Whether the title is protected against creation by the caller. */
async function isProtectedTitle({ db, caller, now }: ActionRun, page: PageState): Promise<boolean> {
  const { create } = (await Protections.load(db, [page])).of(page)
  return !!create && isInForce(create, now) && !caller.can(rightOf(create.level))
}

/** Reasons that prevent the move for everyone. */
async function moveFaults(
  run: ActionRun,
  from: PageState,
  to: PageName,
  target: PageState | null,
): Promise<ApiMessage[]> {
  const { namespaces } = run.wiki.site
  if (from.ns === to.ns && from.title === to.title) return [apiMessage('selfmove')]
  const faults: ApiMessage[] = []
  const room = target?.page ? await roomAt(run, target.page, from) : (await hasFile(run, to)) ? 'articleexists' : 'free'
  if (room !== 'free') faults.push(apiMessage(room, [run.titleText(to.ns, to.title)]))
  if (to.ns < 0)
    faults.push(
      apiMessage('immobile-target-namespace', [namespaces.nameOf(to.ns)], { code: 'immobile-target-namespace' }),
    )
  if (from.ns !== NS.file && to.ns === NS.file) faults.push(apiMessage('nonfile-cannot-move-to-file'))
  if (from.ns === NS.file && to.ns !== NS.file) faults.push(apiMessage('imagenocrossnamespace'))
  else if (from.ns === NS.file) faults.push(...(await fileMoveFaults(run, from, to)))
  return faults
}

/** A file keeps its type, so the new name needs a matching extension. */
async function fileMoveFaults({ db }: ActionRun, from: PageName, to: PageName): Promise<ApiMessage[]> {
  const file = (await currentVersions(db, [from.title])).get(from.title)
  if (!file) return []
  const ending = /\.([^.]*)$/.exec(to.title)?.[1] ?? ''
  return [
    ...(withoutPathMarks(to.title) === to.title ? [] : [apiMessage('imageinvalidfilename')]),
    ...(Buffer.byteLength(to.title) > LONGEST_NAME ? [apiMessage('filename-toolong')] : []),
    ...(usualMime(ending) === file.mime || endingFits(file.mime, ending) ? [] : [apiMessage('imagetypemismatch')]),
  ]
}

/** Only a single-revision redirect to the page itself may be overwritten. */
async function roomAt(
  { db }: ActionRun,
  { id, is_redirect }: PageRow,
  from: PageName,
): Promise<'free' | 'redirectexists' | 'articleexists'> {
  if (is_redirect !== 1) return 'articleexists'
  const revisions = await db.selectFrom('revision').where('page_id', '=', id).select('id').limit(2).execute()
  if (revisions.length !== 1) return 'articleexists'
  const leads = await db.selectFrom('redirect').where('from_id', '=', id).selectAll().executeTakeFirst()
  const isItself = leads && leads.ns === from.ns && leads.title === from.title && !leads.interwiki
  return isItself ? 'free' : 'redirectexists'
}

async function moveTalk(
  run: ActionRun,
  from: PageName,
  to: PageName,
  wish: MoveOptions,
): Promise<ResultOf<typeof TALK_RESULT>> {
  const [source, target] = [talkNamed(from), talkNamed(to)]
  const state = await readPageState(run.wiki, source)
  if (!state.page) return {}
  try {
    const { wasTaken } = await moveOne(run, state, target, wish)
    return {
      talkfrom: run.titleText(source.ns, source.title),
      talkto: run.titleText(target.ns, target.title),
      talkmoveoverredirect: wasTaken,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { 'talkmove-errors': resultErrors(run, error.messages) }
  }
}

async function moveSubpages(
  run: ActionRun,
  from: PageName,
  to: PageName,
  wish: MoveOptions,
): Promise<ResultOf<typeof SUBPAGES>> {
  const { site } = run.wiki
  const failed = (message: ApiMessage) => ({ errors: resultErrors(run, [message]) })
  for (const { ns } of [from, to])
    if (!site.namespaces.hasSubpages(ns))
      return failed(apiMessage('namespace-nosubpages', [site.namespaces.nameOf(ns)]))
  const prefix = `${from.title}/`
  const pages = await run.db
    .selectFrom('page')
    .where('ns', '=', from.ns)
    .where('title', '>=', prefix)
    .where('title', '<', `${from.title}0`)
    .orderBy('title')
    .limit(MAX_SUBPAGES)
    .select(['ns', 'title'])
    .execute()
  const rows: ResultOf<(typeof SUBPAGES)[0]> = []
  for (const page of pages) {
    const target = { ns: to.ns, title: to.title + page.title.slice(from.title.length) }
    const named = { from: run.titleText(page.ns, page.title), to: run.titleText(target.ns, target.title) }
    try {
      await moveOne(run, await readPageState(run.wiki, page), target, wish)
      rows.push(named)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      rows.push({ from: named.from, errors: resultErrors(run, error.messages) })
    }
  }
  return list('subpage', rows)
}
