import { targetCheck } from '../check.ts'

export const beginNewline = targetCheck({
  id: 'begin_newline',
  name: 'Starting newline',
  description: 'Only one of source and translation starts with a line break.',
  fails: (source, target) => source !== '' && target !== '' && source.startsWith('\n') !== target.startsWith('\n'),
})
