import { targetCheck } from '../check.ts'
import { count } from '../text.ts'

export const newlineCount = targetCheck({
  id: 'newline-count',
  name: 'Mismatching line breaks',
  description: 'Source and translation contain different numbers of line breaks.',
  fails: (source, target) => source !== '' && target !== '' && count(source, '\n') !== count(target, '\n'),
})
