import { targetCheck } from '../check.ts'

const CAPITALS = /\p{Lu}{2}/u

export const multipleCapital = targetCheck({
  id: 'multiple_capital',
  name: 'Multiple capitals',
  description: 'The translation contains words with consecutive capital letters, but the source does not.',
  fails: (source, target) => CAPITALS.test(target) && !CAPITALS.test(source),
})
