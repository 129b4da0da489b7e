import { optionsOf } from '#accounts/options.ts'
import type { Reader } from '#store/store.ts'
import type { ActionRun } from '../api/action-run.ts'
import type { PageName } from '../content/pages.ts'
import { isWatching, setWatching, type WatchWish, watchedUntil } from '../editing/watching.ts'
import { isoTimestamp } from '../site/timestamp.ts'

type Preference = 'watchdeletion' | 'watchmoves' | 'watchrollback' | 'watchuploads' | 'watchdefault'

interface Afterwards {
  readonly wish: WatchWish
  /** Preference that decides with `watchlist=preferences`. */
  readonly preference: Preference
  /** Expiry: null for never, undefined to keep the current one. */
  readonly until: number | null | undefined
}

/** Updates the watchlist of the caller after an action on pages. */
export async function watchAfterwards(
  run: ActionRun,
  pages: readonly PageName[],
  { wish, preference, until }: Afterwards,
): Promise<void> {
  const { caller, now, wiki, db } = run
  if (caller.account === null) return
  const choice = await watchChoice(run, wish, preference)
  for (const page of pages) {
    // A page that stays watched still gets the new expiry.
    const isLonger = choice === null && until !== undefined && (await isWatching(db, caller.account.id, page, now))
    const watched = isLonger ? true : choice
    if (watched === null) continue
    await wiki.store.transaction(tx => setWatching(tx, wiki, caller, page, watched, until))
  }
}

/** Expiry of a watched page in wire format; null if it does not expire. */
export async function watchEnd(
  { wiki, caller, db: usual }: ActionRun,
  page: PageName,
  db: Reader = usual,
): Promise<string | null> {
  const until = wiki.services.config.watchlistExpiry === 'on' ? await watchedUntil(db, caller, page) : null
  return until === null ? null : isoTimestamp(until)
}

/**
 * Whether the caller should watch a page after an action on it; null leaves it unchanged. Watched pages stay watched.
 */
async function watchChoice(
  { caller, db, wiki }: ActionRun,
  wish: WatchWish,
  preference: Preference,
): Promise<boolean | null> {
  if (caller.account === null || wish === 'nochange') return null
  if (wish === 'watch' || wish === 'unwatch') return wish === 'watch'
  // Bot owners do not want every page the bot touches on their watchlist.
  if (caller.can('bot')) return null
  const own = (await optionsOf(db, caller.account.id)).get(preference)
  const presets = (wiki.site.info.defaultoptions ?? {}) as Partial<Record<string, unknown>>
  const value = own ?? presets[preference] ?? 0
  return value && value !== '0' ? true : null
}
