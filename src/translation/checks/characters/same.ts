import { targetCheck } from '../check.ts'
import type { CheckedUnit } from '../checked-unit.ts'
import { baseLanguage, translatesInto } from '../language.ts'
import { rstMarkup } from '../markup/rst.ts'
import { delimited, mergeSpans, replaceSpans } from '../scan.ts'
import { isAllCapitals, occurrences, trimmed } from '../text.ts'
import { UNCHANGED_WORDS } from './unchanged-words.ts'

// Notes that documentation tools add to strings with code.
const CODE_NOTES = new Set(['Tag: screen', 'Tag: indexterm', 'Tag: programlisting', 'type: delimited block -'])

const EDGE = /[\s()[\]{}<>"'“”„«»,;!?]/
const NUMERIC = /[0-9:/,.]/
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+\.?$/
const ADDRESS = /^(?:https?|ftps?):\/\/\S*$/i
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*\.)+[a-z0-9-]{2,}\.?(?:\/\S*)?$/i
const PATH = /^(?:\/[\w=:?.-]+)+\/?$/
const HASHTAG = /^#[\w-]*$/
const TEMPLATE = /\{[a-z_-]+\}|@[a-z_]+@/gi
const PICTURE = /\p{Extended_Pictographic}/gu
const ENTITY = /&[a-z]{2,8};/gi
// Names such as i18next or m68k.
const LETTERS_AROUND_DIGITS = /\p{L}+\p{N}+\p{L}+/gu
// Numbers of list items.
const SMALL_ROMAN = /^[ivx]+$/
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
const NO_WORD = /[^\p{L}\p{M}]+/u

/** Whether a word is a URL, a path or a tag, which is the same in every language. */
function isTechnical(word: string): boolean {
  const bare = trimmed(word, EDGE)
  return [EMAIL, ADDRESS, DOMAIN, PATH, HASHTAG].some(kind => kind.test(bare))
}

function withoutUntranslatable(text: string): string {
  return replaceSpans(text, delimited(text, '<', '>'), () => ' ')
    .replace(ENTITY, ' ')
    .replace(PICTURE, ' ')
    .replace(TEMPLATE, ' ')
    .split(/\s+/)
    .filter(word => !isTechnical(word))
    .join(' ')
    .trim()
}

function withoutReadOnlyTerms(text: string, unit: CheckedUnit): string {
  if (!unit.flags.has('check-glossary')) return text
  const terms = unit.terms.filter(term => term.readOnly === true).map(term => term.source)
  return replaceSpans(text, mergeSpans(terms.flatMap(term => occurrences(text, term))), () => ' ')
}

const isUnchanged = (word: string): boolean =>
  UNCHANGED_WORDS.has(word) || SMALL_ROMAN.test(word) || ALPHABET.includes(word)

/** Whether the source contains nothing to translate. */
function needsNoTranslation(source: string, unit: CheckedUnit): boolean {
  if (CODE_NOTES.has(unit.note)) return true
  const code = unit.flags.has('rst-text') ? rstMarkup(source).code : []
  const stripped = replaceSpans(source, mergeSpans([...unit.placeables(source), ...code]), () => '')
  if (unit.flags.has('strict-same')) return stripped === ''
  // Numbers, times, fractions and copyright lines.
  if (trimmed(source, NUMERIC).length <= 1) return true
  if (source.includes('©') || source.toLowerCase().includes('(c) copyright')) return true

  const remaining = withoutUntranslatable(withoutReadOnlyTerms(stripped, unit))
  if (remaining.length <= 1 || isAllCapitals(remaining)) return true
  const { projectName = '', componentName = '' } = unit.context
  const names = new Set(`${projectName} ${componentName}`.toLowerCase().split(/\s+/))
  return remaining
    .replace(LETTERS_AROUND_DIGITS, ' ')
    .toLowerCase()
    .split(NO_WORD)
    .every(word => word.length <= 2 || isUnchanged(word) || names.has(word))
}

export const same = targetCheck({
  id: 'same',
  name: 'Unchanged translation',
  description: 'Source and translation are the same.',
  applies: unit => {
    const from = baseLanguage(unit.context.sourceLanguage)
    // Variants of English, and Interlingua, share most words with English.
    return !translatesInto(unit, from) && !(from === 'en' && translatesInto(unit, 'en', 'ia'))
  },
  fails: (source, target, unit) => source === target && source.length > 1 && !needsNoTranslation(source, unit),
})
