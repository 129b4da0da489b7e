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

export async function paginate(
  rows: Rows,
  { path, query, addresses }: { path: string; query: URLSearchParams; addresses: Addresses },
  limits = DEFAULT_PAGE_SIZE,
): Promise<Page> {
  const size = sizeOf(query.get('page_size') ?? undefined, limits)
  const count = await rows.count()
  const last = Math.max(1, Math.ceil(count / size))
  const page = pageNumber(query.get('page'), last)
  const results = count === 0 ? [] : await rows.slice(size, (page - 1) * size)
  const address = (number: number): string => {
    const search = new URLSearchParams(query)
    if (number === 1) search.delete('page')
    else search.set('page', String(number))
    const tail = search.toString()
    return `${addresses.site}${path}${tail === '' ? '' : `?${tail}`}`
  }
  return {
    count,
    next: page < last ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results,
  }
}

/** Which page is asked for, of so many. */
export function pageNumber(wanted: string | null, last: number): number {
  if (wanted === null || wanted === '') return 1
  if (wanted === 'last') return last
  const page = /^\d{1,15}$/.test(wanted.trim()) ? Number(wanted) : 0
  if (page < 1 || page > last) throw notFound('Invalid page.')
  return page
}
