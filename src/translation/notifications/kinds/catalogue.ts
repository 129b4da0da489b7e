import { ACTION } from '../../catalogue/change-actions.ts'
import type { NotificationKind } from './kind.ts'

/** Numbers of actions that nothing here records yet. */
const NOT_YET = { contributorJoined: 45, languageRequested: 49, agreementChanged: 56 }

export const lock: NotificationKind = {
  name: 'LockNotification',
  actions: [ACTION.locked, ACTION.unlocked],
  languages: 'any',
}

export const license: NotificationKind = {
  name: 'LicenseNotification',
  actions: [ACTION.licenseChanged, NOT_YET.agreementChanged],
  languages: 'any',
}

export const newContributor: NotificationKind = {
  name: 'NewContributorNotificaton',
  actions: [NOT_YET.contributorJoined],
  languages: 'own',
}

export const languageTranslated: NotificationKind = {
  name: 'LanguageTranslatedNotificaton',
  actions: [ACTION.translationCompleted],
  languages: 'any',
}

export const componentTranslated: NotificationKind = {
  name: 'ComponentTranslatedNotificaton',
  actions: [ACTION.componentCompleted],
  languages: 'any',
}

export const newTranslation: NotificationKind = {
  name: 'NewTranslationNotificaton',
  actions: [ACTION.languageAdded, NOT_YET.languageRequested],
  languages: 'any',
}

export const newComponent: NotificationKind = {
  name: 'NewComponentNotificaton',
  actions: [ACTION.componentCreated],
  languages: 'any',
}

export const newAnnouncement: NotificationKind = {
  name: 'NewAnnouncementNotificaton',
  actions: [ACTION.announcementPosted],
  // One without a language has none in its change either, and so is everybody's.
  languages: 'own',
  fits: change => (JSON.parse(change.details) as { notify?: boolean }).notify !== false,
}
