// Leading and trailing spaces, which separate a string from its surroundings in the program.

import { targetCheck } from '../check.ts'

/** Number of leading spaces (U+0020). */
export function leadingSpaces(text: string): number {
  let n = 0
  while (text[n] === ' ') n++
  return n
}

/** Number of trailing spaces (U+0020). */
export function trailingSpaces(text: string): number {
  let n = 0
  while (n < text.length && text[text.length - 1 - n] === ' ') n++
  return n
}

/** Whether both texts are at most one character: usually decimal or thousands separators, which vary by language. */
export const areSeparators = (source: string, target: string): boolean => source.length <= 1 && target.length <= 1

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
