/**
 * Every kind of notification, in the order of registration. The names are the wire's, odd spellings included:
 * most end in "Notificaton" without the second i.
 */
export const KINDS = new Map([
  ['RepositoryNotification', 'Operation was performed in the repository'],
  ['LockNotification', 'Component was locked or unlocked'],
  ['LicenseNotification', 'License was changed'],
  ['ParseErrorNotification', 'Parse error occurred'],
  ['NewStringNotificaton', 'String is available for translation'],
  ['TranslationActivitySummaryNotification', 'Translation activity summary'],
  ['NewContributorNotificaton', 'Contributor made their first translation'],
  ['NewSuggestionNotificaton', 'Suggestion was added'],
  ['LanguageTranslatedNotificaton', 'Language was translated'],
  ['ComponentTranslatedNotificaton', 'Component was translated'],
  ['NewCommentNotificaton', 'Comment was added'],
  ['MentionCommentNotificaton', 'You were mentioned in a comment'],
  ['LastAuthorCommentNotificaton', 'String you contributed to received a comment'],
  ['TranslatedStringNotificaton', 'String was edited by user'],
  ['ApprovedStringNotificaton', 'String was approved'],
  ['ChangedStringNotificaton', 'String was changed'],
  ['NewTranslationNotificaton', 'New language was added or requested'],
  ['NewComponentNotificaton', 'New translation component was created'],
  ['NewAnnouncementNotificaton', 'Announcement was published'],
  ['NewAlertNotificaton', 'New alert emerged in a component'],
  ['MergeFailureNotification', 'Repository operation failed'],
  ['PendingSuggestionsNotification', 'Pending suggestions exist'],
  ['ToDoStringsNotification', 'Unfinished strings exist'],
] as const)

export type Kind = typeof KINDS extends Map<infer K, string> ? K : never

/** Where a subscription holds. The highest number that fits an event decides alone. */
export const SCOPES = new Map([
  [0, 'All projects'],
  [10, 'Watched projects'],
  [20, 'Administered projects'],
  [30, 'One project'],
  [40, 'One component'],
] as const)

export const FREQUENCIES = new Map([
  [0, 'No notification'],
  [1, 'Instant notification'],
  [2, 'Daily digest'],
  [3, 'Weekly digest'],
  [4, 'Monthly digest'],
] as const)

export const SCOPE = { all: 0, watched: 10, administered: 20, project: 30, component: 40 } as const
export const INSTANT = 1

/** What a new account is subscribed to, in this order; all of it instantly. */
export const DEFAULT_SUBSCRIPTIONS: readonly (readonly [scope: number, kind: Kind])[] = [
  [SCOPE.watched, 'LastAuthorCommentNotificaton'],
  [SCOPE.watched, 'MentionCommentNotificaton'],
  [SCOPE.watched, 'NewAnnouncementNotificaton'],
  [SCOPE.administered, 'MergeFailureNotification'],
  [SCOPE.administered, 'ParseErrorNotification'],
  [SCOPE.administered, 'NewTranslationNotificaton'],
  [SCOPE.administered, 'NewAlertNotificaton'],
  [SCOPE.administered, 'NewAnnouncementNotificaton'],
  [SCOPE.all, 'MentionCommentNotificaton'],
]
