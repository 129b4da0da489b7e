import { ACTION, isContent } from '../../catalogue/change-actions.ts'
import type { KindDeclaration } from './kind.ts'

/** New strings and strings that need another look. They are added to the source, so all languages are affected. */
export const newString: KindDeclaration = {
  label: 'String is available for translation',
  actions: [
    ACTION.stringAdded,
    ACTION.addedInRepository,
    ACTION.addedInUpload,
    ACTION.markedForEdit,
    ACTION.sourceChanged,
  ],
  languages: 'spread',
  needsUnit: true,
  onlyUntranslated: true,
}

export const translatedString: KindDeclaration = {
  label: 'String was edited by user',
  actions: [ACTION.changed, ACTION.added, ACTION.suggestionAccepted],
  languages: 'own',
}

export const approvedString: KindDeclaration = {
  label: 'String was approved',
  actions: [ACTION.approved],
  languages: 'own',
}

export const changedString: KindDeclaration = {
  label: 'String was changed',
  actions: Array.from({ length: 128 }, (_, action) => action).filter(isContent),
  languages: 'own',
}

export const newSuggestion: KindDeclaration = {
  label: 'Suggestion was added',
  actions: [ACTION.suggestionAdded],
  languages: 'own',
  needsUnit: true,
}
