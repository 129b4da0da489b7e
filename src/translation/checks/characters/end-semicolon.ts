import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'
import { withoutEntities } from '../markup/xml.ts'
import { marks, onlyOneEndsIn } from '../text.ts'

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
