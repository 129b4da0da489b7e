import { optionsOf } from '#accounts/options.ts'
import type { Reader } from '#store/store.ts'
import type { ActionRun } from '../api/action-run.ts'
import type { PageName } from '../content/pages.ts'
import { isWatching, setWatching, type WatchWish, watchedUntil } from '../editing/watching.ts'
import { isoTimestamp } from '../site/timestamp.ts'

type Preference = 'watchdeletion' | 'watchmoves' | 'watchrollback' | 'watchuploads' | 'watchdefault'

interface Afterwards {
  readonly wish: WatchWish
  /** What decides when the caller leaves it to their preferences. */
  readonly preference: Preference
  /** Until when: null for ever, undefined as before. */
  readonly until: number | null | undefined
}

/** The caller watches pages, or no longer does, after doing something to them. */
export async function watchAfterwards(
  run: ActionRun,
  pages: readonly PageName[],
  { wish, preference, until }: Afterwards,
): Promise<void> {
  const { caller, now, wiki, db } = run
  if (caller.account === null) return
  const wanted = await wantsToWatch(run, wish, preference)
  for (const page of pages) {
    // What is watched anyway goes on being watched, but the time for that is the one now said.
    const isLonger = wanted === null && until !== undefined && (await isWatching(db, caller.account.id, page, now))
    const watched = isLonger ? true : wanted
    if (watched === null) continue
    await wiki.store.transaction(tx => setWatching(tx, wiki, caller, page, watched, until))
  }
}

/** Until when the caller watches a page, as the wire writes it; null where no end is set, or none can be. */
export async function watchEnd(
  { wiki, caller, db: usual }: ActionRun,
  page: PageName,
  db: Reader = usual,
): Promise<string | null> {
  const until = wiki.services.config.watchlistExpiry === 'on' ? await watchedUntil(db, caller, page) : null
  return until === null ? null : isoTimestamp(until)
}

/**
 * Whether the caller shall watch a page after doing something to it; null leaves it as it is. What somebody watches already
 * they go on watching.
 */
async function wantsToWatch(
  { caller, db, wiki }: ActionRun,
  wish: WatchWish,
  preference: Preference,
): Promise<boolean | null> {
  if (caller.account === null || wish === 'nochange') return null
  if (wish === 'watch' || wish === 'unwatch') return wish === 'watch'
  // What a program does is nothing that its owner wants to hear of.
  if (caller.can('bot')) return null
  const own = (await optionsOf(db, caller.account.id)).get(preference)
  const presets = (wiki.site.info.defaultoptions ?? {}) as Partial<Record<string, unknown>>
  const value = own ?? presets[preference] ?? 0
  return value && value !== '0' ? true : null
}
