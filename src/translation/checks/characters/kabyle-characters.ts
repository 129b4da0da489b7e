import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'

// Greek gamma and epsilon, Turkish soft g: easier to type than the Latin letters they resemble.
const LOOKALIKES = /[γΓεΕğĞ]/

export const kabyleCharacters = targetCheck({
  id: 'kabyle-characters',
  // The name has a non-breaking hyphen, as in Weblate.
  name: 'Non\u2011standard characters in Kabyle',
  description: 'The translation uses Greek or Turkish letters instead of the Latin letters of Kabyle.',
  applies: unit => translatesInto(unit, 'kab'),
  fails: (_source, target) => LOOKALIKES.test(target),
})
