import { asObject, list, type Row } from '../../../api/result/shape.ts'
import { isNever, isPhpArray, type LogParams, textOf, truthOf } from '../../../content/log-display/read-params.ts'
import type { PhpValue } from '../../../php/unserialize.ts'
import { isoTimestamp, parseTimestamp } from '../../../site/timestamp.ts'

/** Lookups for displaying log parameters. */
export interface LogNames {
  /** Namespace and title for a text; an invalid one becomes Special:Badtitle. */
  titleOf(text: string): { ns: number; title: string }
  /** Canonical username. */
  userOf(text: string): string
  /** An interface message in the reader's or the wiki's language. */
  message(key: string, inContentLanguage: boolean): string
}

/** Parameters as shown in responses: `4:bool:cascade` becomes `cascade`, true or false. */
export function showParams(params: LogParams, names: LogNames): Row {
  const shown: Row = {}
  for (const [key, value] of params) showParam(shown, key, value, names)
  return asObject(shown)
}

/** A key is a plain name, or index, type and name: `5:bool:cascade`. */
function showParam(shown: Row, key: string, value: PhpValue, names: LogNames): void {
  const first = key.indexOf(':')
  const second = first < 0 ? -1 : key.indexOf(':', first + 1)
  if (second < 0 || second === key.length - 1) shown[key] = showPlain(value, key)
  else showTyped(shown, key.slice(second + 1), key.slice(first + 1, second), value, names)
}

function showTyped(shown: Row, name: string, type: string, value: PhpValue, names: LogNames): void {
  switch (type) {
    case 'bool':
      shown[name] = truthOf(value)
      break
    case 'number':
      shown[name] = numberOf(value)
      break
    case 'timestamp':
      shown[name] = showTime(value)
      break
    case 'expiry':
      shown[name] = showExpiry(value, 'infinity')
      break
    case 'assoc':
      shown[name] = asObject(objectOf(value))
      break
    case 'user':
    case 'user-link':
      shown[name] = names.userOf(textOf(value))
      break
    case 'title':
    case 'title-link': {
      const { ns, title } = names.titleOf(textOf(value))
      shown[`${name}_ns`] = ns
      shown[`${name}_title`] = title
      break
    }
    case 'msg':
    case 'msg-content':
      shown[`${name}_key`] = textOf(value)
      shown[`${name}_text`] = names.message(textOf(value), type === 'msg-content')
      break
    default:
      shown[name] = showPlain(value, name)
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

/** A stored timestamp: 14 digits or seconds. False if it is neither, as in MediaWiki. */
function showTime(value: PhpValue): string | false {
  const at = parseTimestamp(textOf(value))
  return at === null ? false : isoTimestamp(at)
}

export const showExpiry = (value: PhpValue | undefined, never: string): string | false =>
  isNever(value) ? never : showTime(value ?? '')
