import { integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

/** Parameters are kept as they are: serialized PHP, or lines of text in old entries. */
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

export const comment = copied('comment', 'summary', {
  id: integer('comment_id'),
  text: text('comment_text'),
  data: text('comment_data'),
})

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

export const changeTag = copied('change_tag', 'change_tag', {
  id: integer('ct_id'),
  tag_id: integer('ct_tag_id'),
  rc_id: integer('ct_rc_id'),
  log_id: integer('ct_log_id'),
  rev_id: integer('ct_rev_id'),
  params: text('ct_params'),
})

export const changeTagDef = copied('change_tag_def', 'tag_def', {
  id: integer('ctd_id'),
  name: text('ctd_name'),
  user_defined: integer('ctd_user_defined'),
  count: integer('ctd_count'),
})

export const logSearch = copied('log_search', 'log_search', {
  field: text('ls_field'),
  value: text('ls_value'),
  log_id: integer('ls_log_id'),
})

export const ipChanges = copied('ip_changes', 'ip_change', {
  rev_id: integer('ipc_rev_id'),
  timestamp: requiredTime('ipc_rev_timestamp'),
  hex: text('ipc_hex'),
})
