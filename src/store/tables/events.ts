import type { Generated } from 'kysely'

export interface ChangeLogTable {
  seq: Generated<number>
  at: number
  area: string
  kind: string
  account_id: number | null
  subject: Generated<string>
  data: Generated<string>
}

interface JobTable {
  id: Generated<number>
  kind: string
  key: string
  payload: Generated<string>
  run_at: number
  version: Generated<number>
  attempts: Generated<number>
  leased_until: number | null
  failed_at: number | null
  last_error: string | null
}

export interface EventsTables {
  change_log: ChangeLogTable
  job: JobTable
}
