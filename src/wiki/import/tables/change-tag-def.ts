import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const changeTagDef = copied('change_tag_def', 'tag_def', {
  id: integer('ctd_id'),
  name: text('ctd_name'),
  user_defined: integer('ctd_user_defined'),
  count: integer('ctd_count'),
})
