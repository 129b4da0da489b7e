import { targetCheck } from '../check.ts'

export const doubleSpace = targetCheck({
  id: 'double_space',
  name: 'Double space',
  description: 'The translation has two spaces in a row where the source has none.',
  fails: (source, target) => source !== '' && target.includes('  ') && !source.includes('  '),
})
