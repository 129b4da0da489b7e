import { targetCheck } from '../check.ts'
import { baseLanguage, translatesInto } from '../language.ts'
import { replaceSpans } from '../scan.ts'

// A comma, full stop, colon, semicolon or closing bracket stays with its word, so repeating a word across it is fine. The
// middle dot is a part of Catalan words.
const BETWEEN_WORDS = /(?:(?![,.:;·])[\p{Cc}\p{Zs}\p{Ps}\p{Sk}\p{Po}]|\])+/u

// Words that may be repeated in these languages.
const REPEATABLE: Readonly<Record<string, readonly string[]>> = {
  fr: ['nous', 'vous'],
  fy: ['jo', 'mei'],
  hi: ['कर'],
  sq: ['të'],
  tr: ['adım', 'gıcır', 'sık', 'tek'],
  vi: ['luôn', 'song'],
}

const words = (text: string): string[] => text.split(BETWEEN_WORDS).filter(word => word !== '')

interface Repetition {
  readonly word: string
  readonly times: number
}

function repetitions(text: string, language: string): Repetition[] {
  const repeatable = REPEATABLE[baseLanguage(language)] ?? []
  const result: Repetition[] = []
  let previous = ''
  let times = 1
  for (const word of [...words(text), '']) {
    // Groups of digits (100 000 000) are not words.
    if (word === previous && word.length >= 2 && !/^\d+$/.test(word) && !repeatable.includes(word)) times++
    else {
      if (times > 1) result.push({ word: previous, times })
      times = 1
    }
    previous = word
  }
  return result
}

export const duplicate = targetCheck({
  id: 'duplicate',
  name: 'Consecutive duplicated words',
  description: 'The translation repeats a word twice in a row, but the source does not.',
  // Toki Pona builds phrases by repeating words.
  applies: unit => !translatesInto(unit, 'tok'),
  fails: (source, target, unit) => {
    // Each placeholder becomes a unique word, so that neither it nor its neighbours look repeated.
    const plain = (text: string) => replaceSpans(text, unit.placeables(text), ({ start }) => ` placeable-${start} `)
    const inTarget = repetitions(plain(target), unit.context.language)
    if (inTarget.length === 0) return false
    const inSource = repetitions(plain(source), unit.context.sourceLanguage)
    const pattern = (repetitions: Repetition[]) => repetitions.map(({ times }) => times).join()
    if (pattern(inSource) === pattern(inTarget)) return false
    return inTarget.some(({ word }) => !inSource.some(other => other.word === word))
  },
})
