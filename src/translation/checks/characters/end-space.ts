import { targetCheck } from '../check.ts'
import { areSeparators, trailingSpaces } from './outer-spaces.ts'

export const endSpace = targetCheck({
  id: 'end_space',
  name: 'Trailing space',
  description: 'Source and translation end with different numbers of spaces.',
  fails: (source, target) => {
    if (source === '' || areSeparators(source, target)) return false
    const spaces = trailingSpaces(target)
    return spaces < target.length && spaces !== trailingSpaces(source)
  },
})
