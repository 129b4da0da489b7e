import { targetCheck } from '../check.ts'
import { translatesInto } from '../language.ts'
import { marks, onlyOneEndsIn } from '../text.ts'
import { endsInInterrobang } from './sentence-marks.ts'

const ANY = marks('!！՜᥄႟߹')
const BURMESE = marks('!႟')

export const endExclamation = targetCheck({
  id: 'end_exclamation',
  name: 'Mismatched exclamation mark',
  description: 'Only one of source and translation ends with an exclamation mark.',
  // Armenian writes its exclamation mark inside the word, Thai and Lojban have none.
  applies: unit => !translatesInto(unit, 'hy', 'th', 'jbo'),
  fails: (source, target, unit) => {
    if (source === '' || target === '') return false
    if (endsInInterrobang(source) || endsInInterrobang(target)) return false
    // Basque may set the exclamation within the sentence, between an opening and a closing mark.
    const embedded = translatesInto(unit, 'eu') && target.includes('¡') && target.includes('!')
    if (embedded && source.endsWith('!')) return false
    if (translatesInto(unit, 'my')) return onlyOneEndsIn(BURMESE, source, target)
    // The name of a product.
    if (source.endsWith('Texy!') || target.endsWith('Texy!')) return false
    return onlyOneEndsIn(ANY, source, target)
  },
})
