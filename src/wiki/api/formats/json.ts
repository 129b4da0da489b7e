import { constantJson, isConstant } from '../result/constant.ts'
import { OrderedEntries } from '../result/shape.ts'
import { toVersion1 } from '../result/version1.ts'
import type { FormatOptions } from './format.ts'

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Version 2 prints UTF-8 and version 1 escapes it, unless `ascii` or `utf8` is set. */
export function toJson(result: unknown, options: FormatOptions): string {
  const plain = options.version === 1 ? toVersion1(result) : result
  const json = write(plain, options.pretty ? INDENT : '')
  const ascii = options.version === 1 ? !options.utf8 : options.ascii
  return ascii ? escapeNonAscii(json) : json
}

const INDENT = '    '

/**
 * Serializes a response. Ordered entries and constants appear only at the top level, under `query` or in lists there, so
 * only the path to them is written manually; JSON.stringify is faster for everything else.
 */
function write(value: unknown, indent: string, depth = 0): string {
  if (typeof value === 'object' && value !== null && indent === '' && isConstant(value))
    return constantJson(value, each => writeParts(each, indent, depth))
  return writeParts(value, indent, depth)
}

function writeParts(value: unknown, indent: string, depth: number): string {
  if (!isWrittenByParts(value, depth)) {
    const json = JSON.stringify(value, null, indent)
    return indent === '' ? json : json.replaceAll('\n', `\n${indent.repeat(depth)}`)
  }
  const line = indent === '' ? '' : `\n${indent.repeat(depth)}`
  if (Array.isArray(value))
    return `[${value.map(entry => `${line}${indent}${write(entry, indent, depth + 1)}`).join(',')}${line}]`
  const entries =
    value instanceof OrderedEntries
      ? value.entries
      : Object.entries(value as object).filter(([, one]) => one !== undefined)
  const colon = indent === '' ? ':' : ': '
  const written = entries.map(
    ([key, entry]) => `${line}${indent}${JSON.stringify(String(key))}${colon}${write(entry, indent, depth + 1)}`,
  )
  return `{${written.join(',')}${line}}`
}

function isWrittenByParts(value: unknown, depth: number): boolean {
  if (value instanceof OrderedEntries) return true
  if (depth > 2 || typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > 0 && isConstant(Object(value[0]))
  if (depth === 2) return false
  for (const key in value) {
    const entry = (value as Record<string, unknown>)[key]
    if (typeof entry === 'object' && entry !== null && (isConstant(entry) || isWrittenByParts(entry, depth + 1)))
      return true
  }
  return false
}

/** Reduces the callback name to a plain JavaScript expression, so that it cannot carry script. */
export function toJsonp(json: string, callback: string): string {
  const name = callback.replace(/[^a-zA-Z0-9_.[\]'"]/g, '')
  return `/**/${name}(${json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')})`
}
