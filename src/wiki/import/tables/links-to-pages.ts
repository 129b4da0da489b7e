import type { Row } from '#store/insert-rows.ts'
import type { SqlForm, SqlSelection, SqlTable, SqlValue } from '../readers/sql/sql-table.ts'
import { hasColumn, stored, type TableMapping } from './mapping.ts'

interface LinkColumns {
  readonly from: string
  readonly fromNamespace: string
  /** Number of the target, in versions that have it. */
  readonly targetId: string
  /** Namespace (a column, or the one namespace all targets have) and title, in versions that do not. */
  readonly namespace: string | number
  readonly title: string
}

/** Links from page to page, to templates and to files: three tables of one form. */
export function linksToPages(table: string, into: string, columns: LinkColumns): TableMapping {
  const byNumber = (dump: SqlTable) => hasColumn(dump, columns.targetId)
  return {
    table,
    needs: dump => (byNumber(dump) ? [] : ['linktarget']),
    columns: dump => selection(columns, byNumber(dump)),
    store: async (tx, rows, context, dump) => {
      const targets = byNumber(dump)
        ? rows.map(row => row[2] as number)
        : await context.targets.resolve(
            tx,
            rows.map(row => nameOf(row, columns)),
          )
      const made: Row[] = rows.map((row, index) => [row[0]!, row[1]!, targets[index]!])
      return stored(await context.insert(tx, into, ['from_id', 'from_ns', 'target_id'], made), rows.length)
    },
  }
}

function selection(columns: LinkColumns, byNumber: boolean): SqlSelection {
  const wanted: [string, SqlForm][] = [
    [columns.from, 'integer'],
    [columns.fromNamespace, 'integer'],
  ]
  if (byNumber) return [...wanted, [columns.targetId, 'integer']]
  wanted.push([columns.title, 'text'])
  if (typeof columns.namespace === 'string') wanted.push([columns.namespace, 'integer'])
  return wanted
}

function nameOf(row: readonly SqlValue[], { namespace }: LinkColumns): { ns: number; title: string } {
  return { title: row[2] as string, ns: typeof namespace === 'number' ? namespace : (row[3] as number) }
}
