import { valueCheck } from '../check.ts'
import { integerParameter } from '../flag-parameters.ts'
import { rendered } from '../rendered.ts'
import { characterCount } from '../text.ts'

export const maxLength = valueCheck({
  id: 'max-length',
  name: 'Maximum length of translation',
  description: 'The translation is longer than the flag max-length allows.',
  flag: 'max-length',
  parameter: integerParameter,
  fails: (unit, limit) => unit.targets.some(target => characterCount(rendered(target, unit)) > limit),
})
