import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'
import { marks, onlyOneEndsIn } from '../text.ts'

const ELLIPSIS = marks('…')

export const endEllipsis = targetCheck({
  id: 'end_ellipsis',
  name: 'Mismatched ellipsis',
  description: 'Only one of source and translation ends with an ellipsis.',
  applies: unit => !translatesInto(unit, 'th', 'jbo'),
  fails: (source, target) => {
    if (source.endsWith('...') && target.endsWith('…')) return false
    return onlyOneEndsIn(ELLIPSIS, source, target)
  },
})
