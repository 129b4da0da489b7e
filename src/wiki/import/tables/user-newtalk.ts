import { integer, text, time } from './fields.ts'
import { copied } from './mapping.ts'

export const userNewtalk = copied('user_newtalk', 'new_talk', {
  account_id: integer('user_id'),
  ip: text('user_ip'),
  last_at: time('user_last_timestamp'),
})
