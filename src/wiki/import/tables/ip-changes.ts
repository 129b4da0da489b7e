import { integer, requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

export const ipChanges = copied('ip_changes', 'ip_change', {
  rev_id: integer('ipc_rev_id'),
  timestamp: requiredTime('ipc_rev_timestamp'),
  hex: text('ipc_hex'),
})
