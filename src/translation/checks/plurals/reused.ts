import { lookupCheck } from '../check.ts'
import { hasLetterCase } from '../language.ts'

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
