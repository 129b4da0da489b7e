import type { Row } from '#store/insert-rows.ts'
import { NS } from '../../site/namespaces.ts'
import type { SqlForm, SqlSelection, SqlTable, SqlValue } from '../readers/sql/sql-table.ts'
import { integer, text } from './fields.ts'
import { copied, hasColumn, stored, type TableMapping } from './mapping.ts'

interface LinkColumns {
  readonly from: string
  readonly fromNamespace: string
  /** Target ID column, in versions that have it. */
  readonly targetId: string
  /** Namespace (a column, or the fixed namespace of all targets) and title, in versions that do not. */
  readonly namespace: string | number
  readonly title: string
}

/** Links to pages, templates and files: three tables of the same form. */
function linksToPages(table: string, into: string, columns: LinkColumns): TableMapping {
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
      const converted: Row[] = rows.map((row, index) => [row[0]!, row[1]!, targets[index]!])
      return stored(await context.insert(tx, into, ['from_id', 'from_ns', 'target_id'], converted), rows.length)
    },
  }
}

function selection(columns: LinkColumns, byNumber: boolean): SqlSelection {
  const columnsToRead: [string, SqlForm][] = [
    [columns.from, 'integer'],
    [columns.fromNamespace, 'integer'],
  ]
  if (byNumber) return [...columnsToRead, [columns.targetId, 'integer']]
  columnsToRead.push([columns.title, 'text'])
  if (typeof columns.namespace === 'string') columnsToRead.push([columns.namespace, 'integer'])
  return columnsToRead
}

function nameOf(row: readonly SqlValue[], { namespace }: LinkColumns): { ns: number; title: string } {
  return { title: row[2] as string, ns: typeof namespace === 'number' ? namespace : (row[3] as number) }
}

export const linktarget = copied('linktarget', 'link_target', {
  id: integer('lt_id'),
  ns: integer('lt_namespace'),
  title: text('lt_title'),
})

/** From 1.43 on, only with a target ID. */
export const pagelinks = linksToPages('pagelinks', 'page_link', {
  from: 'pl_from',
  fromNamespace: 'pl_from_namespace',
  targetId: 'pl_target_id',
  namespace: 'pl_namespace',
  title: 'pl_title',
})

/** From 1.39 on, only with a target ID. */
export const templatelinks = linksToPages('templatelinks', 'template_link', {
  from: 'tl_from',
  fromNamespace: 'tl_from_namespace',
  targetId: 'tl_target_id',
  namespace: 'tl_namespace',
  title: 'tl_title',
})

/** Targets are files. From 1.45 on, only with a target ID. */
export const imagelinks = linksToPages('imagelinks', 'image_link', {
  from: 'il_from',
  fromNamespace: 'il_from_namespace',
  targetId: 'il_target_id',
  namespace: NS.file,
  title: 'il_to',
})

export const iwlinks = copied('iwlinks', 'interwiki_link', {
  from_id: integer('iwl_from'),
  prefix: text('iwl_prefix'),
  title: text('iwl_title'),
})

export const langlinks = copied('langlinks', 'language_link', {
  from_id: integer('ll_from'),
  lang: text('ll_lang'),
  title: text('ll_title'),
})

export const redirect = copied('redirect', 'redirect', {
  from_id: integer('rd_from'),
  ns: integer('rd_namespace'),
  title: text('rd_title'),
  interwiki: text('rd_interwiki'),
  fragment: text('rd_fragment'),
})
