import { expiry, integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const pageRestrictions = copied('page_restrictions', 'page_restriction', {
  id: integer('pr_id'),
  page_id: integer('pr_page'),
  type: text('pr_type'),
  level: text('pr_level'),
  cascade: integer('pr_cascade'),
  expires_at: expiry('pr_expiry'),
})
