// Checks that compare a translation with others or with its history.
import { lookupCheck } from '../check.ts'
import { hasLetterCase } from '../language.ts'
import { isTranslated, sameForms } from './state.ts'

export const inconsistent = lookupCheck({
  id: 'inconsistent',
  name: 'Inconsistent',
  description: 'The same string has a different translation, or none, in another component of the project.',
  side: 'target',
  states: 'any',
  fails: async (unit, lookup) => {
    const others = await lookup.sameString(unit)
    // Untranslated strings may differ.
    const compared = isTranslated(unit.state) ? others : others.filter(({ state }) => isTranslated(state))
    return compared.some(({ targets }) => !sameForms(targets, unit.targets))
  },
})

export const reused = lookupCheck({
  id: 'reused',
  name: 'Reused translation',
  description: 'Different strings in the project have this translation.',
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
  description: 'The string was translated in the past, but is not now.',
  side: 'target',
  states: 'any',
  applies: unit => !isTranslated(unit.state),
  fails: async (unit, lookup) => {
    for (const { kind, targets, state } of await lookup.pastChanges(unit)) {
      // Targets from before a source change or a request for editing do not count.
      if (kind !== 'target') return false
      if (isTranslated(state) && targets.some(form => form !== '') && !sameForms(targets, unit.targets)) return true
    }
    return false
  },
})
