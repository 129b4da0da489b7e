import { targetCheck } from '../check.ts'
import { count } from '../text.ts'

// A path such as C:\\new\\name, whose backslashes are no escapes.
const WINDOWS_PATH = /[A-Z]:\\\\[^\\ ]+(?:\\[^\\ ]+)+/g

const escapes = (text: string): number => count(text.replace(WINDOWS_PATH, ''), '\\n')

export const escapedNewline = targetCheck({
  id: 'escaped_newline',
  name: 'Mismatched \\n',
  description: 'Source and translation contain different numbers of the escape \\n.',
  fails: (source, target) => source !== '' && target !== '' && escapes(source) !== escapes(target),
})
