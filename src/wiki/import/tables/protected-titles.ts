import { expiry, integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

export const protectedTitles = copied('protected_titles', 'protected_title', {
  ns: integer('pt_namespace'),
  title: text('pt_title'),
  account_id: integer('pt_user'),
  summary_id: integer('pt_reason_id'),
  timestamp: requiredTime('pt_timestamp'),
  expires_at: expiry('pt_expiry'),
  level: text('pt_create_perm'),
})
