import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const userProperties = copied('user_properties', 'account_option', {
  account_id: integer('up_user'),
  name: text('up_property'),
  value: text('up_value'),
})
