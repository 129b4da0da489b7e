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
  queue: Generated<string>
}

/** A file store used by servers of the site. */
interface FileStoreTable {
  id: string
  /** Human-readable location. */
  place: string
  /** Seconds since 1970, in real time. */
  seen_at: number
}

export interface EventsTables {
  change_log: ChangeLogTable
  file_store: FileStoreTable
  job: JobTable
}
