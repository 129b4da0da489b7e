import { toVersion1 } from '../result/version1.ts'
import type { FormatOptions } from './format.ts'

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Version 2 prints UTF-8, version 1 escapes it; `ascii` and `utf8` say otherwise. */
export function toJson(result: unknown, options: FormatOptions): string {
  const plain = options.version === 1 ? toVersion1(result) : result
  const json = JSON.stringify(plain, null, options.pretty ? 4 : undefined)
  const ascii = options.version === 1 ? !options.utf8 : options.ascii
  return ascii ? escapeNonAscii(json) : json
}

/** The callback's name is cut down to what can be a JavaScript expression, so that it can carry no script. */
export function toJsonp(json: string, callback: string): string {
  const name = callback.replace(/[^a-zA-Z0-9_.[\]'"]/g, '')
  return `/**/${name}(${json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')})`
}
