import { bcp47 } from '#languages/bcp47.ts'
import { variants } from '#languages/wiki-languages.ts'
import * as alphabets from './alphabets.ts'
import { crimeanToCyrillicRules, crimeanToLatinRules } from './crimean-rules.ts'
import { kazakhToArabic, kazakhToCyrillic, kazakhToLatin, withHamza } from './kazakh-rules.ts'
import { type ExtraPairs, Letters, type Rules } from './letters.ts'

type Convert = (text: string, extra?: ExtraPairs | null) => string
type Pairs = Iterable<readonly [string, string]>

const letters = (pairs: Pairs): Convert => {
  const table = new Letters(pairs)
  return (text, extra) => table.replaceIn(text, extra)
}

const asWritten = letters([])

const ROMAN = '(?=[MDCLXVI])M{0,4}(?:C[DM]|D?C{0,3})(?:X[LC]|L?X{0,3})(?:I[VX]|V?I{0,3})'
/** A word boundary in ASCII. */
const EDGE = '[^\\w\\u0080-\\u{10ffff}]'
const ROMAN_WORDS = new RegExp(`^${ROMAN}(?:$|${EDGE})|${EDGE}${ROMAN}(?:$|${EDGE})`, 'gu')

/** Keeps Roman numerals as they are, in any script. */
function besideNumbers(convert: Convert): Convert {
  return (text, extra) => {
    let written = ''
    let end = 0
    for (const match of text.matchAll(ROMAN_WORDS)) {
      written += convert(text.slice(end, match.index), extra) + match[0]
      end = match.index + match[0].length
    }
    return written + convert(text.slice(end), extra)
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
  (text, extra) =>
    second(first(text), extra)

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

function convertersOf(language: string): Readonly<Record<string, Convert>> {
  let converters = made.get(language)
  if (converters === undefined) {
    converters = makers[language]!()
    made.set(language, converters)
  }
  return converters
}

/** A text in the other variants of a language, if they follow by rule; unchanged ones are left out. */
export function otherVariants(language: string, text: string): string[] {
  if (!hasVariants(language)) return []
  const variants = Object.values(convertersOf(language)).map(convert => convert(text))
  return [...new Set(variants)].filter(variant => variant !== text)
}

/** A text in one variant, with the pairs that a page adds. */
export function inVariant(language: string, variant: string, text: string, extra: ExtraPairs | null = null): string {
  const convert = hasVariants(language) ? convertersOf(language)[variant] : undefined
  return (convert ?? asWritten)(text, extra)
}

export const hasVariants = (language: string): boolean => Object.hasOwn(makers, language)

/** The variant that a code means, either MediaWiki's own code or that of BCP 47; null for any other code. */
export function variantNamed(language: string, code: string): string | null {
  if (!hasVariants(language)) return null
  const lower = code.toLowerCase()
  const all = variants(language)
  return all.find(variant => variant === lower) ?? all.find(variant => bcp47(variant).toLowerCase() === lower) ?? null
}

/** Whether a text is in a variant already, as far as letters tell that only one of the scripts has. */
export function isInVariant(variant: string, text: string): boolean {
  if (variant !== 'sr-ec' && variant !== 'sr-el') return false
  const cyrillic = text.match(/[шђчћж]/giu)?.length ?? 0
  const latin = text.match(/[šđčćž]/giu)?.length ?? 0
  return variant === 'sr-ec' ? cyrillic > latin : latin > cyrillic
}
