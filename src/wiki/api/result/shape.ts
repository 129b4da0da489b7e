/**
 * Results are plain objects and arrays with real booleans, as in formatversion 2. Symbols, which JSON.stringify skips,
 * carry what version 1 and XML need in addition:
 */

/** On an array: XML element of an entry. */
export const TAG = Symbol('tag')
/** On an object: key of its content. Version 1 calls it `*`; XML makes it the element's text. */
export const CONTENT = Symbol('content')
/** On an object: keys whose booleans stay booleans in version 1. */
export const REAL_BOOLEANS = Symbol('real booleans')
/** On an array: keys of its entries, if version 1 shows it as an object (`pages`). */
export const KEYS = Symbol('keys')

export type Row = {
  [key: string]: unknown
  [CONTENT]?: string
  [REAL_BOOLEANS]?: readonly string[]
}
export type List<T = unknown> = T[] & { [TAG]?: string; [KEYS]?: readonly (string | number)[] }

export function list<T>(tag: string, items: T[] = []): List<T> {
  const tagged: List<T> = items
  tagged[TAG] = tag
  return tagged
}

/** An object whose `key` holds its content: `content({ lang: 'de', title }, 'title')`. */
export const content = <T extends object>(row: T, key: string): T => Object.defineProperty(row, CONTENT, { value: key })

export const realBooleans = <T extends object>(row: T, keys: readonly string[]): T =>
  Object.defineProperty(row, REAL_BOOLEANS, { value: keys })

/** A list whose entries have keys in version 1: `keyedList('page', [[-1, missing], [42, mars]])`. */
export function keyedList<T = Row>(tag: string, entries: readonly (readonly [string | number, T])[]): List<T> {
  const keys: (string | number)[] = []
  const rows: T[] = []
  for (const [key, row] of entries) {
    keys.push(key)
    rows.push(row)
  }
  const keyed = list(tag, rows)
  keyed[KEYS] = keys
  return keyed
}

/** On an object: XML names its entries like this, with the key as an attribute: `<slot role="main">`. */
export const ENTRIES = Symbol('entries')

export const entriesAs = <T extends object>(row: T, tag: string, attribute: string): T =>
  Object.defineProperty(row, ENTRIES, { value: [tag, attribute] })

/** On an object: older formats show its entries as a list: `[{ "name": "notoc", "*": "" }]`. */
export const PAIRS = Symbol('pairs')

/** `tag` is the XML element of an entry. */
export const pairs = <T extends object>(row: T, tag: string): T =>
  Object.defineProperty(asObject(row), PAIRS, { value: tag })

/** Entries of such an object as a list. */
export function pairsOf(row: object): List<Row> {
  const entries = Object.entries(row).map(([name, value]) => content({ name, value }, 'value'))
  return list((row as { [PAIRS]: string })[PAIRS], entries)
}

/** On an object with numeric keys: version 1 shows a list of its values, XML each as this element. */
export const NUMBERED = Symbol('numbered')

export const numbered = <T extends object>(row: T, tag: string): T =>
  Object.defineProperty(row, NUMBERED, { value: tag })

/** On an object: keys whose text version 1 wraps as `{ "*": text }` and XML as an element. */
export const TEXT_ELEMENTS = Symbol('text elements')

export const textElements = <T extends object>(row: T, keys: readonly string[]): T =>
  Object.defineProperty(row, TEXT_ELEMENTS, { value: keys })

/** On an object: keys whose text becomes an element in XML. */
export const XML_TEXTS = Symbol('XML texts')

export const xmlTexts = <T extends object>(row: T, keys: readonly string[]): T =>
  Object.defineProperty(row, XML_TEXTS, { value: keys })

/** On an object: seconds it stays valid while the wiki does not change. For internal callers. */
const LASTS = Symbol('lasts')

export const lasting = <T extends object>(row: T, seconds: number): T =>
  Object.defineProperty(row, LASTS, { value: seconds })

export const lastsOf = (row: object): number => (row as { [LASTS]?: number })[LASTS] ?? 0

/** On an object: it stays an object even if it is empty. */
export const OBJECT = Symbol('object')

export function asObject<T extends object>(row: T): T {
  // An object with text or a number cannot become empty (version 1 drops only false), so skip the costly mark.
  for (const key in row) {
    const kind = typeof row[key]
    if (kind === 'string' || kind === 'number') return row
  }
  return Object.defineProperty(row, OBJECT, { value: true })
}

/** PHP prints an empty entry as a list, its only empty collection. */
export function emptyAsList(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  for (const _key in item) return item
  return OBJECT in item ? item : []
}

/**
 * Keyed entries in an order that objects cannot keep, since they put integer-like keys first. Every version shows them
 * as an object in this order; `tag` is the XML element of each.
 */
export class OrderedEntries {
  readonly tag: string
  readonly entries: readonly (readonly [key: string | number, value: unknown])[]

  constructor(tag: string, entries: OrderedEntries['entries']) {
    this.tag = tag
    this.entries = entries
  }
}
