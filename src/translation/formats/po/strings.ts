// The quoted strings of PO files: C escapes, read and written.

import { FormatError } from '../format-error.ts'

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  "'": "'",
  '?': '?',
}

export function unescapePo(raw: string, line: number): string {
  if (!raw.includes('\\')) return raw
  if (!/\\[x0-7]/.test(raw)) return raw.replace(/\\(.)/gsu, (_, code: string) => fromSimple(code, line))
  let value = ''
  // Numeric escapes stand for bytes; a character beyond ASCII takes several in a row.
  let bytes: number[] = []
  let at = 0
  for (const match of raw.matchAll(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)/gsu)) {
    const code = match[1]!
    if (match.index > at) {
      value += fromBytes(bytes, line) + raw.slice(at, match.index)
      bytes = []
    }
    at = match.index + match[0].length
    if (/^x.|^[0-7]/.test(code)) bytes.push(byteOf(code))
    else {
      value += fromBytes(bytes, line) + fromSimple(code, line)
      bytes = []
    }
  }
  return value + fromBytes(bytes, line) + raw.slice(at)
}

function fromSimple(code: string, line: number): string {
  const character = simpleEscapes[code]
  if (character === undefined) throw new FormatError(`unknown escape sequence \\${code}`, { line })
  return character
}

function byteOf(code: string): number {
  return code[0] === 'x' ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8) & 0xff
}

function fromBytes(bytes: readonly number[], line: number): string {
  if (bytes.length === 0) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    throw new FormatError('escaped bytes that are not valid UTF-8', { line })
  }
}

const escapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}

export function escapePo(value: string): string {
  return value.replace(/[\x00-\x1f"\\\x7f]/g, character => {
    // Three octal digits cannot swallow a following character, unlike hexadecimal ones.
    return escapes[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
}
