import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'

export const zeroWidthSpace = targetCheck({
  id: 'zero-width-space',
  name: 'Zero-width space',
  description: 'The translation contains a zero-width space that the source does not have.',
  // Khmer uses it to mark possible line breaks.
  applies: unit => !translatesInto(unit, 'km'),
  fails: (source, target) => target.includes('\u200B') && !source.includes('\u200B'),
})
