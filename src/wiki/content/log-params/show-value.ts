import { isoTimestamp, parseTimestamp } from '../../api/params/timestamp.ts'
import { asObject, list, type Row } from '../../api/result/shape.ts'
import type { PhpValue } from '../../import/readers/php/unserialize.ts'
import { isPhpArray, type LogParams, textOf, truthOf } from './read-params.ts'

/** What parameters of log entries need to know of the wiki they are shown on. */
export interface LogNames {
  /** Namespace and title of the page a text names; a bad text leads to Special:Badtitle. */
  titleOf(text: string): { ns: number; title: string }
  /** A user name in its one spelling. */
  userOf(text: string): string
  /** An interface message: in the reader's language, or in the wiki's. */
  message(key: string, inContentLanguage: boolean): string
}

/** The parameters as answers show them: `4:bool:cascade` becomes `cascade`, true or false. */
export function showParams(params: LogParams, names: LogNames): Row {
  const shown: Row = {}
  for (const [key, value] of params) Object.assign(shown, showParam(key, value, names))
  return asObject(shown)
}

function showParam(key: string, value: PhpValue, names: LogNames): Row {
  const parts = /^[^:]*:([^:]*):([\s\S]+)$/.exec(key)
  return parts ? showTyped(parts[2]!, parts[1]!, value, names) : { [key]: showPlain(value, key) }
}

function showTyped(name: string, type: string, value: PhpValue, names: LogNames): Row {
  switch (type) {
    case 'bool':
      return { [name]: truthOf(value) }
    case 'number':
      return { [name]: numberOf(value) }
    case 'timestamp':
      return { [name]: showTime(value) }
    case 'expiry':
      return { [name]: showExpiry(value, 'infinity') }
    case 'assoc':
      return { [name]: asObject(objectOf(value)) }
    case 'user':
    case 'user-link':
      return { [name]: names.userOf(textOf(value)) }
    case 'title':
    case 'title-link': {
      const { ns, title } = names.titleOf(textOf(value))
      return { [`${name}_ns`]: ns, [`${name}_title`]: title }
    }
    case 'msg':
    case 'msg-content': {
      const text = names.message(textOf(value), type === 'msg-content')
      return { [`${name}_key`]: textOf(value), [`${name}_text`]: text }
    }
    default:
      return { [name]: showPlain(value, name) }
  }
}

/** Lists stay lists; arrays with other keys become objects. */
export function showPlain(value: PhpValue, name: string): unknown {
  if (isPhpArray(value)) {
    const isList = [...value.keys()].every((key, index) => key === index)
    return isList
      ? list(
          name,
          [...value.values()].map(entry => showPlain(entry, name)),
        )
      : objectOf(value)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  return typeof value === 'object' && value !== null ? null : value
}

const objectOf = (value: PhpValue): Row =>
  isPhpArray(value) ? Object.fromEntries([...value].map(([key, entry]) => [key, showPlain(entry, String(key))])) : {}

const numberOf = (value: PhpValue): unknown => {
  const number = typeof value === 'boolean' ? Number(value) : Number.parseFloat(textOf(value))
  return Number.isFinite(number) ? number : 0
}

/** A stored instant: 14 digits, or seconds. False, as ever, when it is neither. */
function showTime(value: PhpValue): string | false {
  const at = parseTimestamp(textOf(value))
  return at === null ? false : isoTimestamp(at)
}

const NEVER = new Set(['', 'infinity', 'infinite', 'indefinite', 'never'])

export const isNever = (value: PhpValue | undefined): boolean => NEVER.has(textOf(value))

export const showExpiry = (value: PhpValue | undefined, never: string): string | false =>
  isNever(value) ? never : showTime(value ?? '')
