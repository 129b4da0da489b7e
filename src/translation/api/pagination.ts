import type { Addresses } from '../values/addresses.ts'
import { notFound } from './errors.ts'
import type { Rows } from './resource.ts'

const DEFAULT_PAGE_SIZE = { default: 50, max: 1000 }
/** For small rows that scripts fetch by the thousand: units, suggestions, component statistics. */
export const LARGE_PAGE_SIZE = { default: 200, max: 10_000 }

export interface Page {
  count: number
  next: string | null
  previous: string | null
  results: unknown[]
}

/** An invalid page size is ignored; one that is too large is reduced to the maximum. */
function sizeOf(requested: string | undefined, { default: usual, max }: { default: number; max: number }): number {
  if (requested === undefined || !/^\d{1,9}$/.test(requested) || Number(requested) === 0) return usual
  return Math.min(Number(requested), max)
}

/** Size limit for the results of one page. A larger page is cut short, but always has at least one row. */
const MAX_BYTES = 8_000_000
/** Rows can be large, so they are read in batches. */
const BATCH = 100

export async function paginate(
  rows: Rows,
  { path, query, addresses }: { path: string; query: URLSearchParams; addresses: Addresses },
  limits = DEFAULT_PAGE_SIZE,
): Promise<Page> {
  const requested = sizeOf(query.get('page_size') ?? undefined, limits)
  const count = await rows.count()
  const requestedPage = pageNumber(query.get('page'), Math.max(1, Math.ceil(count / requested)))
  const offset = (requestedPage - 1) * requested
  const { items, isAll } = await read(rows, Math.min(requested, count - offset), offset)
  // Pages of a size that divides the requested one start at the same offsets, so following `next` skips nothing.
  const size = isAll ? requested : divisor(requested, items.length)
  const page = offset / size + 1
  const address = (number: number): string => {
    const search = new URLSearchParams(query)
    if (size !== requested) search.set('page_size', String(size))
    if (number === 1) search.delete('page')
    else search.set('page', String(number))
    const tail = search.toString()
    return `${addresses.site}${path}${tail === '' ? '' : `?${tail}`}`
  }
  return {
    count,
    next: offset + size < count ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results: items.slice(0, size),
  }
}

/** Reads as many of the rows as fit into one response, at least one. */
async function read(rows: Rows, limit: number, offset: number): Promise<{ items: unknown[]; isAll: boolean }> {
  const items: unknown[] = []
  let bytes = 0
  for (let done = 0; done < limit; done += BATCH)
    for (const row of await rows.slice(Math.min(BATCH, limit - done), offset + done)) {
      bytes += sizeInJson(row)
      if (bytes > MAX_BYTES && items.length > 0) return { items, isAll: false }
      items.push(row)
    }
  return { items, isAll: true }
}

/** The largest divisor of `whole` that is at most `most`. */
function divisor(whole: number, most: number): number {
  let size = most
  while (whole % size !== 0) size--
  return size
}

/** Parses the page number and checks it against the last page. */
export function pageNumber(requested: string | null, last: number): number {
  if (requested === null || requested === '') return 1
  if (requested === 'last') return last
  const page = /^\d{1,15}$/.test(requested.trim()) ? Number(requested) : 0
  if (page < 1 || page > last) throw notFound('Invalid page.')
  return page
}

/** Above this length, escapes make a difference. */
const LONG_TEXT = 1000

/** Approximate size of a value as JSON: long texts are measured, the rest is estimated, which is cheap. */
function sizeInJson(value: unknown): number {
  if (typeof value === 'string')
    return value.length < LONG_TEXT ? value.length + 2 : Buffer.byteLength(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return 4
  let sum = 2
  for (const [name, each] of Object.entries(value)) sum += name.length + 4 + sizeInJson(each)
  return sum
}
