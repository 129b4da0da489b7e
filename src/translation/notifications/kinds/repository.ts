import type { KindDeclaration } from './kind.ts'

// There are no repositories and no alerts here yet, so nothing records these actions and none of these kinds fires.

export const repository: KindDeclaration = {
  label: 'Operation was performed in the repository',
  actions: [17, 18, 19, 20, 21],
  languages: 'any',
}

export const parseError: KindDeclaration = { label: 'Parse error occurred', actions: [24], languages: 'any' }

export const newAlert: KindDeclaration = {
  label: 'New alert emerged in a component',
  actions: [47, 104],
  languages: 'any',
}

export const mergeFailure: KindDeclaration = {
  label: 'Repository operation failed',
  actions: [22, 23, 28],
  languages: 'any',
}
