import type { SelectQueryBuilder } from 'kysely'
import { scanRanges } from '#store/scan-ranges.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { Rows } from './resource.ts'
import { rowsOf } from './rows.ts'

/** Strings that one query looks at: a few milliseconds' work. */
const AT_ONCE = 10_000

/**
 * The rows of a search for strings, ordered by `unit.id`. No index finds parts of texts, so a search looks at every
 * string, in ranges of IDs. Their counts tell which ones a page has to read.
 */
export function foundUnits<T extends keyof Database, R>(
  db: Reader,
  query: SelectQueryBuilder<Database, T, R>,
  write: (rows: R[]) => Promise<unknown[]>,
  atOnce = AT_ONCE,
): Rows {
  const within = ({ from, to }: { readonly from: number; readonly to: number }) =>
    query.where('unit.id' as never, '>=', from as never).where('unit.id' as never, '<', to as never)
  let counted: { readonly from: number; readonly to: number; readonly n: number }[] = []
  return {
    async count() {
      const { last } = await db
        .selectFrom('unit')
        .select(eb => eb.fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      counted = []
      for (const range of scanRanges(db, Number(last ?? 0), atOnce))
        counted.push({ ...range, n: await rowsOf(within(range), write).count() })
      return counted.reduce((sum, { n }) => sum + n, 0)
    },
    async slice(limit, offset) {
      const found: R[] = []
      let before = 0
      for (const { n, ...range } of counted) {
        const skip = Math.max(0, offset - before)
        before += n
        if (skip >= n) continue
        const rows = within(range)
          .offset(skip)
          .limit(limit - found.length)
        found.push(...(await rows.execute()))
        if (found.length >= limit) break
      }
      return write(found)
    },
  }
}
