import { countOrZero, integer, text, time } from './fields.ts'
import { copied } from './mapping.ts'

/** Passwords stay hashed as the wiki hashed them. */
export const user = copied('user', 'account', {
  id: integer('user_id'),
  name: text('user_name'),
  real_name: text('user_real_name'),
  email: text('user_email'),
  email_confirmed_at: time('user_email_authenticated'),
  password_hash: text('user_password'),
  registered_at: time('user_registration'),
  edit_count: countOrZero('user_editcount'),
  touched_at: time('user_touched'),
})
