import type { Caller } from '#accounts/caller.ts'
import { readTogether } from '#store/read-together.ts'
import type { Reader, Writer } from '#store/store.ts'
import { isLostRace } from '#store/store-error.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { AGENT_TAG } from '../content/tags.ts'
import type { TextSource } from '../content/text-blobs.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { fail } from '../messages/message.ts'
import type { Wiki } from '../wiki.ts'
import { automaticSummary, type EditMark, markOf } from './edit-marks.ts'
import { changedText, type PageChange } from './page-change.ts'
import { type PageState, readPageState, revisionText } from './page-state.ts'
import { checkSize, prepareText, withPlainLineEnds } from './prepare-text.ts'
import { checkListPage, refuseSpam } from './refuse-spam.ts'
import { type ModelChange, type SavedPage, savePage } from './save-page.ts'
import { shortened } from './store-revision.ts'
import { restoredRevision, revisionsBetween, undoMark } from './undo.ts'
import { setWatching, type WatchWish, willWatch } from './watching.ts'

/** An edit request whose permissions have been checked. */
interface EditOrder {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly change: PageChange
  /** Content model of the new text. */
  readonly model: string
  /** An automatic summary is used when this is undefined or empty. */
  readonly summary: string | undefined
  /** Provides the summary when the caller gives none. */
  readonly mark: EditMark | null
  /** Log data for an edit whose purpose is to change the content model. */
  readonly modelChange?: ModelChange
  readonly minor: boolean
  readonly bot: boolean
  readonly tags: readonly string[]
  readonly watch: WatchWish
  /** Watchlist expiry: null never expires, undefined keeps the current one. */
  readonly watchedUntil?: number | null | undefined
  /** The revision the caller started from; null when they did not say. */
  readonly base: EditBase | null
  readonly mayReplace: boolean
  /** The only revision that the edit may replace; 0 for none. */
  readonly onlyAt?: number | undefined
  /** Aborts the edit when the client disconnects, unless it is already being saved. */
  readonly signal?: AbortSignal | undefined
  /** Runs in the transaction of the edit, even when nothing changes. */
  readonly onSaved?: (tx: Writer, outcome: EditOutcome) => Promise<void>
}

export interface EditOutcome {
  /** The page before the edit. */
  readonly state: PageState
  /** Null when the edit changes nothing. */
  readonly saved: SavedPage | null
  readonly watched: boolean
  /** The page after the edit. */
  readonly text: string
}

/** Attempts before the edit fails because other edits keep coming first. */
const MAX_ATTEMPTS = 20

/**
 * Edits a page. Expensive work happens before the transaction, based on the page as read then; if the page has changed
 * meanwhile, everything is redone on the new revision.
 */
export async function editPage(wiki: Wiki, first: PageState, order: EditOrder): Promise<EditOutcome> {
  let state = first
  let used = 0
  for (let attempt = 1; ; attempt++) {
    if (order.onlyAt !== undefined && order.onlyAt !== (state.page?.latest_rev ?? 0)) fail('edit-conflict')
    const work = new TextWork(wiki, order.now, { signal: order.signal, used })
    try {
      return await attemptEdit(wiki, first, state, order, work)
    } catch (error) {
      used = work.used
      if (!isOvertaken(error)) throw error
      if (attempt === MAX_ATTEMPTS) fail('edit-conflict')
    }
    state = await readPageState(wiki, first)
    if (state.page !== null && !order.mayReplace) fail('apierror-articleexists')
    if (state.page === null && first.page !== null) fail('apierror-pagedeleted')
  }
}

async function attemptEdit(
  wiki: Wiki,
  first: PageState,
  state: PageState,
  order: EditOrder,
  work: TextWork,
): Promise<EditOutcome> {
  const { caller, now, model, watchedUntil: until } = order
  const written = await writtenText(wiki, first, state, order, work)
  checkSize(wiki.site, written)
  const text = await prepareText(wiki, caller, now, state, written, model, work)
  checkSize(wiki.site, text)
  const watching = () => willWatch(wiki, caller, state, order.watch, state.page === null)
  if (state.page !== null && text === state.text && model === state.model) {
    await refuseSpam(wiki, state, { caller, links: [], summary: order.summary ?? '', signal: order.signal })
    const { watched } = await watching()
    const unchanged: EditOutcome = { state, saved: null, watched, text }
    const sets = order.watch === 'watch' || order.watch === 'unwatch' || (watched && until !== undefined)
    if (sets || order.onSaved)
      await wiki.store.transaction(async tx => {
        if (sets) await setWatching(tx, wiki, caller, state, watched, until)
        await order.onSaved?.(tx, unchanged)
      })
    return unchanged
  }
  checkListPage(state, written)
  const harvest = await work.run('harvest', { page: { ns: state.ns, dbkey: state.title }, text, model })
  const { summary = '', signal } = order
  await refuseSpam(wiki, state, { caller, links: harvest.externalLinks, summary, signal })
  const [{ watched, isStored }, marks] = await readTogether(() => [
    watching(),
    marksOf(wiki, state, order, written, text),
  ])
  const save = {
    caller,
    now,
    state,
    text,
    model,
    summary: await summaryOf(wiki, order, marks.mark),
    modelChange: order.modelChange ?? { comment: shortened(order.summary?.trim() ?? ''), tags: [] },
    tags: [...order.tags, ...marks.tags, ...(caller.isAgent ? [AGENT_TAG] : [])],
    minor: order.minor && state.page !== null,
    bot: order.bot,
    reverted: marks.reverted,
    harvest,
    watched: (isStored || order.watch === 'nochange') && !(watched && until !== undefined) ? null : watched,
    watchedUntil: until,
  }
  const saved = await wiki.store.transaction(async tx => {
    const done = await savePage(tx, wiki, save)
    if (done === null) throw new Outdated()
    await order.onSaved?.(tx, { state, saved: done, watched, text })
    return done
  })
  return { state, saved, watched, text }
}

/** The new page text, merged with edits made since the caller loaded the page. */
async function writtenText(
  wiki: Wiki,
  first: PageState,
  state: PageState,
  order: EditOrder,
  work: TextWork,
): Promise<string> {
  const { change } = order
  const make = (on: PageState) => changedText(wiki, work, on, change)
  // Appended sections, undos and replies apply to the current text.
  if (change.kind === 'new-section' || change.kind === 'undo' || change.kind === 'amend') return make(state)
  if (order.base === null && change.kind === 'around') return make(state)
  const base = await baseOf(wiki, first, state, order)
  if (base === 'current') return make(state)
  const newText = await make(change.kind === 'section' && base !== 'unknown' ? { ...state, text: base.text } : state)
  checkSize(wiki.site, newText)
  if (base === 'unknown') fail('edit-conflict')
  // Stored text never ends with blank lines, so trailing ones in the request are not a change.
  const mine = withPlainLineEnds(newText).trimEnd()
  const merged = await work.run('merge', { base: base.text, mine, theirs: state.text ?? '' })
  return merged ?? fail('edit-conflict')
}

/** Without a declared base, the base is the page as it was when the request arrived. */
async function baseOf(wiki: Wiki, first: PageState, state: PageState, order: EditOrder): Promise<FoundBase> {
  const { base, change, caller } = order
  if (base !== null && 'timestamp' in base && isWhole(change) && state.page !== null)
    if (await wroteAllSince(wiki.db, state.page.id, caller, base.timestamp)) return 'current'
  if (base !== null) return findBase(wiki, state, base)
  if (first.page === null) return state.page === null ? 'current' : { text: '' }
  return findBase(wiki, state, { revision: first.page.latest_rev })
}

const isWhole = (change: PageChange): boolean =>
  change.kind === 'text' || (change.kind === 'around' && change.section === null)

/** Number of recent revisions checked for edits by the caller alone. */
const OWN_REVISIONS = 50

/** Users never conflict with their own edits. */
async function wroteAllSince(db: Reader, pageId: number, { account }: Caller, since: number): Promise<boolean> {
  if (account === null) return false
  const rows = await db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .where('revision.page_id', '=', pageId)
    .where('revision.timestamp', '>', since)
    .orderBy('revision.timestamp')
    .limit(OWN_REVISIONS)
    .select('actor.account_id')
    .execute()
  return rows.every(row => row.account_id === account.id)
}

interface Marks {
  readonly mark: EditMark | null
  readonly tags: readonly string[]
  readonly reverted: readonly number[]
}

/** The automatic summary and tags that follow from what the edit does. */
async function marksOf(
  wiki: Wiki,
  state: PageState,
  { change, model }: EditOrder,
  written: string,
  text: string,
): Promise<Marks> {
  const before = state.page && { text: state.text ?? '', model: state.model }
  const mark = markOf(wiki, before, { text: written.trimEnd(), model })
  const tags = mark?.tag === undefined ? [] : [mark.tag]
  if (before !== null && before.model !== model) tags.push('mw-contentmodelchange')
  const reverted = (after: number, last: number) => revisionsBetween(wiki.db, state, after, last)
  if (change.kind === 'undo') {
    const { after, last } = change.undo
    return { mark: undoMark(change.undo), tags: [...tags, 'mw-undo'], reverted: await reverted(after, last) }
  }
  const original = await restoredRevision(wiki.db, state, sha1Base36(Buffer.from(text)))
  if (original === null) return { mark, tags, reverted: [] }
  return { mark, tags: [...tags, 'mw-manual-revert'], reverted: await reverted(original, state.page!.latest_rev) }
}

async function summaryOf(wiki: Wiki, { summary = '', mark }: EditOrder, found: EditMark | null): Promise<string> {
  if (summary.trim() !== '') return shortened(summary)
  const effective = mark ?? found
  return effective === null ? '' : shortened(await automaticSummary(wiki, effective))
}

/** The page has changed since it was read. */
class Outdated extends Error {}

/** Whether a retry is likely to succeed: nothing was stored, and the conflict may be over. */
const isOvertaken = (error: unknown): boolean => error instanceof Outdated || isLostRace(error)

/** The revision the user was editing. */
export type EditBase = { readonly revision: number } | { readonly timestamp: number }

/** `current`: the page has not changed since. `unknown`: it has, and its earlier text cannot be determined. */
type FoundBase = 'current' | 'unknown' | { readonly text: string }

async function findBase(source: TextSource, { page }: PageState, base: EditBase): Promise<FoundBase> {
  const { db } = source
  if (page === null) return 'current'
  if ('revision' in base) {
    if (base.revision === page.latest_rev) return 'current'
    const row = await revisionOf(db, page.id).where('id', '=', base.revision).executeTakeFirst()
    return row ? knownBase(source, row.id) : 'unknown'
  }
  const latest = await revisionOf(db, page.id).where('id', '=', page.latest_rev).executeTakeFirst()
  if (latest === undefined || latest.timestamp <= base.timestamp) return 'current'
  const row = await revisionOf(db, page.id)
    .where('timestamp', '=', base.timestamp)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? knownBase(source, row.id) : 'unknown'
}

const revisionOf = (db: Reader, pageId: number) =>
  db.selectFrom('revision').where('page_id', '=', pageId).select(['id', 'timestamp'])

async function knownBase(source: TextSource, revisionId: number): Promise<FoundBase> {
  const text = await revisionText(source, revisionId)
  return text === null ? 'unknown' : { text }
}
