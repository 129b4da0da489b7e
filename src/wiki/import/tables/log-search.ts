import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const logSearch = copied('log_search', 'log_search', {
  field: text('ls_field'),
  value: text('ls_value'),
  log_id: integer('ls_log_id'),
})
