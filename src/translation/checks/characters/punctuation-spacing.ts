import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'
import { linkSyntax } from '../markup/markdown.ts'
import { withoutEntities } from '../markup/xml.ts'
import { mergeSpans } from '../scan.ts'

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
    const opaque = mergeSpans([...unit.placeables(text), ...(unit.flags.has('md-text') ? linkSyntax(text) : [])])
    let next = 0
    for (let i = 0; i < text.length; i++) {
      if (!isDoubleMark(text[i]!)) continue
      while (next < opaque.length && opaque[next]!.end <= i) next++
      if (next < opaque.length && opaque[next]!.start <= i) continue
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
