import { integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

/** Summary and author may be 0 here; then `revision_comment_temp` and `revision_actor_temp` bring them (before 1.40). */
export const revision = copied('revision', 'revision', {
  id: integer('rev_id'),
  page_id: integer('rev_page'),
  summary_id: integer('rev_comment_id', { otherwise: 0 }),
  actor_id: integer('rev_actor', { otherwise: 0 }),
  timestamp: requiredTime('rev_timestamp'),
  minor: integer('rev_minor_edit'),
  deleted: integer('rev_deleted'),
  length: integer('rev_len'),
  parent_id: integer('rev_parent_id'),
  sha1: text('rev_sha1', { otherwise: '' }),
})
