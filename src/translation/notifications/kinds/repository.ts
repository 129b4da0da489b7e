import { storedObject } from '#store/stored-json.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import type { KindDeclaration } from './kind.ts'

export const repository: KindDeclaration = {
  label: 'Operation was performed in the repository',
  actions: [ACTION.committed, ACTION.pushed, ACTION.repositoryReset, ACTION.merged, ACTION.rebased],
  languages: 'any',
}

export const parseError: KindDeclaration = {
  label: 'Parse error occurred',
  actions: [ACTION.parsingFailed],
  languages: 'any',
}

/** Weblate's actions that nothing here records. */
const UNRECORDED = { rebaseFailed: 23, alertReopened: 104 }

/** Informational alerts are not sent; others go only to those who can edit the component. */
export const newAlert: KindDeclaration = {
  label: 'New alert emerged in a component',
  actions: [ACTION.alertTriggered, UNRECORDED.alertReopened],
  languages: 'any',
  fits: change => storedObject<{ severity: string }>(change.details).severity !== 'info',
  may: 'component.edit',
}

export const mergeFailure: KindDeclaration = {
  label: 'Repository operation failed',
  actions: [ACTION.mergeFailed, UNRECORDED.rebaseFailed, ACTION.pushFailed],
  languages: 'any',
}
