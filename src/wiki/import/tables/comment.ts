import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const comment = copied('comment', 'summary', {
  id: integer('comment_id'),
  text: text('comment_text'),
  data: text('comment_data'),
})
