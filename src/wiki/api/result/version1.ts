import { constantVersion1, isConstant } from './constant.ts'
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
 * The result in formatversion 1: true becomes an empty string, false is dropped, content is called `*`, and page lists
 * become objects keyed by page id.
 */
export function toVersion1(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && isConstant(value)) return constantVersion1(value, converted)
  return converted(value)
}

function converted(value: unknown): unknown {
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
  // Version 1 puts the content last.
  if (contentKey !== undefined && Object.hasOwn(value, contentKey)) {
    const shown = toVersion1((value as Tree)[contentKey])
    if (shown !== undefined) out['*'] = shown
  }
  // An object of only false values is now empty, and PHP's empty collection is a list.
  return Object.keys(out).length === 0 && Object.keys(value).length > 0 && !(OBJECT in value) ? [] : out
}

function keyed(entries: List, keys: readonly (string | number)[]): unknown {
  // PHP has one kind of array and prints it as a list if its keys happen to be 0, 1, 2, ….
  const isList = entries.length > 0 && keys.every((key, index) => key === index)
  if (isList) return entries.map(toVersion1)
  const shown = entries.map((entry, index) => [keys[index]!, toVersion1(entry)] as const)
  return objectKeepsOrder(keys) ? Object.fromEntries(shown) : new OrderedEntries(entries[TAG] ?? '_v', shown)
}

/** Whether an object would keep the keys in this order: integers first, ascending. */
function objectKeepsOrder(keys: readonly (string | number)[]): boolean {
  let last = -1
  for (const key of keys) {
    const place = Number(key) >= 0 ? Number(key) : Number.POSITIVE_INFINITY
    if (place < last) return false
    last = place
  }
  return true
}
