import { targetCheck } from '../check.ts'

export const endNewline = targetCheck({
  id: 'end_newline',
  name: 'Trailing newline',
  description: 'Only one of source and translation ends with a line break.',
  fails: (source, target) => source !== '' && target !== '' && source.endsWith('\n') !== target.endsWith('\n'),
})
