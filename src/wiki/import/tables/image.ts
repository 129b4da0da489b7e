import { bytes, integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

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
