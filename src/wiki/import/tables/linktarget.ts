import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const linktarget = copied('linktarget', 'link_target', {
  id: integer('lt_id'),
  ns: integer('lt_namespace'),
  title: text('lt_title'),
})
