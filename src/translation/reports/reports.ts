import { isoMicroseconds } from '#fields/timestamp.ts'
import type { Contribution } from './contributions.ts'
import type { ContributorStats } from './contributor-stats.ts'

/** Kinds of reports by Weblate's names; `counts` is shorter than `contributor_stats`. */
export const REPORT_KINDS = {
  credits: 'Credits',
  counts: 'Contributor statistics',
  contributor_stats: 'Detailed contributor statistics',
  cost_estimate: 'Cost estimate',
} as const
export type ReportKind = keyof typeof REPORT_KINDS

export const SORT_BY = { count: 'Number of changes', date_joined: 'Date of the account' } as const
export const SORT_ORDER = { descending: 'Descending', ascending: 'Ascending' } as const

export interface Sorting {
  sort_by: keyof typeof SORT_BY
  sort_order: keyof typeof SORT_ORDER
}

/** People in the order of a request; those with equal values stay in their order. */
function sorted<T>(
  rows: readonly T[],
  { sort_by, sort_order }: Sorting,
  valuesOf: (row: T) => [number, number | null],
) {
  const value = (row: T): number => valuesOf(row)[sort_by === 'count' ? 0 : 1] ?? 0
  const sign = sort_order === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => sign * (value(a) - value(b)))
}

const dateOf = (seconds: number | null): string | null => (seconds === null ? null : isoMicroseconds(seconds * 1e6))

/** Contributors by language: `[{"Czech": [{"email": …, "full_name": …, "change_count": …}]}]`. */
const byLanguage = <T>(rows: readonly Contribution[], person: (row: Contribution) => T): Record<string, T[]>[] =>
  [...Map.groupBy(rows, row => row.language)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, people]) => ({ [language]: people.map(person) }))

/** The short list of the API for credits. */
export const credits = (rows: readonly Contribution[]) =>
  byLanguage(rows, ({ email, full_name, change_count }) => ({ email, full_name, change_count }))

/** Contents of a report of credits. */
export const creditsData = (rows: readonly Contribution[], sorting: Sorting) =>
  byLanguage(
    sorted(rows, sorting, row => [row.change_count, row.registered_at]),
    ({ email, username, full_name, change_count, registered_at }) => ({
      email,
      username,
      full_name,
      change_count,
      date_joined: dateOf(registered_at),
    }),
  )

export type CreditsData = ReturnType<typeof creditsData>

const SUMMED = ['change_count', 'words', 'chars', 'added', 'approved'] as const

/** Contents of a report of contributor statistics: one entry per person, across languages. */
export function countsData(rows: readonly Contribution[], sorting: Sorting) {
  const people = [...Map.groupBy(rows, row => row.username).values()].map(([first, ...others]) => {
    const person = { ...first! }
    for (const row of others) for (const name of SUMMED) person[name] += row[name]
    return person
  })
  return sorted(people, sorting, row => [row.change_count, row.registered_at]).map(
    ({ email, full_name, change_count, words, chars, added, approved }) => ({
      email,
      full_name,
      change_count,
      words,
      chars,
      added,
      approved,
    }),
  )
}

export type CountsData = ReturnType<typeof countsData>

/** Contents of a report of detailed contributor statistics. */
export const statsData = (rows: readonly ContributorStats[], sorting: Sorting) =>
  sorted(rows, sorting, row => [row.count, row.date_joined]).map(row => ({
    ...row,
    date_joined: dateOf(row.date_joined),
  }))

export type StatsData = ReturnType<typeof statsData>
