import { sourceCheck } from '../check.ts'
import { readIcuMessage } from './icu-flags.ts'

export const icuMessageFormatSyntax = sourceCheck({
  id: 'icu_message_format_syntax',
  name: 'ICU MessageFormat syntax',
  description: 'The string is no valid ICU message.',
  flag: 'icu-message-format',
  fails: ([first = ''], unit) => readIcuMessage(first, unit) === undefined,
})
