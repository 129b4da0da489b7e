// Glossary terms, in translations and in the glossary itself.
import { pluralCheck, targetCheck } from '../check.ts'
import type { GlossaryTerm } from '../checked-unit.ts'
import { separatesWords } from '../language.ts'
import { occurs } from '../text.ts'

export const checkGlossary = targetCheck({
  id: 'check_glossary',
  name: 'Does not follow glossary',
  description: 'The translation does not use the translation of a glossary term, or uses a forbidden one.',
  flag: 'check-glossary',
  fails: (source, target, unit) => {
    const { language, sourceLanguage } = unit.context
    const relevant = unit.terms.filter(term => occurs(source, term.source, separatesWords(sourceLanguage)))
    return !usesTerms(target, relevant, language)
  },
})

/** Whether a translation uses the terms that its source contains, and no forbidden one. */
export function usesTerms(target: string, terms: readonly GlossaryTerm[], language: string): boolean {
  const whole = separatesWords(language)
  const inTarget = (phrase: string) => occurs(target, phrase, whole)
  if (terms.some(term => term.forbidden === true && inTarget(term.target))) return false

  // A term may have several translations; one of them is enough.
  const demanded = terms.filter(term => term.forbidden !== true && (term.readOnly === true || term.target !== ''))
  const met = new Set<string>()
  for (const term of demanded) if (inTarget(term.readOnly === true ? term.source : term.target)) met.add(term.source)
  return demanded.every(term => met.has(term.source))
}

// Spreadsheets treat a cell that starts like this as a formula; whitespace can hide it.
const PROHIBITED = /^[=+\-@|%\p{Zs}]/u

export const prohibitedInitialCharacter = pluralCheck({
  id: 'prohibited_initial_character',
  name: 'Prohibited initial character',
  description: 'The term starts with a character that spreadsheets interpret as a formula.',
  glossary: true,
  states: 'translated or read-only',
  fails: ({ sources, targets }) => [...sources, ...targets].some(form => PROHIBITED.test(form)),
})
