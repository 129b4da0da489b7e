import {
  CONTENT,
  KEYS,
  type List,
  NUMBERED,
  OBJECT,
  OrderedEntries,
  PAIRS,
  pairsOf,
  REAL_BOOLEANS,
  TAG,
  TEXT_ELEMENTS,
} from './shape.ts'

type Tree = Record<PropertyKey, unknown>

/**
 * The result as formatversion 1 shows it: true is an empty string and false is absent, an object's content is called `*`,
 * and page lists are objects keyed by page id.
 */
export function toVersion1(value: unknown): unknown {
  if (Array.isArray(value)) return KEYS in value ? keyed(value as List, (value as List)[KEYS]!) : value.map(toVersion1)
  if (typeof value === 'boolean') return value ? '' : undefined
  if (typeof value !== 'object' || value === null) return value
  if (PAIRS in value) return toVersion1(pairsOf(value))
  if (value instanceof OrderedEntries)
    return new OrderedEntries(
      value.tag,
      value.entries.map(([key, entry]) => [key, toVersion1(entry)]),
    )
  if (NUMBERED in value) return Object.values(value).map(toVersion1)
  const {
    [CONTENT]: contentKey,
    [REAL_BOOLEANS]: real,
    [TEXT_ELEMENTS]: texts,
  } = value as {
    [CONTENT]?: string
    [REAL_BOOLEANS]?: readonly string[]
    [TEXT_ELEMENTS]?: readonly string[]
  }
  const out: Tree = {}
  for (const [key, entry] of Object.entries(value)) {
    if (key === contentKey) continue
    const stays = typeof entry === 'boolean' && real?.includes(key)
    const shown = stays ? entry : texts?.includes(key) ? { '*': entry } : toVersion1(entry)
    if (shown !== undefined) out[key] = shown
  }
  // The content stands last there.
  if (contentKey !== undefined && Object.hasOwn(value, contentKey)) {
    const shown = toVersion1((value as Tree)[contentKey])
    if (shown !== undefined) out['*'] = shown
  }
  // An object of nothing but falses has become empty, and PHP's empty collection is a list.
  return Object.keys(out).length === 0 && Object.keys(value).length > 0 && !(OBJECT in value) ? [] : out
}

function keyed(entries: List, keys: readonly (string | number)[]): unknown {
  // PHP knows one kind of array, and prints it as a list when its keys happen to be 0, 1, 2 and so on.
  const isList = entries.length > 0 && keys.every((key, index) => key === index)
  if (isList) return entries.map(toVersion1)
  const shown = entries.map((entry, index) => [keys[index]!, toVersion1(entry)] as const)
  return objectKeepsOrder(keys) ? Object.fromEntries(shown) : new OrderedEntries(entries[TAG] ?? '_v', shown)
}

/** Whether the keys stand as an object would put them: numbers first, from small to large. */
function objectKeepsOrder(keys: readonly (string | number)[]): boolean {
  let last = -1
  for (const key of keys) {
    const place = Number(key) >= 0 ? Number(key) : Number.POSITIVE_INFINITY
    if (place < last) return false
    last = place
  }
  return true
}
