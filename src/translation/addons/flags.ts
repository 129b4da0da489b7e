import { keepsSourceStates, REPOSITORY_UPDATE, SAME_EDIT, SOURCE_EDIT, TARGET_EDIT } from '../catalogue/new-strings.ts'
import { addon } from './addon.ts'

export const sourceEdit = addon({
  name: SOURCE_EDIT,
  label: 'Flag new source strings as "Needs editing"',
  description: 'Marks newly imported source strings as needing editing, until someone saves them.',
  settings: {},
  events: ['new-string'],
  refuses: keepsSourceStates,
})

export const sameEdit = addon({
  name: SAME_EDIT,
  label: 'Flag unchanged translations as "Needs editing"',
  description: 'Marks imported translations that equal their source as needing editing.',
  settings: {},
  events: ['new-string'],
})

export const targetEdit = addon({
  name: TARGET_EDIT,
  label: 'Flag new translations as "Needs editing"',
  description: 'Marks newly imported translations as needing editing.',
  settings: {},
  events: ['new-string'],
})

export const updatedInRepository = addon({
  name: REPOSITORY_UPDATE,
  label: 'Flag translations updated in the repository as "Needs editing"',
  description: 'Marks translations that changed in the files of the repository as needing editing.',
  settings: {},
  events: ['new-string'],
})
