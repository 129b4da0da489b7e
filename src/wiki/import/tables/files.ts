import type { Row } from '#store/insert-rows.ts'
import { bytes, integer, requiredTime, text, time } from './fields.ts'
import { converter, copied, selectionOf, stored, type TableMapping } from './mapping.ts'

export const image = copied('image', 'file', {
  name: text('img_name'),
  size: integer('img_size'),
  width: integer('img_width'),
  height: integer('img_height'),
  metadata: bytes('img_metadata'),
  bits: integer('img_bits'),
  media_type: text('img_media_type'),
  major_mime: text('img_major_mime'),
  minor_mime: text('img_minor_mime'),
  summary_id: integer('img_description_id'),
  actor_id: integer('img_actor'),
  timestamp: requiredTime('img_timestamp'),
  sha1: text('img_sha1'),
})

export const filearchive = copied('filearchive', 'deleted_file', {
  id: integer('fa_id'),
  name: text('fa_name'),
  archive_name: text('fa_archive_name'),
  storage_group: text('fa_storage_group'),
  storage_key: text('fa_storage_key'),
  deleted_by: integer('fa_deleted_user'),
  deleted_at: time('fa_deleted_timestamp'),
  deletion_summary_id: integer('fa_deleted_reason_id'),
  size: integer('fa_size'),
  width: integer('fa_width'),
  height: integer('fa_height'),
  metadata: bytes('fa_metadata'),
  bits: integer('fa_bits'),
  media_type: text('fa_media_type'),
  major_mime: text('fa_major_mime'),
  minor_mime: text('fa_minor_mime'),
  summary_id: integer('fa_description_id'),
  actor_id: integer('fa_actor'),
  timestamp: time('fa_timestamp'),
  deleted: integer('fa_deleted'),
  sha1: text('fa_sha1'),
})

export const uploadstash = copied('uploadstash', 'stashed_file', {
  id: integer('us_id'),
  account_id: integer('us_user'),
  key: text('us_key'),
  original_path: text('us_orig_path'),
  path: text('us_path'),
  source_type: text('us_source_type'),
  timestamp: requiredTime('us_timestamp'),
  status: text('us_status'),
  chunk_index: integer('us_chunk_inx'),
  size: integer('us_size'),
  sha1: text('us_sha1'),
  mime: text('us_mime'),
  media_type: text('us_media_type'),
  width: integer('us_image_width'),
  height: integer('us_image_height'),
  bits: integer('us_image_bits'),
  props: bytes('us_props'),
})

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

/** MediaWiki gives old versions of files no ID; ours have one. */
export const oldimage: TableMapping = {
  table: 'oldimage',
  needs: () => [],
  columns: table => selectionOf(fields, table),
  store: async (tx, rows, { ids, insert }, table) => {
    const convert = converter(fields, table)
    const first = await ids.reserve(tx, 'old_file', rows.length)
    const converted: Row[] = rows.map((row, index) => [first + index, ...convert(row)])
    return stored(await insert(tx, 'old_file', ['id', ...Object.keys(fields)], converted), rows.length)
  },
}
