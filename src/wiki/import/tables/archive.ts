import { integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

export const archive = copied('archive', 'archive', {
  id: integer('ar_id'),
  ns: integer('ar_namespace'),
  title: text('ar_title'),
  summary_id: integer('ar_comment_id'),
  actor_id: integer('ar_actor'),
  timestamp: requiredTime('ar_timestamp'),
  minor: integer('ar_minor_edit'),
  rev_id: integer('ar_rev_id'),
  deleted: integer('ar_deleted'),
  length: integer('ar_len'),
  page_id: integer('ar_page_id'),
  parent_id: integer('ar_parent_id'),
  sha1: text('ar_sha1', { otherwise: '' }),
})
