import type { NotificationKind } from './kind.ts'

/** What is counted for each translation, by the actions of changes. */
export const ACTIVITY = {
  added: [31, 71, 73],
  updated: [30, 59, 72],
  translated: [2, 5, 7],
  approved: [36],
  'marked for edit': [37],
} as const satisfies Record<string, readonly number[]>

export type Activity = keyof typeof ACTIVITY

export const activitySummary: NotificationKind = {
  name: 'TranslationActivitySummaryNotification',
  actions: Object.values(ACTIVITY).flat(),
  languages: 'spread',
  digestOnly: true,
}

export const pendingSuggestions: NotificationKind = {
  name: 'PendingSuggestionsNotification',
  actions: [],
  languages: 'own',
  digestOnly: true,
  waiting: 'suggestions',
}

export const toDoStrings: NotificationKind = {
  name: 'ToDoStringsNotification',
  actions: [],
  languages: 'own',
  digestOnly: true,
  waiting: 'unfinished',
}
