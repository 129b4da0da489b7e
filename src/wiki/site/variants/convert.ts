import * as alphabets from './alphabets.ts'
import { Letters } from './letters.ts'

type Convert = (text: string) => string
type Pairs = Iterable<readonly [string, string]>

const letters = (pairs: Pairs): Convert => {
  const table = new Letters(pairs)
  return text => table.replaceIn(text)
}

const ROMAN = '(?=[MDCLXVI])M{0,4}(?:C[DM]|D?C{0,3})(?:X[LC]|L?X{0,3})(?:I[VX]|V?I{0,3})'
/** A word boundary in ASCII. */
const EDGE = '[^\\w\\u0080-\\u{10ffff}]'
const ROMAN_WORDS = new RegExp(`^${ROMAN}(?:$|${EDGE})|${EDGE}${ROMAN}(?:$|${EDGE})`, 'gu')

/** Keeps Roman numerals as they are, in any script. */
function besideNumbers(convert: Convert): Convert {
  return text => {
    let written = ''
    let end = 0
    for (const match of text.matchAll(ROMAN_WORDS)) {
      written += convert(text.slice(end, match.index)) + match[0]
      end = match.index + match[0].length
    }
    return written + convert(text.slice(end))
  }
}

/** After a consonant, and after y, e is a different letter than at the start of a word. */
const uzbekE: Convert = text =>
  text
    .replaceAll('ye', 'е')
    .replaceAll(/Y[eE]/g, 'Е')
    .replaceAll(/([BVGDJZYKLMNPRSTFXCWQʻ‘H])E/gu, '$1Е')
    .replaceAll(/([bvgdjzyklmnprstfxcwqʻ‘h])e/giu, '$1е')

const lowerAscii: Convert = text => text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
const SHILHA_CAPITALS = /[ABGDḌEFKHḤƐXQIJLMNURṚƔSṢCTṬWYZẒOPV]/g
const lowerShilha: Convert = text => text.replaceAll(SHILHA_CAPITALS, letter => letter.toLowerCase())

const after =
  (first: Convert, second: Convert): Convert =>
  text =>
    second(first(text))

/** Converters of each language in MediaWiki's order, without the identity. */
const makers: Readonly<Record<string, () => readonly Convert[]>> = {
  sr: () => [alphabets.serbianToCyrillic, alphabets.serbianToLatin].map(table => besideNumbers(letters(table))),
  tg: () => [letters(alphabets.tajikToLatin)],
  uz: () => [letters(alphabets.uzbekToLatin), after(uzbekE, letters(alphabets.uzbekToCyrillic))],
  iu: () => [after(lowerAscii, letters(alphabets.inuktitutToSyllables)), letters(alphabets.inuktitutToLatin)],
  ku: () => [letters(alphabets.kurdishToArabic), letters(alphabets.kurdishToLatin)],
  shi: () => [after(lowerShilha, letters(alphabets.shilhaToTifinagh)), letters(alphabets.shilhaToLatin)],
}

const made = new Map<string, readonly Convert[]>()

/** A text in the other variants of a language, if they follow by rule; unchanged ones are left out. */
export function otherVariants(language: string, text: string): string[] {
  if (!hasVariants(language)) return []
  let converters = made.get(language)
  if (converters === undefined) {
    converters = makers[language]!()
    made.set(language, converters)
  }
  return converters.map(convert => convert(text)).filter(variant => variant !== text)
}

export const hasVariants = (language: string): boolean => Object.hasOwn(makers, language)
