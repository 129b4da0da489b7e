import { sourceCheck } from '../check.ts'
import { integerParameter } from '../flag-parameters.ts'
import { FlagParameterError } from '../flags.ts'
import { baseLanguage } from '../language.ts'
import { rendered } from '../rendered.ts'
import { characterCount } from '../text.ts'

// English is short: a string that fills the room leaves none for other languages.
const ENGLISH_SHARE = 0.85

export const sourceMaxLength = sourceCheck({
  id: 'source-max-length',
  name: 'Source string length',
  description: 'The string itself takes nearly all or more of the length that its translations may have.',
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
