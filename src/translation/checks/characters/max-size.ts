// Length limits set by flags.
import { valueCheck } from '../check.ts'
import { integerParameter } from '../flag-parameters.ts'
import { rendered } from '../rendered.ts'
import { characterCount, count } from '../text.ts'

export const maxLength = valueCheck({
  id: 'max-length',
  name: 'Maximum length of translation',
  description: 'The translation is longer than the flag max-length allows.',
  flag: 'max-length',
  parameter: integerParameter,
  fails: (unit, limit) => unit.targets.some(target => characterCount(rendered(target, unit)) > limit),
})

export const maxLines = valueCheck({
  id: 'max-lines',
  name: 'Maximum number of lines',
  description: 'The translation has more lines than the flag max-lines allows.',
  flag: 'max-lines',
  parameter: integerParameter,
  fails: (unit, limit) => unit.targets.some(target => count(rendered(target, unit), '\n') + 1 > limit),
})
