import { targetCheck } from '../check.ts'

export const doubleSpace = targetCheck({
  id: 'double_space',
  name: 'Double space',
  description: 'The translation contains a double space, but the source does not.',
  fails: (source, target) => source !== '' && target.includes('  ') && !source.includes('  '),
})
