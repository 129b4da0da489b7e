import { valueCheck } from '../check.ts'
import { integerParameter } from '../flag-parameters.ts'
import { rendered } from '../rendered.ts'
import { count } from '../text.ts'

export const maxLines = valueCheck({
  id: 'max-lines',
  name: 'Maximum number of lines',
  description: 'The translation has more lines than the flag max-lines allows.',
  flag: 'max-lines',
  parameter: integerParameter,
  fails: (unit, limit) => unit.targets.some(target => count(rendered(target, unit), '\n') + 1 > limit),
})
