import type { SqlForm, SqlValue } from './sql-table.ts'
import { KIND_BARE, KIND_ESCAPED } from './tuple-scanner.ts'

/** Thrown for a literal that does not match the requested type; the scanner adds the position. */
export class ValueProblem extends Error {}

const BACKSLASH = 0x5c
const ZERO = 0x30
const NINE = 0x39
const MINUS = 0x2d

/** The meaning of the character after a backslash, if it does not stand for itself. */
const escapes = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) escapes[byte] = byte
for (const [letter, meaning] of [
  ['0', 0x00],
  ['b', 0x08],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['Z', 0x1a],
] as const) {
  escapes[letter.charCodeAt(0)] = meaning
}

/** Decodes the literal at `from`…`to`. */
export function decodeValue(bytes: Buffer, from: number, to: number, kind: number, form: SqlForm): SqlValue {
  if (kind === KIND_BARE) return decodeBare(bytes, from, to, form)
  if (kind === KIND_ESCAPED) return fromString(unescaped(bytes, from, to), form)
  if (form === 'text') return decodeText(bytes, from, to)
  return fromString(form === 'bytes' ? Buffer.from(bytes.subarray(from, to)) : bytes.subarray(from, to), form)
}

function decodeBare(bytes: Buffer, from: number, to: number, form: SqlForm): SqlValue {
  const first = bytes[from]!
  if (form === 'integer') {
    const integer = shortInteger(bytes, from, to)
    if (integer !== undefined) return integer
  }
  const literal = bytes.toString('latin1', from, to).trim()
  if ((first === 0x4e || first === 0x6e) && literal.toUpperCase() === 'NULL') return null
  if (/^0x([0-9a-f]{2})*$/i.test(literal)) return fromString(Buffer.from(literal.slice(2), 'hex'), form)
  if (/^x'([0-9a-f]{2})*'$/i.test(literal)) return fromString(Buffer.from(literal.slice(2, -1), 'hex'), form)
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(literal))
    throw new ValueProblem(`"${short(literal)}" is not a valid value`)
  return fromNumber(literal, form)
}

function fromString(value: Buffer, form: SqlForm): SqlValue {
  if (form === 'bytes') return value
  const text = value.toString()
  return form === 'text' ? text : fromNumber(text.trim(), form)
}

function fromNumber(literal: string, form: SqlForm): SqlValue {
  if (form === 'text') return literal
  if (form === 'bytes') return Buffer.from(literal)
  const value = literal === '' ? Number.NaN : Number(literal)
  if (Number.isNaN(value)) throw new ValueProblem(`"${short(literal)}" is not a number`)
  if (form === 'integer' && !Number.isSafeInteger(value)) {
    throw new ValueProblem(`"${short(literal)}" is not an integer below 2^53`)
  }
  return value
}

/** Up to 15 digits, which any double holds exactly. */
function shortInteger(bytes: Buffer, from: number, to: number): number | undefined {
  if (to - from > 15) return undefined
  const negative = bytes[from] === MINUS
  let at = negative ? from + 1 : from
  if (at === to) return undefined
  let value = 0
  for (; at < to; at++) {
    const digit = bytes[at]!
    if (digit < ZERO || digit > NINE) return undefined
    value = value * 10 + (digit - ZERO)
  }
  return negative ? -value : value
}

function decodeText(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('utf8', from, to)
}

function unescaped(bytes: Buffer, from: number, to: number): Buffer {
  const out = Buffer.allocUnsafe(to - from)
  // Only the enclosing quote can be doubled inside the string.
  const quote = bytes[from - 1]!
  let length = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!
    if (byte === BACKSLASH) out[length++] = escapes[bytes[++at]!]!
    else {
      out[length++] = byte
      if (byte === quote) at++
    }
  }
  return out.subarray(0, length)
}

const short = (literal: string) => (literal.length > 40 ? `${literal.slice(0, 40)}…` : literal)
