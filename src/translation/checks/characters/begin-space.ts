import { targetCheck } from '../check.ts'
import { areSeparators, leadingSpaces } from './outer-spaces.ts'

export const beginSpace = targetCheck({
  id: 'begin_space',
  name: 'Starting spaces',
  description: 'Source and translation start with different numbers of spaces.',
  fails: (source, target) => {
    if (areSeparators(source, target)) return false
    const spaces = leadingSpaces(target)
    return spaces < target.length && spaces !== leadingSpaces(source)
  },
})
