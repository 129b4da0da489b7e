import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'
import { withoutEntities } from '../markup/xml.ts'

const isDoubleMark = (char: string): boolean => char === ':' || char === ';' || char === '?' || char === '!'
const ACCEPTED_SPACE = new Set([' ', '\u00A0', '\u202F', '\u2009'])
const SPACE_OR_BRACKET = /[\p{Zs}\p{Ps}\p{Pe}]/u

export const punctuationSpacing = targetCheck({
  id: 'punctuation_spacing',
  name: 'Punctuation spacing',
  description: 'A colon, semicolon, question mark or exclamation mark lacks the preceding space that French requires.',
  applies: unit => translatesInto(unit, 'fr') && unit.context.language.replace('-', '_') !== 'fr_CA',
  fails: (_source, target, unit) => {
    const text = withoutEntities(target)
    const placeables = unit.placeables(text)
    let next = 0
    for (let i = 0; i < text.length; i++) {
      if (!isDoubleMark(text[i]!)) continue
      while (next < placeables.length && placeables[next]!.end <= i) next++
      if (next < placeables.length && placeables[next]!.start <= i) continue
      if (i === 0) return true
      const after = text[i + 1]
      // In the middle of a word it is part of a time, a URL or a name, not punctuation.
      if (after !== undefined && !SPACE_OR_BRACKET.test(after)) continue
      const before = text[i - 1]!
      if (!ACCEPTED_SPACE.has(before) && !isDoubleMark(before)) return true
    }
    return false
  },
})
