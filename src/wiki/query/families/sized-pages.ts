// Pages of some size in the order of titles. No index has both, so the query depends on how many pages there are.
import { type Expression, type SqlBool, sql } from 'kysely'
import { shapedRows } from '#store/shaped-sql.ts'
import { limitSql } from '#store/usual-limits.ts'
import { nextTitles } from '../../api/query/next-titles.ts'
import type { QueryRun } from '../../api/query/query-run.ts'

type SizedArgs = Parameters<typeof nextTitles>[2] & {
  readonly minsize: number | undefined
  readonly maxsize: number | undefined
}

/** Up to this many pages of the size are sorted by title. */
const SORTED = 3000

/** The title as an expression, which no index has. */
const TITLE = sql`(sized.title || '')`

/**
 * Conditions for the namespace and the size. A few pages are found by size, then sorted. Of many pages, some turn up
 * soon in the order of titles, in an index that also has the size. A plus keeps SQLite from using another index.
 * `hasOthers` means that there are other conditions.
 */
export async function sizedPages(q: QueryRun, a: SizedArgs, hasOthers: boolean): Promise<Expression<SqlBool>[]> {
  const sizes = sql`sized.ns = ${a.namespace} and ${sizeOf(sql.ref('sized.length'), a)}`
  const counted = sql<{ n: number }>`
    select count(*) as n from (select 1 from page as sized where ${sizes} limit ${limitSql(SORTED + 1)}) as counted`
  const rows = await shapedRows(q.db, counted)
  if (Number(rows[0]!.n) > SORTED) return [sql<SqlBool>`page.ns = ${a.namespace}`, sizeOf(sql`+page.length`, a)]
  const found = sql`select sized.id from page as sized where ${sizes}`
  return [
    sql<SqlBool>`+page.ns = ${a.namespace}`,
    sql<SqlBool>`page.id in (${hasOthers ? found : sql`${found} ${nextTitles(q, TITLE, a)}`})`,
  ]
}

const sizeOf = (length: Expression<unknown>, { minsize, maxsize }: SizedArgs): Expression<SqlBool> => {
  const [least, most] = [sql`${length} >= ${minsize}`, sql`${length} <= ${maxsize}`]
  if (maxsize === undefined) return sql<SqlBool>`${least}`
  return minsize === undefined ? sql<SqlBool>`${most}` : sql<SqlBool>`${least} and ${most}`
}
