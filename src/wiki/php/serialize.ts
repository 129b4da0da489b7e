/** What can be written so that PHP's `unserialize()` reads it: a record is an array with these keys, a list one with 0, 1, … */
export type Serializable =
  | null
  | boolean
  | number
  | string
  | readonly Serializable[]
  | { readonly [key: string]: Serializable }

/** As PHP's `serialize()` writes it; lengths count bytes. */
export function serialize(value: Serializable): string {
  if (value === null) return 'N;'
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  const entries = Object.entries(value)
  return `a:${entries.length}:{${entries.map(([key, each]) => phpKey(key) + serialize(each)).join('')}}`
}

/** PHP makes numbers of keys that look like them. */
const phpKey = (key: string): string =>
  /^(?:0|-?[1-9]\d{0,17})$/.test(key) ? `i:${key};` : `s:${Buffer.byteLength(key)}:"${key}";`
