import { expiry, integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const userGroups = copied('user_groups', 'account_group', {
  account_id: integer('ug_user'),
  group_name: text('ug_group'),
  expires_at: expiry('ug_expiry', { otherwise: null }),
})
