// Language functions: numbers, plural and gender forms, language names.

import { bcp47 } from '#languages/bcp47.ts'
import { inGrammaticalCase } from '#languages/grammar.ts'
import { choosePlural } from '#languages/message-plural.ts'
import { formatNumber, parseFormattedNumber } from '#languages/number-format.ts'
import { languageFunction } from '#languages/wiki-languages.ts'
import { canonicalUserName } from '#wiki/site/user-names.ts'
import type { ParseState } from '../state/parse-state.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { type ParserFunction, plain } from './call.ts'
import { formatDate } from './format-date.ts'
import { outsideMarkers } from './strings.ts'

/** Surrounding blanks are allowed, but not thousands separators. */
const isNumeric = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?\s*$|^-?INF$|^NAN$/

function formatNum(state: ParseState, [text = '', option = '']: readonly string[]): string {
  const { words, site } = state
  const is = (id: string) => words.aliasesOf(id).some(alias => alias.toLowerCase() === option.toLowerCase())
  if (option !== '' && is('rawsuffix'))
    return outsideMarkers(text, number => parseFormattedNumber(site.language, number))
  const separators = !(option !== '' && is('nocommafysuffix'))
  return outsideMarkers(text, number => {
    if (number === '') return ''
    if (!isNumeric.test(number)) state.output.addTrackingCategory('nonnumeric-formatnum')
    return formatNumber(site.language, number, { separators })
  })
}

function genderForm(state: ParseState, [user = '', ...forms]: readonly string[]): string {
  if (forms.length === 0) return ''
  const name = canonicalUserName(state.site, user)
  const gender = name === null ? 'unknown' : (state.host.gender?.(name) ?? 'unknown')
  const [male = '', female = male, unknown = male] = forms
  return gender === 'male' ? male : gender === 'female' ? female : unknown
}

/** The tag of a language without a name. */
function languageName(code: string, inLanguage: string): string {
  const name = languageFunction(code, inLanguage)
  return name === code ? bcp47(code) : name
}

/** Isolates the writing direction of a text. */
function embed(text: string): string {
  const strong = /[\p{L}]/u.exec(text)
  if (!strong) return text
  const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
  return `${rightToLeft.test(strong[0]) ? '\u202b' : '\u202a'}${text}\u202c`
}

export const languageFunctions: Record<string, ParserFunction> = {
  formatnum: plain(formatNum),
  plural: plain((state, [number = '', ...forms]) => choosePlural(state.site.language, number, forms)),
  gender: plain(genderForm),
  grammar: plain(({ site }, [grammaticalCase = '', word = '']) =>
    inGrammaticalCase(site.language, grammaticalCase, killMarkers(word)),
  ),
  bidi: plain((_, [text = '']) => embed(text)),
  language: plain((_, [code = '', inLanguage = '']) => languageName(code, inLanguage)),
  formatdate: plain((state, [date = '', format = '']) => formatDate(state, date, format)),
}
