import { pluralCheck } from '../check.ts'

// Spreadsheets take a cell that starts like this for a formula; white space hides it.
const PROHIBITED = /^[=+\-@|%\p{Zs}]/u

export const prohibitedInitialCharacter = pluralCheck({
  id: 'prohibited_initial_character',
  name: 'Prohibited initial character',
  description: 'The term starts with a character that spreadsheets take for a formula.',
  glossary: true,
  states: 'translated or read-only',
  fails: ({ sources, targets }) => [...sources, ...targets].some(form => PROHIBITED.test(form)),
})
