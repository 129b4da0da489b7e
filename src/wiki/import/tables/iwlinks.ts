import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const iwlinks = copied('iwlinks', 'interwiki_link', {
  from_id: integer('iwl_from'),
  prefix: text('iwl_prefix'),
  title: text('iwl_title'),
})
