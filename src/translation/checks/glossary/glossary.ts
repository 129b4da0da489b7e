// Glossary terms, in translations and in the glossary itself.
import { pluralCheck, targetCheck } from '../check.ts'
import { separatesWords } from '../language.ts'
import { occurs } from '../text.ts'

export const checkGlossary = targetCheck({
  id: 'check_glossary',
  name: 'Does not follow glossary',
  description: 'The translation does not use the translation of a glossary term, or uses a forbidden one.',
  flag: 'check-glossary',
  fails: (source, target, unit) => {
    const { language, sourceLanguage } = unit.context
    const inTarget = (phrase: string) => occurs(target, phrase, separatesWords(language))
    const inSource = (phrase: string) => occurs(source, phrase, separatesWords(sourceLanguage))
    const relevant = unit.terms.filter(term => inSource(term.source))
    if (relevant.some(term => term.forbidden === true && inTarget(term.target))) return true

    // A term may have several translations; one of them is enough.
    const demanded = relevant.filter(term => term.forbidden !== true && (term.readOnly === true || term.target !== ''))
    const met = new Set<string>()
    for (const term of demanded) if (inTarget(term.readOnly === true ? term.source : term.target)) met.add(term.source)
    return demanded.some(term => !met.has(term.source))
  },
})

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
