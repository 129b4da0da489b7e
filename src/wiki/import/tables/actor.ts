import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const actor = copied('actor', 'actor', {
  id: integer('actor_id'),
  account_id: integer('actor_user'),
  name: text('actor_name'),
})
