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
 * All kinds in registration order. To add one, declare it in a file in this folder and list it below. Names follow
 * Weblate's API, misspellings included: most end in "Notificaton". When several kinds match a change, each recipient
 * gets one notification: from a kind declared as `first`, a mention, otherwise from the first one here. An edit wins over
 * "String was changed".
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

/** Labels by kind name. */
export const KIND_LABELS = new Map<string, string>(NOTIFICATION_KINDS.map(({ name, label }) => [name, label]))

/** Kinds by the actions that trigger them, in order of precedence. */
export function byAction(kinds: readonly NotificationKind[]): ReadonlyMap<number, NotificationKind[]> {
  const result = new Map<number, NotificationKind[]>()
  const ordered = [...kinds.filter(kind => kind.first), ...kinds.filter(kind => !kind.first)]
  for (const kind of ordered)
    for (const action of kind.actions) result.set(action, [...(result.get(action) ?? []), kind])
  return result
}
