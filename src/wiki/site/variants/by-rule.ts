// Conversions by rule: each letter of one script stands for a letter of the other.
import * as alphabets from './alphabets.ts'
import { crimeanToCyrillicRules, crimeanToLatinRules } from './crimean-rules.ts'
import { kazakhToArabic, kazakhToCyrillic, kazakhToLatin, withHamza } from './kazakh-rules.ts'
import type { Rules } from './letters.ts'
import { PairTable } from './pair-table.ts'
import { type OfPage, replaceIn } from './replace.ts'

/** Converts a text with what the page adds, and with the lists of the wiki. */
type Convert = (text: string, page?: OfPage, lists?: readonly PairTable[]) => string
type Pairs = Iterable<readonly [string, string]>

const letters = (pairs: Pairs): Convert => {
  const table = new PairTable(new Map(pairs))
  return (text, page, lists = []) => replaceIn(text, [...lists, table], page)
}

export const asWritten: Convert = letters([])

const ROMAN = '(?=[MDCLXVI])M{0,4}(?:C[DM]|D?C{0,3})(?:X[LC]|L?X{0,3})(?:I[VX]|V?I{0,3})'
/** A word boundary in ASCII. */
const EDGE = '[^\\w\\u0080-\\u{10ffff}]'
const ROMAN_WORDS = new RegExp(`^${ROMAN}(?:$|${EDGE})|${EDGE}${ROMAN}(?:$|${EDGE})`, 'gu')

/** Keeps Roman numerals as they are, in any script. */
function besideNumbers(convert: Convert): Convert {
  return (text, page, lists) => {
    let written = ''
    let end = 0
    for (const match of text.matchAll(ROMAN_WORDS)) {
      written += convert(text.slice(end, match.index), page, lists) + match[0]
      end = match.index + match[0].length
    }
    return written + convert(text.slice(end), page, lists)
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
  (text, page, lists) =>
    second(first(text, page, lists), page, lists)

/** Rules one after the other, after the pairs of the page. */
const inSteps = (rules: Rules): Convert => after(asWritten, applied(rules))

const applied =
  (rules: Rules): Convert =>
  text =>
    rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text)

/** Converters of each language in MediaWiki's order, by variant; a variant that is missing here keeps texts as they are. */
const makers: Readonly<Record<string, () => Readonly<Record<string, Convert>>>> = {
  sr: () => ({
    'sr-ec': besideNumbers(letters(alphabets.serbianToCyrillic)),
    'sr-el': besideNumbers(letters(alphabets.serbianToLatin)),
  }),
  tg: () => ({ 'tg-latn': letters(alphabets.tajikToLatin) }),
  uz: () => ({
    'uz-latn': letters(alphabets.uzbekToLatin),
    'uz-cyrl': after(uzbekE, letters(alphabets.uzbekToCyrillic)),
  }),
  iu: () => ({
    'ike-cans': after(lowerAscii, letters(alphabets.inuktitutToSyllables)),
    'ike-latn': letters(alphabets.inuktitutToLatin),
  }),
  ku: () => ({ 'ku-arab': letters(alphabets.kurdishToArabic), 'ku-latn': letters(alphabets.kurdishToLatin) }),
  shi: () => ({
    'shi-tfng': after(lowerShilha, letters(alphabets.shilhaToTifinagh)),
    'shi-latn': letters(alphabets.shilhaToLatin),
  }),
  kk: kazakh,
  crh: () => ({
    'crh-cyrl': besideNumbers(after(applied(crimeanToCyrillicRules), letters(alphabets.crimeanToCyrillic))),
    'crh-latn': after(applied(crimeanToLatinRules), letters(alphabets.crimeanToLatin)),
  }),
}

function kazakh(): Readonly<Record<string, Convert>> {
  const cyrillic = inSteps(kazakhToCyrillic)
  const latin = inSteps(kazakhToLatin)
  const arabic = after(after(asWritten, withHamza), applied(kazakhToArabic))
  return {
    'kk-cyrl': cyrillic,
    'kk-latn': latin,
    'kk-arab': arabic,
    'kk-kz': cyrillic,
    'kk-tr': latin,
    'kk-cn': arabic,
  }
}

const made = new Map<string, Readonly<Record<string, Convert>>>()

export const hasRules = (language: string): boolean => Object.hasOwn(makers, language)

/** By variant; undefined for a language without rules. */
export function convertersByRule(language: string): Readonly<Record<string, Convert>> | undefined {
  if (!hasRules(language)) return undefined
  let converters = made.get(language)
  if (converters === undefined) {
    converters = makers[language]!()
    made.set(language, converters)
  }
  return converters
}
