import { accountOrNone, expiry, integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

/** Blocks up to 1.42; later versions have `block` and `block_target`. */
export const ipblocks = copied('ipblocks', 'block', {
  id: integer('ipb_id'),
  address: text('ipb_address'),
  account_id: accountOrNone('ipb_user'),
  by_actor_id: integer('ipb_by_actor'),
  summary_id: integer('ipb_reason_id'),
  timestamp: requiredTime('ipb_timestamp'),
  auto: integer('ipb_auto'),
  anon_only: integer('ipb_anon_only'),
  create_account: integer('ipb_create_account'),
  enable_autoblock: integer('ipb_enable_autoblock'),
  expires_at: expiry('ipb_expiry'),
  range_start: text('ipb_range_start'),
  range_end: text('ipb_range_end'),
  hide_name: integer('ipb_deleted'),
  block_email: integer('ipb_block_email'),
  allow_usertalk: integer('ipb_allow_usertalk'),
  parent_block_id: integer('ipb_parent_block_id', { otherwise: null }),
  sitewide: integer('ipb_sitewide', { otherwise: 1 }),
})

export const ipblocksRestrictions = copied('ipblocks_restrictions', 'block_restriction', {
  block_id: integer('ir_ipb_id'),
  type: integer('ir_type'),
  value: integer('ir_value'),
})
