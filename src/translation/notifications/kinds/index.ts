import { KINDS } from '../kinds.ts'
import * as catalogue from './catalogue.ts'
import * as comments from './comments.ts'
import type { NotificationKind } from './kind.ts'
import * as repository from './repository.ts'
import * as strings from './strings.ts'
import { activitySummary, pendingSuggestions, toDoStrings } from './summaries.ts'

const declared = new Map<string, NotificationKind>(
  [
    ...Object.values(catalogue),
    ...Object.values(comments),
    ...Object.values(repository),
    ...Object.values(strings),
    activitySummary,
    pendingSuggestions,
    toDoStrings,
  ].map(kind => [kind.name, kind]),
)

/**
 * Every kind in the order of registration. Somebody who would be told of one change by several kinds at once is told by the
 * first of them: by a comment rather than by a mention in it, by a translation rather than by "something changed".
 */
export const NOTIFICATION_KINDS: readonly NotificationKind[] = [...KINDS.keys()].map(name => declared.get(name)!)

export const INSTANT_KINDS = NOTIFICATION_KINDS.filter(kind => !kind.digestOnly)

/** Kinds by the actions that fire them, in the same order. */
export function byAction(kinds: readonly NotificationKind[]): ReadonlyMap<number, NotificationKind[]> {
  const found = new Map<number, NotificationKind[]>()
  for (const kind of kinds) for (const action of kind.actions) found.set(action, [...(found.get(action) ?? []), kind])
  return found
}
