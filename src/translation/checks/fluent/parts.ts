import { targetCheck } from '../check.ts'
import { isTerm, messageOf, partsOf } from './message.ts'

const ATTRIBUTE = /^[ ]*\.[A-Za-z][\w-]*[ ]*=/gm

export const fluentParts = targetCheck({
  id: 'fluent-parts',
  name: 'Fluent parts',
  description: 'The value or the attributes of source and translation differ.',
  flag: 'fluent-parts',
  placeables: (text, unit) => {
    if (isTerm(unit) || messageOf(text, unit) === undefined) return []
    return Array.from(text.matchAll(ATTRIBUTE), ({ 0: match, index }) => ({ start: index, end: index + match.length }))
  },
  fails: (source, target, unit) => {
    // Attributes of terms belong to the grammar of each language.
    if (isTerm(unit)) return false
    const [from, to] = [messageOf(source, unit), messageOf(target, unit)]
    if (from === undefined || to === undefined) return false
    const [expected, actual] = [partsOf(from), partsOf(to)]
    return expected.size !== actual.size || [...expected.keys()].some(name => !actual.has(name))
  },
})
