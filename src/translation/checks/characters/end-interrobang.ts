import { targetCheck } from '../check.ts'
import { endsInInterrobang } from './sentence-marks.ts'

export const endInterrobang = targetCheck({
  id: 'end_interrobang',
  name: 'Mismatched interrobang',
  description: 'Only one of source and translation ends with a question and exclamation mark together.',
  fails: (source, target) => source !== '' && target !== '' && endsInInterrobang(source) !== endsInInterrobang(target),
})
