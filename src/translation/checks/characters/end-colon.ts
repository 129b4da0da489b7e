import { targetCheck } from '../check.ts'
import { isCjk, translatesInto } from '../language.ts'
import { marks, onlyOneEndsIn } from '../text.ts'

const ANY = marks(':：៖')
const ARMENIAN = marks(':՝`')
// Before a list, a Japanese or Chinese sentence may end with a full stop instead.
const CJK_BEFORE_LIST = marks(';:：.。')

export const endColon = targetCheck({
  id: 'end_colon',
  name: 'Mismatched colon',
  description: 'Only one of source and translation ends with a colon.',
  applies: unit => !translatesInto(unit, 'th', 'jbo'),
  fails: (source, target, unit) => {
    if (translatesInto(unit, 'hy')) return source.endsWith(':') && onlyOneEndsIn(ARMENIAN, source, target)
    if (isCjk(unit)) return /[:;]$/.test(source) && onlyOneEndsIn(CJK_BEFORE_LIST, source, target)
    return onlyOneEndsIn(ANY, source, target)
  },
})
