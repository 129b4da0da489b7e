import { targetCheck } from '../check.ts'
import { separatesWords } from '../language.ts'
import { occurs } from '../text.ts'

export const checkGlossary = targetCheck({
  id: 'check_glossary',
  name: 'Does not follow glossary',
  description: 'The translation leaves out the translation of a glossary term, or uses a forbidden one.',
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
