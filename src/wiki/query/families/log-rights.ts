import type { Caller } from '#accounts/caller.ts'

/** Logs that are not for everybody, and the right to read each. */
const RIGHTS: Readonly<Record<string, string>> = {
  suppress: 'suppressionlog',
  spamblacklist: 'spamblacklistlog',
  titleblacklist: 'titleblacklistlog',
}

/** The logs the caller may not read. */
export const hiddenLogs = (caller: Caller): string[] => Object.keys(RIGHTS).filter(type => !caller.can(RIGHTS[type]!))
