import { nextPlace } from '../scan.ts'
import { formatCheck, type Placeholder } from './format-check.ts'

const CONVERSION = /(?:[ +#-]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(?:hh?|ll?)?[a-zA-Z%])?/y

const isEscape = ({ value }: Placeholder): boolean => value === '%'

function scan(text: string): Placeholder[] {
  const placeholders: Placeholder[] = []
  const closing = nextPlace(text, ')')
  let at = text.indexOf('%')
  while (at >= 0) {
    const close = text[at + 1] === '(' ? closing(at + 3) : -1
    CONVERSION.lastIndex = close < 0 ? at + 1 : close + 1
    const conversion = CONVERSION.exec(text)![0]
    const end = (close < 0 ? at + 1 : close + 1) + conversion.length
    placeholders.push({ start: at, end, value: text.slice(at + 1, end) })
    at = text.indexOf('%', end)
  }
  return placeholders
}

export const pythonFormat = formatCheck({
  id: 'python_format',
  name: 'Python format',
  description: 'The Python placeholders (%s, %(name)s) of source and translation differ.',
  flag: 'python-format',
  syntax: {
    find: text => scan(text).filter(match => !isEscape(match)),
    findEscapes: text => scan(text).filter(isEscape),
    isPositional: value => !value.startsWith('('),
  },
})
