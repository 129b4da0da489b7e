// Marks at the end of a sentence, which source and translation must both have or both lack.
import { targetCheck } from '../check.ts'
import { isCjk, translatesInto } from '../language.ts'
import { withoutEntities } from '../markup/xml.ts'
import { marks, onlyOneEndsIn } from '../text.ts'
import { BURMESE_QUESTION, endsInInterrobang } from './sentence-marks.ts'

const ANY_COLON = marks(':：៖')
const ARMENIAN_COLON = marks(':՝`')
// Before a list, a Japanese or Chinese sentence may end with a full stop instead.
const CJK_BEFORE_LIST = marks(';:：.。')

export const endColon = targetCheck({
  id: 'end_colon',
  name: 'Mismatched colon',
  description: 'Only one of source and translation ends with a colon.',
  applies: unit => !translatesInto(unit, 'th', 'jbo'),
  fails: (source, target, unit) => {
    if (translatesInto(unit, 'hy')) return source.endsWith(':') && onlyOneEndsIn(ARMENIAN_COLON, source, target)
    if (isCjk(unit)) return /[:;]$/.test(source) && onlyOneEndsIn(CJK_BEFORE_LIST, source, target)
    return onlyOneEndsIn(ANY_COLON, source, target)
  },
})

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

const ANY_EXCLAMATION = marks('!！՜᥄႟߹')
const BURMESE_EXCLAMATION = marks('!႟')

export const endExclamation = targetCheck({
  id: 'end_exclamation',
  name: 'Mismatched exclamation mark',
  description: 'Only one of source and translation ends with an exclamation mark.',
  // Armenian puts its exclamation mark inside the word; Thai and Lojban have none.
  applies: unit => !translatesInto(unit, 'hy', 'th', 'jbo'),
  fails: (source, target, unit) => {
    if (source === '' || target === '') return false
    if (endsInInterrobang(source) || endsInInterrobang(target)) return false
    // Basque may put an exclamation within the sentence, between an opening and a closing mark.
    const embedded = translatesInto(unit, 'eu') && target.includes('¡') && target.includes('!')
    if (embedded && source.endsWith('!')) return false
    if (translatesInto(unit, 'my')) return onlyOneEndsIn(BURMESE_EXCLAMATION, source, target)
    // A product name.
    if (source.endsWith('Texy!') || target.endsWith('Texy!')) return false
    return onlyOneEndsIn(ANY_EXCLAMATION, source, target)
  },
})

export const endInterrobang = targetCheck({
  id: 'end_interrobang',
  name: 'Mismatched interrobang',
  description: 'Only one of source and translation ends with a question and exclamation mark together.',
  fails: (source, target) => source !== '' && target !== '' && endsInInterrobang(source) !== endsInInterrobang(target),
})

const ANY_QUESTION = marks('?՞؟⸮？፧꘏⳺')
const ARMENIAN_QUESTION = marks('?՞։')

export const endQuestion = targetCheck({
  id: 'end_question',
  name: 'Mismatched question mark',
  description: 'Only one of source and translation ends with a question mark.',
  applies: unit => !translatesInto(unit, 'th', 'jbo'),
  fails: (source, target, unit) => {
    if (source === '' || target === '') return false
    if (endsInInterrobang(source) || endsInInterrobang(target)) return false
    if (translatesInto(unit, 'hy')) return source.endsWith('?') && onlyOneEndsIn(ARMENIAN_QUESTION, source, target)
    // The Greek question mark looks like a semicolon and is often typed as one.
    if (translatesInto(unit, 'el')) return source.endsWith('?') && !/[?;\u037E]$/.test(target)
    if (translatesInto(unit, 'my')) return source.endsWith('?') !== target.endsWith(BURMESE_QUESTION)
    return onlyOneEndsIn(ANY_QUESTION, source, target)
  },
})

const SEMICOLON = marks(';')

export const endSemicolon = targetCheck({
  id: 'end_semicolon',
  name: 'Mismatched semicolon',
  description: 'Only one of source and translation ends with a semicolon.',
  fails: (source, target, unit) => {
    // In Greek a semicolon ends a question.
    if (translatesInto(unit, 'el') && source.endsWith('?')) return false
    return onlyOneEndsIn(SEMICOLON, withoutEntities(source), withoutEntities(target))
  },
})
