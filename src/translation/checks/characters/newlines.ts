// Line breaks, at the edges of a string and within it.
import { targetCheck } from '../check.ts'
import { count } from '../text.ts'

export const beginNewline = targetCheck({
  id: 'begin_newline',
  name: 'Starting newline',
  description: 'Only one of source and translation starts with a line break.',
  fails: (source, target) => source !== '' && target !== '' && source.startsWith('\n') !== target.startsWith('\n'),
})

export const endNewline = targetCheck({
  id: 'end_newline',
  name: 'Trailing newline',
  description: 'Only one of source and translation ends with a line break.',
  fails: (source, target) => source !== '' && target !== '' && source.endsWith('\n') !== target.endsWith('\n'),
})

// A path like C:\\new\\name, whose backslashes are not escapes.
const WINDOWS_PATH = /[A-Z]:\\\\[^\\ ]+(?:\\[^\\ ]+)+/g

const escapes = (text: string): number => count(text.replace(WINDOWS_PATH, ''), '\\n')

export const escapedNewline = targetCheck({
  id: 'escaped_newline',
  name: 'Mismatched \\n',
  description: 'Source and translation contain different numbers of the escape \\n.',
  fails: (source, target) => source !== '' && target !== '' && escapes(source) !== escapes(target),
})

export const newlineCount = targetCheck({
  id: 'newline-count',
  name: 'Mismatching line breaks',
  description: 'Source and translation contain different numbers of line breaks.',
  fails: (source, target) => source !== '' && target !== '' && count(source, '\n') !== count(target, '\n'),
})
