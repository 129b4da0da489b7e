// Checks that compare a translation with others, or with what it was.
import { lookupCheck } from '../check.ts'
import { hasLetterCase } from '../language.ts'
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

export const reused = lookupCheck({
  id: 'reused',
  name: 'Reused translation',
  description: 'Different strings of the project have this same translation.',
  side: 'target',
  // Languages with one form translate singular and plural alike, which would be reported all the time.
  applies: unit => unit.context.plural.number > 1 && unit.targets.some(target => target !== ''),
  fails: async (unit, lookup) => {
    // Where the script has no capitals, strings that differ in their capitals only must have the same translation.
    const compared = (source: string) => (hasLetterCase(unit.context.language) ? source : source.toLowerCase())
    const own = compared(unit.sources[0] ?? '')
    return (await lookup.sourcesWithSameTarget(unit)).some(source => compared(source) !== own)
  },
})

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
