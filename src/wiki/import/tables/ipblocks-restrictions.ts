import { integer } from './fields.ts'
import { copied } from './mapping.ts'

export const ipblocksRestrictions = copied('ipblocks_restrictions', 'block_restriction', {
  block_id: integer('ir_ipb_id'),
  type: integer('ir_type'),
  value: integer('ir_value'),
})
