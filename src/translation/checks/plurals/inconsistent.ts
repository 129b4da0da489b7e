import { lookupCheck } from '../check.ts'
import { isTranslated, sameForms } from './state.ts'

export const inconsistent = lookupCheck({
  id: 'inconsistent',
  name: 'Inconsistent',
  description: 'The same string has another translation, or none, in another component of the project.',
  side: 'target',
  states: 'any',
  fails: async (unit, lookup) => {
    const others = await lookup.sameString(unit)
    // Two untranslated strings may differ as they like.
    const compared = isTranslated(unit.state) ? others : others.filter(({ state }) => isTranslated(state))
    return compared.some(({ targets }) => !sameForms(targets, unit.targets))
  },
})
