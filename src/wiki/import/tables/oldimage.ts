import type { Row } from '#store/insert-rows.ts'
import { bytes, integer, requiredTime, text } from './fields.ts'
import { converter, selectionOf, stored, type TableMapping } from './mapping.ts'

const fields = {
  name: text('oi_name'),
  archive_name: text('oi_archive_name'),
  size: integer('oi_size'),
  width: integer('oi_width'),
  height: integer('oi_height'),
  bits: integer('oi_bits'),
  summary_id: integer('oi_description_id'),
  actor_id: integer('oi_actor'),
  timestamp: requiredTime('oi_timestamp'),
  metadata: bytes('oi_metadata'),
  media_type: text('oi_media_type'),
  major_mime: text('oi_major_mime'),
  minor_mime: text('oi_minor_mime'),
  deleted: integer('oi_deleted'),
  sha1: text('oi_sha1'),
}

/** MediaWiki gives old versions of files no number; ours have one. */
export const oldimage: TableMapping = {
  table: 'oldimage',
  needs: () => [],
  columns: table => selectionOf(fields, table),
  store: async (tx, rows, { ids, insert }, table) => {
    const convert = converter(fields, table)
    const first = await ids.reserve(tx, 'old_file', rows.length)
    const made: Row[] = rows.map((row, index) => [first + index, ...convert(row)])
    return stored(await insert(tx, 'old_file', ['id', ...Object.keys(fields)], made), rows.length)
  },
}
