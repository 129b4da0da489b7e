import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'
import { marks, onlyOneEndsIn } from '../text.ts'
import { BURMESE_QUESTION, endsInInterrobang } from './sentence-marks.ts'

const ANY = marks('?՞؟⸮？፧꘏⳺')
const ARMENIAN = marks('?՞։')

export const endQuestion = targetCheck({
  id: 'end_question',
  name: 'Mismatched question mark',
  description: 'Only one of source and translation ends with a question mark.',
  applies: unit => !translatesInto(unit, 'th', 'jbo'),
  fails: (source, target, unit) => {
    if (source === '' || target === '') return false
    if (endsInInterrobang(source) || endsInInterrobang(target)) return false
    if (translatesInto(unit, 'hy')) return source.endsWith('?') && onlyOneEndsIn(ARMENIAN, source, target)
    // The Greek question mark looks like a semicolon and is often typed as one.
    if (translatesInto(unit, 'el')) return source.endsWith('?') && !/[?;\u037E]$/.test(target)
    if (translatesInto(unit, 'my')) return source.endsWith('?') !== target.endsWith(BURMESE_QUESTION)
    return onlyOneEndsIn(ANY, source, target)
  },
})
