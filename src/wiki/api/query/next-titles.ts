import { type RawBuilder, sql } from 'kysely'
import { limitSql } from '#store/usual-limits.ts'
import { directionOf } from './keys.ts'
import type { QueryRun } from './query-run.ts'
import { titleRange } from './title-range.ts'

interface TitleArgs {
  readonly namespace: number
  readonly from: string | undefined
  readonly to: string | undefined
  readonly prefix: string | undefined
  readonly continue: string | undefined
  readonly dir: string
  readonly limit: number
}

/** Ends a subquery of a list sorted by title: only the titles that the response needs, and the next. */
export function nextTitles(q: QueryRun, title: RawBuilder<unknown>, a: TitleArgs): RawBuilder<unknown> {
  const direction = directionOf(a.dir)
  const range = titleRange(q, '', { ...a, ns: a.namespace }).filter(([, , value]) => value !== undefined)
  if (a.continue !== undefined) range.push(['', direction === 'asc' ? '>=' : '<=', a.continue])
  const conditions = range.map(([, operator, value]) => sql`and ${title} ${sql.raw(operator)} ${value}`)
  return sql`${sql.join(conditions, sql` `)} order by ${title} ${sql.raw(direction)} limit ${limitSql(a.limit + 1)}`
}
