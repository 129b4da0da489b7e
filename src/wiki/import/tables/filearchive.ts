import { bytes, integer, text, time } from './fields.ts'
import { copied } from './mapping.ts'

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
