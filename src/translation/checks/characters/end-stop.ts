import { targetCheck } from '../check.ts'
import { isCjk, translatesInto } from '../language.ts'
import { marks, onlyOneEndsIn } from '../text.ts'
import { BURMESE_QUESTION } from './sentence-marks.ts'

const ANY = marks('.。।۔։·෴។።')
const CJK_BEFORE_LIST = marks(';:：.。')
// Armenian puts several sentence marks inside the last word, so any of these may end the text instead.
const ARMENIAN = marks('.。।۔։·෴។:՝?!`')
// The ASCII bar and the Bengali currency numerator are common substitutes for the danda.
const DANDA = marks('.।৷|')
const SANTALI = marks('.᱾')
const BURMESE = marks('.။')

export const endStop = targetCheck({
  id: 'end_stop',
  name: 'Mismatched full stop',
  description: 'Only one of source and translation ends with a full stop.',
  // Thai and Lojban sentences end without a full stop.
  applies: unit => !translatesInto(unit, 'th', 'jbo'),
  fails: (source, target, unit) => {
    // A short source is often an abbreviation.
    if (source.length <= 4) return false
    if (source.endsWith('...') && target.endsWith('…')) return false
    if (isCjk(unit) && /[:;]$/.test(source)) return onlyOneEndsIn(CJK_BEFORE_LIST, source, target)
    if (translatesInto(unit, 'hy')) return onlyOneEndsIn(ARMENIAN, source, target)
    if (translatesInto(unit, 'hi', 'bn', 'or')) return onlyOneEndsIn(DANDA, source, target)
    if (translatesInto(unit, 'sat')) return onlyOneEndsIn(SANTALI, source, target)
    if (translatesInto(unit, 'my')) return !target.endsWith(BURMESE_QUESTION) && onlyOneEndsIn(BURMESE, source, target)
    return onlyOneEndsIn(ANY, source, target)
  },
})
