import { CATEGORIES } from '#core/audit/entry.ts'
import type { AuditFilter } from '#core/audit/find-entries.ts'

const DAY = 86_400

const textOf = (search: URLSearchParams, name: string): string =>
  (search.get(name) ?? '').trim().replaceAll('\0', '').slice(0, 300)

/** The filter of the page and of exports. What is not understood filters nothing. */
export function filterIn(search: URLSearchParams): AuditFilter {
  const until = dayIn(textOf(search, 'until'))
  return {
    category: CATEGORIES.find(each => each === search.get('category')),
    event: textOf(search, 'event') || undefined,
    person: textOf(search, 'user') || undefined,
    since: dayIn(textOf(search, 'since')),
    // The last day counts.
    until: until === undefined ? undefined : until + DAY,
  }
}

export const typedIn = textOf

/** Midnight UTC, in seconds since 1970. */
function dayIn(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time / 1000
}
