// Writes single values in the style of the value they replace.

import { parseDocument } from 'yaml'

export type ScalarStyle = 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED'

export function scalarText(value: string, style: ScalarStyle, inFlow: boolean): string {
  if (style === 'QUOTE_SINGLE' && !/[\n\r\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(value)) {
    return `'${value.replaceAll("'", "''")}'`
  }
  if (style === 'PLAIN' && isPlain(value, inFlow)) return value
  return doubleQuoted(value)
}

// JSON strings are valid YAML, but a few more characters must be escaped.
function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

// Conservative: quotes everything that looks special in any YAML version or is a Ruby symbol.
function isPlain(value: string, inFlow: boolean): boolean {
  if (!/^[\p{L}\p{N}(<_/.$€£](?:.*[^\s:])?$/u.test(value) || value.length > 2000) return false
  if (/:\s|\s#|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(value)) return false
  if (/^(?:[yn]|yes|no|on|off|true|false|null)$/i.test(value)) return false
  if (inFlow && /[,[\]{}:]/.test(value)) return false
  const document = parseDocument(`k: ${value}`, { version: '1.1', prettyErrors: false })
  return document.errors.length === 0 && document.get('k') === value
}

// A literal block, for multi-line values without awkward white space.
export function blockText(value: string, indent: string, newline: string): string | undefined {
  const lines = value.replace(/\n$/, '').split('\n')
  const awkward = /^\s|\n\n$|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(value)
  if (lines.length < 2 || awkward || lines.at(-1) === '') return undefined
  const head = value.endsWith('\n') ? '|' : '|-'
  return [head, ...lines.map(line => (line === '' ? '' : indent + line)), ''].join(newline)
}

export function keyText(key: string): string {
  const plain = /^[A-Za-z_][\w-]*$/.test(key) && !/^(?:[yn]|yes|no|on|off|true|false|null)$/i.test(key)
  return plain ? key : doubleQuoted(key)
}
