import { integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

/** Parameters stay as the wiki wrote them: serialised PHP, or lines of text in old entries. */
export const logging = copied('logging', 'log', {
  id: integer('log_id'),
  type: text('log_type'),
  action: text('log_action'),
  timestamp: requiredTime('log_timestamp'),
  actor_id: integer('log_actor'),
  ns: integer('log_namespace'),
  title: text('log_title'),
  page_id: integer('log_page'),
  summary_id: integer('log_comment_id'),
  params: text('log_params'),
  deleted: integer('log_deleted'),
})
