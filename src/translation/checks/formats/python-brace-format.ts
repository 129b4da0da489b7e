import { replaceSpans } from '../scan.ts'
import { formatCheck, type Placeholder } from './format-check.ts'

const FIELD = '(?:\\d+|[_\\p{L}][_\\p{L}\\p{N}]*)?'
const ACCESS = '(?:\\.[_\\p{L}][_\\p{L}\\p{N}]*|\\[[^\\[\\]{}]+\\])*'
const SPECIFICATION = '(?::[^{}]*(?:\\{[^{}]*\\}[^{}]*)*)?'
const REPLACEMENT = new RegExp(`\\{(${FIELD}${ACCESS}(?:![rsa])?${SPECIFICATION})\\}`, 'yu')

/** Placeholders and, with the value undefined, the escapes {{ and }}. */
function scan(text: string): { start: number; end: number; value: string | undefined }[] {
  const placeholders: { start: number; end: number; value: string | undefined }[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char !== '{' && char !== '}') continue
    REPLACEMENT.lastIndex = at
    const doubled = text[at + 1] === char
    const match = doubled ? null : REPLACEMENT.exec(text)
    if (!doubled && match === null) continue
    const end = at + (match?.[0].length ?? 2)
    placeholders.push({ start: at, end, value: match?.[1] })
    at = end - 1
  }
  return placeholders
}

export const pythonBraceFormat = formatCheck({
  id: 'python_brace_format',
  name: 'Python brace format',
  description: 'The Python placeholders ({}, {name}) of source and translation differ, or a brace is unmatched.',
  flag: 'python-brace-format',
  syntax: {
    find: text => scan(text).filter((match): match is Placeholder => match.value !== undefined),
    findEscapes: text => scan(text).filter(({ value }) => value === undefined),
    isPositional: value => value === '' || value.startsWith('!') || value.startsWith(':'),
  },
  isBroken: target => /[{}]/.test(replaceSpans(target, scan(target), () => '')),
})
