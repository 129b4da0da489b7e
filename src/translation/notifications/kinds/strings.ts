import { ACTION, isContent } from '../../catalogue/change-actions.ts'
import type { NotificationKind } from './kind.ts'

/** Strings that came, or that need another look. Files and people add them to the source, for all languages at once. */
export const newString: NotificationKind = {
  name: 'NewStringNotificaton',
  actions: [
    ACTION.stringAdded,
    ACTION.addedInRepository,
    ACTION.addedInUpload,
    ACTION.markedForEdit,
    ACTION.sourceChanged,
  ],
  languages: 'spread',
  needsUnit: true,
}

export const translatedString: NotificationKind = {
  name: 'TranslatedStringNotificaton',
  actions: [ACTION.changed, ACTION.added, ACTION.suggestionAccepted],
  languages: 'own',
}

export const approvedString: NotificationKind = {
  name: 'ApprovedStringNotificaton',
  actions: [ACTION.approved],
  languages: 'own',
}

export const changedString: NotificationKind = {
  name: 'ChangedStringNotificaton',
  actions: Array.from({ length: 128 }, (_, action) => action).filter(isContent),
  languages: 'own',
}

export const newSuggestion: NotificationKind = {
  name: 'NewSuggestionNotificaton',
  actions: [ACTION.suggestionAdded],
  languages: 'own',
  needsUnit: true,
}
