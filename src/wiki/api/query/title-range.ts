import { type Expression, type SqlBool, sql } from 'kysely'
import { afterPrefix, compareBytes } from '#store/keyset.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { titleInNamespace } from '../../site/titles.ts'
import { directionOf } from './keys.ts'
import type { QueryRun } from './query-run.ts'

/**
 * Where a list begins and ends by title: `from`, `to`, `prefix` and `dir`, which the all* lists share. Of a list that is
 * continued the beginning is behind us, and naming it would only keep SQLite from starting at the right place.
 */
export function titleRange(q: QueryRun, column: string, range: NamedRange): Condition[] {
  const [start, end] = [range.from, range.to].map(text => (text === undefined ? null : titleKey(q, range.ns, text)))
  const prefix = range.prefix ? titleKey(q, range.ns, range.prefix) : null
  const past = prefix === null ? null : afterPrefix(prefix)
  const begun = range.continue === undefined ? start! : null
  const [low, high] = directionOf(range.dir) === 'asc' ? [begun, end!] : [end!, begun]
  const ref = sql.ref(column)
  const lowest = prefix !== null && (low === null || compareBytes(prefix, low) > 0) ? prefix : low
  return [
    ...(lowest === null ? [] : [sql<SqlBool>`${ref} >= ${lowest}`]),
    ...(high === null ? [] : [sql<SqlBool>`${ref} <= ${high}`]),
    ...(past === null ? [] : [sql<SqlBool>`${ref} < ${past}`]),
  ]
}

interface NamedRange {
  readonly ns: number
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly prefix?: string | undefined
  readonly continue: string | undefined
  readonly dir?: string
}

type Condition = Expression<SqlBool>

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
