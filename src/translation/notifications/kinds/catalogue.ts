import { storedObject } from '#store/stored-json.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import type { KindDeclaration } from './kind.ts'

/** Actions that nothing records yet. */
const NOT_YET = { languageRequested: 49 }

export const lock: KindDeclaration = {
  label: 'Component was locked or unlocked',
  actions: [ACTION.locked, ACTION.unlocked],
  languages: 'any',
}

export const license: KindDeclaration = {
  label: 'License was changed',
  actions: [ACTION.licenseChanged, ACTION.agreementChanged],
  languages: 'any',
}

export const newContributor: KindDeclaration = {
  label: 'Contributor made their first translation',
  actions: [ACTION.contributorJoined],
  languages: 'own',
}

export const languageTranslated: KindDeclaration = {
  label: 'Language was translated',
  actions: [ACTION.translationCompleted],
  languages: 'any',
}

export const componentTranslated: KindDeclaration = {
  label: 'Component was translated',
  actions: [ACTION.componentCompleted],
  languages: 'any',
}

export const newTranslation: KindDeclaration = {
  label: 'New language was added or requested',
  actions: [ACTION.languageAdded, NOT_YET.languageRequested],
  languages: 'any',
}

export const newComponent: KindDeclaration = {
  label: 'New translation component was created',
  actions: [ACTION.componentCreated],
  languages: 'any',
}

export const newAnnouncement: KindDeclaration = {
  label: 'Announcement was published',
  actions: [ACTION.announcementPosted],
  // An announcement without a language has none in its change either, so it reaches everyone.
  languages: 'own',
  fits: change => storedObject<{ notify: boolean }>(change.details).notify !== false,
}
