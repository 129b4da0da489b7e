import { requiredTime, text } from './fields.ts'
import { copied } from './mapping.ts'

export const querycacheInfo = copied('querycache_info', 'query_cache_info', {
  type: text('qci_type'),
  timestamp: requiredTime('qci_timestamp'),
})
