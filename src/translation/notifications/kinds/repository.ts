import type { NotificationKind } from './kind.ts'

// There are no repositories and no alerts here yet, so nothing records these actions and none of these kinds fires.

export const repository: NotificationKind = {
  name: 'RepositoryNotification',
  actions: [17, 18, 19, 20, 21],
  languages: 'any',
}

export const parseError: NotificationKind = { name: 'ParseErrorNotification', actions: [24], languages: 'any' }

export const newAlert: NotificationKind = { name: 'NewAlertNotificaton', actions: [47, 104], languages: 'any' }

export const mergeFailure: NotificationKind = {
  name: 'MergeFailureNotification',
  actions: [22, 23, 28],
  languages: 'any',
}
