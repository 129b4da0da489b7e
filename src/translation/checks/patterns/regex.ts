import { occursIn } from '#patterns/user-pattern.ts'
import { valueCheck } from '../check.ts'
import { patternParameter } from '../flag-parameters.ts'
import { compilePatterns } from '../pattern.ts'

export const regex = valueCheck({
  id: 'regex',
  name: 'Regular expression',
  description: 'The translation does not match the regular expression of the flag.',
  flag: 'regex',
  parameter: patternParameter,
  fails: (unit, pattern) =>
    pattern !== '' && unit.targets.some(target => !occursIn(compilePatterns([pattern]), target, unit.budget)),
})
