import { constantBytes, constantJson, isConstant } from '../result/constant.ts'
import { OrderedEntries } from '../result/shape.ts'
import { toVersion1 } from '../result/version1.ts'
import type { FormatOptions } from './format.ts'
import { PLACE_IN_JSON, withBytes, withLongTexts } from './long-texts.ts'

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Version 2 prints UTF-8 and version 1 escapes it, unless `ascii` or `utf8` is set. */
export function toJson(result: unknown, options: FormatOptions): string {
  const plain = options.version === 1 ? toVersion1(result) : result
  const json = write(plain, options.pretty ? INDENT : '')
  const ascii = options.version === 1 ? !options.utf8 : options.ascii
  return ascii ? escapeNonAscii(json) : json
}

/** The same as a response: in UTF-8 if it has a long text or a long constant. */
export function toJsonBody(result: unknown, options: FormatOptions): string | Buffer {
  if (options.pretty) return toJson(result, options)
  const isFirst = options.version === 1
  const isAscii = isFirst ? !options.utf8 : options.ascii
  const plain = isFirst ? toVersion1(result) : result
  const prepare = isAscii ? escapeNonAscii : (json: string) => json
  if (!(typeof plain === 'object' && plain !== null && 'query' in plain))
    return withLongTexts(plain, isAscii, each => write(each, ''), prepare)
  const constants: Buffer[] = []
  const takeOut: TakeOut = (value, json) => {
    constants.push(constantBytes(value, isAscii ? 'ascii' : 'utf8', () => prepare(json)))
    return PLACE_IN_JSON
  }
  const json = prepare(write(plain, '', 0, takeOut))
  return constants.length === 0 ? json : withBytes(json, constants)
}

/** Encoding shorter constants again takes about as long as inserting their bytes. */
const LONG_CONSTANT = 2000

/** Takes the JSON of a long constant out of the text, and returns what stands for it. */
type TakeOut = (value: object, json: string) => string

const INDENT = '    '

/**
 * Serializes a response. Ordered entries and constants appear only at the top level, under `query` or in lists there, so
 * only the path to them is written manually; JSON.stringify is faster for everything else.
 */
function write(value: unknown, indent: string, depth = 0, takeOut?: TakeOut): string {
  if (typeof value !== 'object' || value === null || indent !== '' || !isConstant(value))
    return writeParts(value, indent, depth, takeOut)
  const json = constantJson(value, each => writeParts(each, indent, depth))
  return takeOut !== undefined && json.length >= LONG_CONSTANT ? takeOut(value, json) : json
}

function writeParts(value: unknown, indent: string, depth: number, takeOut?: TakeOut): string {
  if (!isWrittenByParts(value, depth)) {
    const json = JSON.stringify(value, null, indent)
    return indent === '' ? json : json.replaceAll('\n', `\n${indent.repeat(depth)}`)
  }
  const line = indent === '' ? '' : `\n${indent.repeat(depth)}`
  const inner = (entry: unknown) => write(entry, indent, depth + 1, takeOut)
  if (Array.isArray(value)) return `[${value.map(entry => `${line}${indent}${inner(entry)}`).join(',')}${line}]`
  const entries =
    value instanceof OrderedEntries
      ? value.entries
      : Object.entries(value as object).filter(([, one]) => one !== undefined)
  const colon = indent === '' ? ':' : ': '
  const written = entries.map(([key, entry]) => `${line}${indent}${JSON.stringify(String(key))}${colon}${inner(entry)}`)
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
