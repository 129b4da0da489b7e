import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'

// Greek gamma and epsilon, Turkish soft g: easier to type than the Latin letters they are taken for.
const LOOKALIKES = /[γΓεΕğĞ]/

export const kabyleCharacters = targetCheck({
  id: 'kabyle-characters',
  // With a non-breaking hyphen on the wire.
  name: 'Non\u2011standard characters in Kabyle',
  description: 'The translation uses Greek or Turkish letters instead of the Latin letters of Kabyle.',
  applies: unit => translatesInto(unit, 'kab'),
  fails: (_source, target) => LOOKALIKES.test(target),
})
