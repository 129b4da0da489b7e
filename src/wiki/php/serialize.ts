/** Values that PHP's `unserialize()` can read: a record becomes an array with these keys, a list one with 0, 1, … */
export type Serializable =
  | null
  | boolean
  | number
  | string
  | readonly Serializable[]
  | { readonly [key: string]: Serializable }

/** Serializes a value like PHP's `serialize()`; lengths are in bytes. */
export function serialize(value: Serializable): string {
  if (value === null) return 'N;'
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  const entries = Object.entries(value)
  return `a:${entries.length}:{${entries.map(([key, each]) => phpKey(key) + serialize(each)).join('')}}`
}

/** PHP converts numeric keys to integers. */
const phpKey = (key: string): string =>
  /^(?:0|-?[1-9]\d{0,17})$/.test(key) ? `i:${key};` : `s:${Buffer.byteLength(key)}:"${key}";`
