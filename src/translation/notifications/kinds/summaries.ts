import type { KindDeclaration } from './kind.ts'

/** Counters per translation, with the actions that increment them. */
export const ACTIVITY = {
  added: [31, 71, 73],
  updated: [30, 59, 72],
  translated: [2, 5, 7],
  approved: [36],
  'marked for edit': [37],
} as const satisfies Record<string, readonly number[]>

export type Activity = keyof typeof ACTIVITY

export const activitySummary: KindDeclaration = {
  label: 'Translation activity summary',
  actions: Object.values(ACTIVITY).flat(),
  languages: 'spread',
  digestOnly: true,
  counted: true,
}

export const pendingSuggestions: KindDeclaration = {
  label: 'Pending suggestions exist',
  actions: [],
  languages: 'own',
  digestOnly: true,
  waiting: 'suggestions',
}

export const toDoStrings: KindDeclaration = {
  label: 'Unfinished strings exist',
  actions: [],
  languages: 'own',
  digestOnly: true,
  waiting: 'unfinished',
}
