import { SAME_EDIT, TARGET_EDIT } from '../catalogue/new-strings.ts'
import { addon } from './addon.ts'

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
