import type { Caller } from '#accounts/caller.ts'
import type { Reader, Writer } from '#store/store.ts'
import { isLostRace } from '#store/store-error.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
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
import { broughtBack, revisionsBetween, undoMark } from './undo.ts'
import { setWatching, type WatchWish, willWatch } from './watching.ts'

/** Somebody's wish to change a page; that they may is settled. */
interface EditOrder {
  readonly caller: Caller
  /** Seconds since 1970. */
  readonly now: number
  readonly change: PageChange
  /** The kind of content it shall have. */
  readonly model: string
  /** Undefined or empty has the edit summed up by itself. */
  readonly summary: string | undefined
  /** A message for a summary that tells what is being done, where the caller says nothing. */
  readonly mark: EditMark | null
  /** For an edit that is made to change the kind of content: what the log says of it. */
  readonly modelChange?: ModelChange
  readonly minor: boolean
  readonly bot: boolean
  readonly tags: readonly string[]
  readonly watch: WatchWish
  /** Until when it is watched: null for ever, undefined as before. */
  readonly watchedUntil?: number | null | undefined
  /** Null if they did not say what they saw. */
  readonly base: EditBase | null
  readonly mayReplace: boolean
  /** Nobody waits for the edit any more; once it is being saved, it is saved. */
  readonly signal?: AbortSignal | undefined
  /** Runs in the transaction of the edit, also of one that changes nothing. */
  readonly onSaved?: (tx: Writer, outcome: EditOutcome) => Promise<void>
}

export interface EditOutcome {
  /** The page as it was before. */
  readonly state: PageState
  /** Null when there was nothing to change. */
  readonly saved: SavedPage | null
  readonly watched: boolean
}

/** Others may be quicker, again and again; at some point somebody has to be told. */
const MAX_ATTEMPTS = 20

/**
 * Changes a page. What takes time is worked out before the transaction, from the page as it was when that began; if somebody
 * else has changed it meanwhile, all of it is done again on what they made of it.
 */
export async function editPage(wiki: Wiki, first: PageState, order: EditOrder): Promise<EditOutcome> {
  let state = first
  let used = 0
  for (let attempt = 1; ; attempt++) {
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
  const watched = await willWatch(wiki, caller, state, order.watch, state.page === null)
  if (state.page !== null && text === state.text && model === state.model) {
    await refuseSpam(wiki, state, { caller, links: [], summary: order.summary ?? '', signal: order.signal })
    const unchanged: EditOutcome = { state, saved: null, watched }
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
  const marks = await marksOf(wiki, state, order, written, text)
  const save = {
    caller,
    now,
    state,
    text,
    model,
    summary: await summaryOf(wiki, order, marks.mark),
    modelChange: order.modelChange ?? { comment: shortened(order.summary?.trim() ?? ''), tags: [] },
    tags: [...order.tags, ...marks.tags],
    minor: order.minor && state.page !== null,
    bot: order.bot,
    reverted: marks.reverted,
    harvest,
    watched: order.watch === 'nochange' && !(watched && until !== undefined) ? null : watched,
    watchedUntil: until,
  }
  const saved = await wiki.store.transaction(async tx => {
    const done = await savePage(tx, wiki, save)
    if (done === null) throw new Outdated()
    await order.onSaved?.(tx, { state, saved: done, watched })
    return done
  })
  return { state, saved, watched }
}

/** What the page shall say, with what others wrote since the caller saw it. */
async function writtenText(
  wiki: Wiki,
  first: PageState,
  state: PageState,
  order: EditOrder,
  work: TextWork,
): Promise<string> {
  const { change } = order
  const make = (on: PageState) => changedText(wiki, work, on, change)
  // What is only added goes to wherever the page is by now.
  if (change.kind === 'new-section' || change.kind === 'undo') return make(state)
  if (order.base === null && change.kind === 'around') return make(state)
  const base = await baseOf(wiki, first, state, order)
  if (base === 'current') return make(state)
  const made = await make(change.kind === 'section' && base !== 'unknown' ? { ...state, text: base.text } : state)
  checkSize(wiki.site, made)
  if (base === 'unknown') fail('edit-conflict')
  // What is stored never ends with blank lines, so those that were sent are nobody's change.
  const mine = withPlainLineEnds(made).trimEnd()
  const merged = await work.run('merge', { base: base.text, mine, theirs: state.text ?? '' })
  return merged ?? fail('edit-conflict')
}

/** Whoever does not say what they saw saw the page as it was when the request came. */
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

/** Revisions that are looked at for whether somebody overtook themselves alone. */
const OWN_REVISIONS = 50

/** Nobody is in conflict with their own edits. */
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

/** What the edit is marked as, from what it does to the page. */
async function marksOf(
  wiki: Wiki,
  state: PageState,
  { caller, change, model }: EditOrder,
  written: string,
  text: string,
): Promise<Marks> {
  const before = state.page && { text: state.text ?? '', model: state.model }
  const mark = markOf(wiki, before, { text: written.trimEnd(), model })
  const tags = mark?.tag === undefined ? [] : [mark.tag]
  if (before !== null && before.model !== model) tags.push('mw-contentmodelchange')
  const reverted = (after: number, last: number) =>
    caller.can('autopatrol') ? revisionsBetween(wiki.db, state, after, last) : []
  if (change.kind === 'undo') {
    const { after, last } = change.undo
    return { mark: undoMark(change.undo), tags: [...tags, 'mw-undo'], reverted: await reverted(after, last) }
  }
  const original = await broughtBack(wiki.db, state, sha1Base36(Buffer.from(text)))
  if (original === null) return { mark, tags, reverted: [] }
  return { mark, tags: [...tags, 'mw-manual-revert'], reverted: await reverted(original, state.page!.latest_rev) }
}

async function summaryOf(wiki: Wiki, { summary = '', mark }: EditOrder, found: EditMark | null): Promise<string> {
  if (summary.trim() !== '') return shortened(summary)
  const told = mark ?? found
  return told === null ? '' : shortened(await automaticSummary(wiki, told))
}

/** The page has changed since it was read. */
class Outdated extends Error {}

/** Whether doing the same once more is likely to go well: nothing was stored, and what was in the way may be gone. */
const isOvertaken = (error: unknown): boolean => error instanceof Outdated || isLostRace(error)

/** The revision that somebody saw when they began to write. */
export type EditBase = { readonly revision: number } | { readonly timestamp: number }

/** `current`: nobody changed the page since. `unknown`: somebody did, and it cannot be said what was there before. */
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
