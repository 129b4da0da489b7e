import type { Addresses } from '../values/addresses.ts'
import { notFound } from './errors.ts'
import type { Rows } from './resource.ts'

const DEFAULT_PAGE_SIZE = { default: 50, max: 1000 }
/** For small rows that scripts fetch by the thousand: units, suggestions, statistics of a component. */
export const LARGE_PAGE_SIZE = { default: 200, max: 10_000 }

export interface Page {
  count: number
  next: string | null
  previous: string | null
  results: unknown[]
}

/** A page size that is no positive number is ignored; one that is too large is cut to the maximum. */
function sizeOf(wanted: string | undefined, { default: usual, max }: { default: number; max: number }): number {
  if (wanted === undefined || !/^\d{1,9}$/.test(wanted) || Number(wanted) === 0) return usual
  return Math.min(Number(wanted), max)
}

/** How large the results of one page may become; a page that is larger is cut short, unless it is one row alone. */
const MOST_BYTES = 8_000_000
/** Rows may be large, so they are read in portions until there are enough. */
const AT_ONCE = 100

export async function paginate(
  rows: Rows,
  { path, query, addresses }: { path: string; query: URLSearchParams; addresses: Addresses },
  limits = DEFAULT_PAGE_SIZE,
): Promise<Page> {
  const wanted = sizeOf(query.get('page_size') ?? undefined, limits)
  const count = await rows.count()
  const asked = pageNumber(query.get('page'), Math.max(1, Math.ceil(count / wanted)))
  const offset = (asked - 1) * wanted
  const { found, isAll } = await read(rows, Math.min(wanted, count - offset), offset)
  // Pages of a size that divides the one asked for begin at the same places: following `next` misses nothing.
  const size = isAll ? wanted : divisor(wanted, found.length)
  const page = offset / size + 1
  const address = (number: number): string => {
    const search = new URLSearchParams(query)
    if (size !== wanted) search.set('page_size', String(size))
    if (number === 1) search.delete('page')
    else search.set('page', String(number))
    const tail = search.toString()
    return `${addresses.site}${path}${tail === '' ? '' : `?${tail}`}`
  }
  return {
    count,
    next: offset + size < count ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results: found.slice(0, size),
  }
}

/** As many of these rows as fit into one answer, at least one. */
async function read(rows: Rows, limit: number, offset: number): Promise<{ found: unknown[]; isAll: boolean }> {
  const found: unknown[] = []
  let bytes = 0
  for (let done = 0; done < limit; done += AT_ONCE)
    for (const row of await rows.slice(Math.min(AT_ONCE, limit - done), offset + done)) {
      bytes += sizeInJson(row)
      if (bytes > MOST_BYTES && found.length > 0) return { found, isAll: false }
      found.push(row)
    }
  return { found, isAll: true }
}

/** The largest number up to `most` that divides another. */
function divisor(whole: number, most: number): number {
  let size = most
  while (whole % size !== 0) size--
  return size
}

/** Which page is asked for, of so many. */
export function pageNumber(wanted: string | null, last: number): number {
  if (wanted === null || wanted === '') return 1
  if (wanted === 'last') return last
  const page = /^\d{1,15}$/.test(wanted.trim()) ? Number(wanted) : 0
  if (page < 1 || page > last) throw notFound('Invalid page.')
  return page
}

/** From this length on, escapes make a difference. */
const LONG_TEXT = 1000

/** About how many bytes a value takes as JSON: long texts are measured, the rest is estimated, which costs next to nothing. */
function sizeInJson(value: unknown): number {
  if (typeof value === 'string')
    return value.length < LONG_TEXT ? value.length + 2 : Buffer.byteLength(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return 4
  let sum = 2
  for (const [name, each] of Object.entries(value)) sum += name.length + 4 + sizeInJson(each)
  return sum
}
