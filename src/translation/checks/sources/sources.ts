// Checks of source strings and of their translations as a whole.
import { lookupCheck, sourceCheck } from '../check.ts'
import { integerParameter } from '../flag-parameters.ts'
import { FlagParameterError } from '../flags.ts'
import { baseLanguage } from '../language.ts'
import { isTranslated } from '../plurals/state.ts'
import { rendered } from '../rendered.ts'
import { characterCount } from '../text.ts'

export const ellipsis = sourceCheck({
  id: 'ellipsis',
  name: 'Ellipsis',
  description: 'The string uses three dots instead of the ellipsis character “…”.',
  fails: ([first = '']) => first.includes('...'),
})

const LONG = 90 * 24 * 60 * 60 * 1000

export const longUntranslated = lookupCheck({
  id: 'long_untranslated',
  name: 'Long untranslated',
  description: 'The string has been untranslated for months in most languages, unlike the rest of the component.',
  side: 'source',
  fails: async (unit, lookup) => {
    const { added, states, componentTranslated } = await lookup.progress(unit)
    if (states.length === 0 || lookup.now.getTime() - added.getTime() <= LONG) return false
    const share = states.filter(isTranslated).length / states.length
    return 2 * share < componentTranslated
  },
})

export const multipleFailures = lookupCheck({
  id: 'multiple_failures',
  name: 'Multiple failing checks',
  description: 'Translations of the string into several languages have failing checks.',
  side: 'source',
  fails: async (unit, lookup) => (await lookup.failingTranslations(unit)) >= 2,
})

const WORD_WITH_OPTIONAL_S = /[\p{L}\p{N}_]\(s\)(?![\p{L}\p{N}_])/u

export const optionalPlural = sourceCheck({
  id: 'optional_plural',
  name: 'Unpluralised',
  description: 'The string is meant for one or more items, but has no plural forms.',
  fails: sources => sources.length === 1 && WORD_WITH_OPTIONAL_S.test(sources[0]!),
})

// English is short: a string near the limit leaves no room for other languages.
const ENGLISH_SHARE = 0.85

export const sourceMaxLength = sourceCheck({
  id: 'source-max-length',
  name: 'Source string length',
  description: 'The source uses nearly all of the maximum length of its translations, or exceeds it.',
  fails: (sources, unit) => {
    const values = unit.flags.values('max-length')
    if (values === undefined) return false
    const share = baseLanguage(unit.context.sourceLanguage) === 'en' ? ENGLISH_SHARE : 1
    try {
      const limit = integerParameter(values) * share
      return sources.some(source => characterCount(rendered(source, unit)) > limit)
    } catch (error) {
      if (error instanceof FlagParameterError) return true
      throw error
    }
  },
})
