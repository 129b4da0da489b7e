import { lookupCheck } from '../check.ts'
import { isTranslated, sameForms } from './state.ts'

export const translated = lookupCheck({
  id: 'translated',
  name: 'Has been translated',
  description: 'The string is not translated now, but it has been in the past.',
  side: 'target',
  states: 'any',
  applies: unit => !isTranslated(unit.state),
  fails: async (unit, lookup) => {
    for (const { kind, targets, state } of await lookup.pastChanges(unit)) {
      // What was there before the source changed, or before somebody asked for a revision, is no translation any more.
      if (kind !== 'target') return false
      if (isTranslated(state) && targets.some(form => form !== '') && !sameForms(targets, unit.targets)) return true
    }
    return false
  },
})
