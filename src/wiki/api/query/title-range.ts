import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { afterPrefix, compareBytes } from '#store/keyset.ts'
import type { Database } from '#store/tables/database.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { titleInNamespace } from '../../site/titles.ts'
import type { QueryRun } from './query-run.ts'

interface TitleRange {
  readonly ns: number
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly prefix?: string | undefined
  readonly dir: 'ascending' | 'descending'
  /** The continue value: a database key. */
  readonly after?: string | undefined
}

interface Bounds {
  readonly low: string | null
  readonly high: string | null
  /** The first title after all those with the prefix: not in the list any more. */
  readonly past: string | null
  readonly up: boolean
}

/**
 * Where a list begins and ends by title: `from`, `to`, `prefix` and `dir`, which the all* lists share.
 * When the list is continued, `after` takes the place of `from`.
 */
export function titleBounds(q: QueryRun, range: TitleRange): Bounds {
  const up = range.dir === 'ascending'
  const start = range.after ?? (range.from === undefined ? null : titleKey(q, range.ns, range.from))
  const end = range.to === undefined ? null : titleKey(q, range.ns, range.to)
  const prefix = range.prefix ? titleKey(q, range.ns, range.prefix) : null
  const low = up ? start : end
  return {
    low: prefix !== null && (low === null || compareBytes(prefix, low) > 0) ? prefix : low,
    high: up ? end : start,
    past: prefix === null ? null : afterPrefix(prefix),
    up,
  }
}

/** Puts these bounds, and the order by title, on a query. */
export function restrictTitles<T extends keyof Database, O>(
  q: QueryRun,
  query: SelectQueryBuilder<Database, T, O>,
  column: ReferenceExpression<Database, T> & string,
  range: TitleRange,
): SelectQueryBuilder<Database, T, O> {
  const { low, high, past, up } = titleBounds(q, range)
  const ref = sql.ref(column)
  if (low !== null) query = query.where(sql<boolean>`${ref} >= ${low}`)
  if (high !== null) query = query.where(sql<boolean>`${ref} <= ${high}`)
  if (past !== null) query = query.where(sql<boolean>`${ref} < ${past}`)
  return query.orderBy(ref, up ? 'asc' : 'desc')
}

/**
 * The database key of the beginning of a title. Unlike a whole title it may end in a space, so a letter is put behind
 * it while it is normalised.
 */
export function titleKey(q: QueryRun, ns: number, text: string): string {
  if (text === '') return ''
  const title = titleInNamespace(q.site, ns, `${text}x`)
  if (title?.fragment !== '' || title.interwiki !== '' || title.ns !== ns)
    fail('apierror-invalidtitle', [escapeWikitext(text)])
  return title.dbkey.slice(0, -1)
}
