import { targetCheck } from '../check.ts'
import { separatesWords, translatesInto } from '../language.ts'
import { characterAt, characterBefore } from '../text.ts'
import { angleTags, isXml } from './xml-source.ts'

// Vowel signs and the like belong to the word they follow.
const LETTER = /[\p{L}\p{M}]/u
// Arabic writes "and" as one letter, joined to the next word.
const WAW = '\u0648'

function disagree(source: string | undefined, target: string | undefined): boolean {
  if (source === undefined || target === undefined) return false
  if (LETTER.test(source) === LETTER.test(target)) return false
  return !(source === WAW && /\s/.test(target)) && !(target === WAW && /\s/.test(source))
}

export const xmlCharsAroundTags = targetCheck({
  id: 'xml-chars-around-tags',
  name: 'Chars around XML tags',
  description: 'Characters next to a tag are letters in only one of source and translation.',
  // Korean joins particles to the word inside a tag.
  applies: unit => separatesWords(unit.context.language) && !translatesInto(unit, 'ko') && isXml(unit),
  fails: (source, target) => {
    const inSource = angleTags(source)
    const inTarget = angleTags(target)
    if (inSource.length !== inTarget.length) return false
    return inSource.some((tag, i) => {
      const other = inTarget[i]!
      const first = tag.start === 0 || other.start === 0
      const last = tag.end === source.length || other.end === target.length
      if (!first && disagree(characterBefore(source, tag.start), characterBefore(target, other.start))) return true
      // At the end of one of the texts only the character before the tag tells anything.
      return (first || !last) && disagree(characterAt(source, tag.end), characterAt(target, other.end))
    })
  },
})
