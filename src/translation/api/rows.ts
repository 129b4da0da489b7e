import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import type { Rows } from './resource.ts'

/** Turns an ordered query and a serializer into the rows of a paginated list. */
export function rowsOf<T extends keyof Database, R>(
  query: SelectQueryBuilder<Database, T, R>,
  write: (rows: R[]) => unknown[] | Promise<unknown[]>,
): Rows {
  return {
    async count() {
      const row = await query
        .clearSelect()
        .clearOrderBy()
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return (row as { n: number }).n
    },
    async slice(limit, offset) {
      return write(await query.limit(limit).offset(offset).execute())
    },
  }
}
