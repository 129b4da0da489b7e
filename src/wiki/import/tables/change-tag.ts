import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const changeTag = copied('change_tag', 'change_tag', {
  id: integer('ct_id'),
  tag_id: integer('ct_tag_id'),
  rc_id: integer('ct_rc_id'),
  log_id: integer('ct_log_id'),
  rev_id: integer('ct_rev_id'),
  params: text('ct_params'),
})
