import { optionsOf } from '#accounts/options.ts'
import type { ActionRun } from '../api/action-run.ts'
import type { WatchWish } from '../editing/watching.ts'

type Preference = 'watchdeletion' | 'watchmoves' | 'watchrollback' | 'watchuploads' | 'watchdefault'

/**
 * Whether the caller shall watch a page after doing something to it; null leaves it as it is. What somebody watches already
 * they go on watching.
 */
export async function wantsToWatch(
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
