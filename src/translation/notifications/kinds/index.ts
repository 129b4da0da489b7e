import {
  componentTranslated,
  languageTranslated,
  license,
  lock,
  newAnnouncement,
  newComponent,
  newContributor,
  newTranslation,
} from './catalogue.ts'
import { lastAuthorComment, mentionComment, newComment } from './comments.ts'
import type { KindDeclaration } from './kind.ts'
import { mergeFailure, newAlert, parseError, repository } from './repository.ts'
import { approvedString, changedString, newString, newSuggestion, translatedString } from './strings.ts'
import { activitySummary, pendingSuggestions, toDoStrings } from './summaries.ts'

/**
 * Every kind in the order of registration; a new one is a declaration in a file here and a line below. The names are the
 * wire's, odd spellings included: most end in "Notificaton" without the second i. Somebody who would be told of one change by
 * several kinds at once is told by the first of them: by a comment rather than by a mention in it, by a translation rather
 * than by "something changed".
 */
const KINDS = {
  RepositoryNotification: repository,
  LockNotification: lock,
  LicenseNotification: license,
  ParseErrorNotification: parseError,
  NewStringNotificaton: newString,
  TranslationActivitySummaryNotification: activitySummary,
  NewContributorNotificaton: newContributor,
  NewSuggestionNotificaton: newSuggestion,
  LanguageTranslatedNotificaton: languageTranslated,
  ComponentTranslatedNotificaton: componentTranslated,
  NewCommentNotificaton: newComment,
  MentionCommentNotificaton: mentionComment,
  LastAuthorCommentNotificaton: lastAuthorComment,
  TranslatedStringNotificaton: translatedString,
  ApprovedStringNotificaton: approvedString,
  ChangedStringNotificaton: changedString,
  NewTranslationNotificaton: newTranslation,
  NewComponentNotificaton: newComponent,
  NewAnnouncementNotificaton: newAnnouncement,
  NewAlertNotificaton: newAlert,
  MergeFailureNotification: mergeFailure,
  PendingSuggestionsNotification: pendingSuggestions,
  ToDoStringsNotification: toDoStrings,
} as const satisfies Record<string, KindDeclaration>

export type Kind = keyof typeof KINDS

export interface NotificationKind extends KindDeclaration {
  readonly name: Kind
}

export const NOTIFICATION_KINDS: readonly NotificationKind[] = Object.entries<KindDeclaration>(KINDS).map(
  ([name, declared]) => ({ name: name as Kind, ...declared }),
)

export const INSTANT_KINDS = NOTIFICATION_KINDS.filter(kind => !kind.digestOnly)

/** What people call each kind, by its name. */
export const KIND_LABELS = new Map<string, string>(NOTIFICATION_KINDS.map(({ name, label }) => [name, label]))

/** Kinds by the actions that fire them, in the same order. */
export function byAction(kinds: readonly NotificationKind[]): ReadonlyMap<number, NotificationKind[]> {
  const found = new Map<number, NotificationKind[]>()
  for (const kind of kinds) for (const action of kind.actions) found.set(action, [...(found.get(action) ?? []), kind])
  return found
}
