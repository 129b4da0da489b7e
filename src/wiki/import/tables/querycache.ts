import type { Row } from '#store/insert-rows.ts'
import { integer, requiredTime, text } from './fields.ts'
import { converter, copied, type Fields, selectionOf, stored, type TableMapping } from './mapping.ts'

const cache = (table: string, fields: Fields): TableMapping => ({
  table,
  needs: () => [],
  columns: dump => selectionOf(fields, dump),
  store: async (tx, rows, { ids, insert }, dump) => {
    const convert = converter(fields, dump)
    const first = await ids.reserve(tx, 'query_cache', rows.length)
    const converted: Row[] = rows.map((row, index) => [first + index, ...convert(row)])
    return stored(await insert(tx, 'query_cache', ['id', ...Object.keys(fields)], converted), rows.length)
  },
})

/** Cached results of expensive special pages, in stored order. */
export const querycache = cache('querycache', {
  type: text('qc_type'),
  value: integer('qc_value'),
  ns: integer('qc_namespace'),
  title: text('qc_title'),
})

/** The same for pages with pairs of titles. */
export const querycachetwo = cache('querycachetwo', {
  type: text('qcc_type'),
  value: integer('qcc_value'),
  ns: integer('qcc_namespace'),
  title: text('qcc_title'),
  ns_to: integer('qcc_namespacetwo'),
  title_to: text('qcc_titletwo'),
})

export const querycacheInfo = copied('querycache_info', 'query_cache_info', {
  type: text('qci_type'),
  timestamp: requiredTime('qci_timestamp'),
})
