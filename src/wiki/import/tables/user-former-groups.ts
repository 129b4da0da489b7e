import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const userFormerGroups = copied('user_former_groups', 'account_former_group', {
  account_id: integer('ufg_user'),
  group_name: text('ufg_group'),
})
