import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const botPasswords = copied('bot_passwords', 'bot_password', {
  account_id: integer('bp_user'),
  app_id: text('bp_app_id'),
  password_hash: text('bp_password'),
  token: text('bp_token'),
  restrictions: text('bp_restrictions'),
  grants: text('bp_grants'),
})
