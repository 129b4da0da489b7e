import { targetCheck } from '../check.ts'

const CAPITALS = /\p{Lu}{2}/u

export const multipleCapital = targetCheck({
  id: 'multiple_capital',
  name: 'Multiple capitals',
  description: 'The translation has capital letters in a row where the source has none.',
  fails: (source, target) => CAPITALS.test(target) && !CAPITALS.test(source),
})
