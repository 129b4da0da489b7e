import { bytes, integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

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
