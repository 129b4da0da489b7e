import { SAME_EDIT, TARGET_EDIT } from '../catalogue/new-strings.ts'
import { addon } from './addon.ts'

export const sameEdit = addon({
  name: SAME_EDIT,
  label: 'Flag unchanged translations as "Needs editing"',
  description: 'A translation that comes from a file and equals its source is marked as needing editing.',
  settings: {},
  events: ['new-string'],
})

export const targetEdit = addon({
  name: TARGET_EDIT,
  label: 'Flag new translations as "Needs editing"',
  description: 'A translation that comes from a file for the first time is marked as needing editing.',
  settings: {},
  events: ['new-string'],
})
