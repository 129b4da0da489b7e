import { sourceCheck } from '../check.ts'

export const ellipsis = sourceCheck({
  id: 'ellipsis',
  name: 'Ellipsis',
  description: 'The string spells an ellipsis with three dots instead of the character “…”.',
  fails: ([first = '']) => first.includes('...'),
})
