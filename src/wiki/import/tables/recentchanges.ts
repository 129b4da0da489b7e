import { integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

export const recentchanges = copied('recentchanges', 'recent_change', {
  id: integer('rc_id'),
  timestamp: requiredTime('rc_timestamp'),
  actor_id: integer('rc_actor'),
  ns: integer('rc_namespace'),
  title: text('rc_title'),
  summary_id: integer('rc_comment_id'),
  minor: integer('rc_minor'),
  bot: integer('rc_bot'),
  is_new: integer('rc_new', { otherwise: 0 }),
  page_id: integer('rc_cur_id'),
  this_rev: integer('rc_this_oldid'),
  last_rev: integer('rc_last_oldid'),
  type: integer('rc_type', { otherwise: 0 }),
  source: text('rc_source'),
  patrolled: integer('rc_patrolled'),
  ip: text('rc_ip'),
  old_length: integer('rc_old_len'),
  new_length: integer('rc_new_len'),
  deleted: integer('rc_deleted'),
  log_id: integer('rc_logid'),
  log_type: text('rc_log_type'),
  log_action: text('rc_log_action'),
  params: text('rc_params'),
})
