import { lookupCheck } from '../check.ts'
import { isTranslated } from '../plurals/state.ts'

const LONG = 90 * 24 * 60 * 60 * 1000

export const longUntranslated = lookupCheck({
  id: 'long_untranslated',
  name: 'Long untranslated',
  description: 'The string is months old and far fewer languages have it than the rest of the component.',
  side: 'source',
  fails: async (unit, lookup) => {
    const { added, states, componentTranslated } = await lookup.progress(unit)
    if (states.length === 0 || lookup.now.getTime() - added.getTime() <= LONG) return false
    const share = states.filter(isTranslated).length / states.length
    return 2 * share < componentTranslated
  },
})
