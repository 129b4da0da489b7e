import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { titleInNamespace } from '../../site/titles.ts'
import { fail } from '../messages/message.ts'
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

/**
 * Where a list begins and ends by title, and its order: `from`, `to`, `prefix` and `dir`, which the all* lists share.
 * When the list is continued, `after` takes the place of `from`.
 */
export function restrictTitles<T extends keyof Database, O>(
  q: QueryRun,
  query: SelectQueryBuilder<Database, T, O>,
  column: ReferenceExpression<Database, T> & string,
  range: TitleRange,
): SelectQueryBuilder<Database, T, O> {
  const up = range.dir === 'ascending'
  const ref = sql.ref(column)
  const start = range.after ?? (range.from === undefined ? undefined : titleKey(q, range.ns, range.from))
  const end = range.to === undefined ? undefined : titleKey(q, range.ns, range.to)
  if (start !== undefined) query = query.where(up ? sql<boolean>`${ref} >= ${start}` : sql<boolean>`${ref} <= ${start}`)
  if (end !== undefined) query = query.where(up ? sql<boolean>`${ref} <= ${end}` : sql<boolean>`${ref} >= ${end}`)
  if (range.prefix !== undefined && range.prefix !== '') {
    const prefix = titleKey(q, range.ns, range.prefix)
    query = query.where(sql<boolean>`${ref} >= ${prefix}`)
    const past = afterPrefix(prefix)
    if (past !== null) query = query.where(sql<boolean>`${ref} < ${past}`)
  }
  return query.orderBy(ref, up ? 'asc' : 'desc')
}

/**
 * The database key of the beginning of a title. Unlike a whole title it may end in a space, so a letter is put behind
 * it while it is normalised.
 */
export function titleKey(q: QueryRun, ns: number, text: string): string {
  if (text === '') return ''
  const title = titleInNamespace(q.site, ns, `${text}x`)
  if (title?.fragment !== '' || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return title.dbkey.slice(0, -1)
}

/** The smallest text after every text with this prefix, in the order of UTF-8 bytes; null when there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix]
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!
    if (last < 0x10ffff) return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
  }
  return null
}
