import { OrderedEntries } from '../result/shape.ts'
import { toVersion1 } from '../result/version1.ts'
import type { FormatOptions } from './format.ts'

/** PHP's serialize(): lengths count bytes; lists and objects are both arrays. */
export function toPhp(result: unknown, options: FormatOptions): string {
  return serialize(options.version === 1 ? toVersion1(result) : result)
}

function serialize(value: unknown): string {
  if (value === null || value === undefined) return 'N;'
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  const entries = Array.isArray(value)
    ? value.map((entry, index) => [index, entry] as const)
    : value instanceof OrderedEntries
      ? value.entries
      : Object.entries(value).filter(([, entry]) => entry !== undefined)
  const body = entries.map(([key, entry]) => `${serializeKey(key)}${serialize(entry)}`).join('')
  return `a:${entries.length}:{${body}}`
}

/** PHP turns integer-like keys into integers. */
const serializeKey = (key: string | number): string =>
  typeof key === 'number' || /^(0|-?[1-9]\d{0,17})$/.test(key) ? `i:${key};` : serialize(key)
