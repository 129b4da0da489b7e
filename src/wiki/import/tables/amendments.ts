import type { SqlValue } from '../readers/sql/sql-table.ts'
import { secondsOf } from '../timestamps.ts'
import { stored, type TableMapping } from './mapping.ts'

/** Tables that add a value to the rows of another table, which must be imported first. */
function amends(
  table: string,
  needed: string,
  [key, value]: readonly [string, string],
  [ours, column]: readonly [string, string],
  convert: (value: SqlValue) => SqlValue = given => Number(given),
): TableMapping {
  return {
    table,
    needs: () => [needed],
    columns: () => [
      [key, 'integer'],
      [value, 'text'],
    ],
    store: async (tx, rows, { update }) => {
      const changed = await update(
        tx,
        ours,
        ['id', column],
        rows.map(([id, given]) => [id!, convert(given!)]),
      )
      return stored(changed, rows.length, `no such row in the table "${needed}"`)
    },
  }
}

/** Until 1.40, contains the summaries of revisions. */
export const revisionCommentTemp = amends(
  'revision_comment_temp',
  'revision',
  ['revcomment_rev', 'revcomment_comment_id'],
  ['revision', 'summary_id'],
)

/** Until 1.38, contains the authors of revisions. */
export const revisionActorTemp = amends(
  'revision_actor_temp',
  'revision',
  ['revactor_rev', 'revactor_actor'],
  ['revision', 'actor_id'],
)

export const watchlistExpiry = amends(
  'watchlist_expiry',
  'watchlist',
  ['we_item', 'we_expiry'],
  ['watch', 'expires_at'],
  given => (given === null ? null : secondsOf(String(given))),
)
