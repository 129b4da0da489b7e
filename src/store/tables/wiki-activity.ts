import type { Generated } from 'kysely'

export interface PageRestrictionTable {
  id: Generated<number>
  page_id: number
  type: string
  level: string
  cascade: Generated<number>
  expires_at: number | null
}

export interface ProtectedTitleTable {
  ns: number
  title: string
  account_id: number
  summary_id: number
  timestamp: number
  expires_at: number | null
  level: string
}

export interface BlockTable {
  id: Generated<number>
  address: string
  account_id: number | null
  by_actor_id: number
  summary_id: number
  timestamp: number
  auto: Generated<number>
  anon_only: Generated<number>
  create_account: Generated<number>
  enable_autoblock: Generated<number>
  expires_at: number | null
  range_start: Generated<string>
  range_end: Generated<string>
  hide_name: Generated<number>
  block_email: Generated<number>
  allow_usertalk: Generated<number>
  parent_block_id: number | null
  sitewide: Generated<number>
}

export interface BlockRestrictionTable {
  block_id: number
  type: number
  value: number
}

export interface LogTable {
  id: Generated<number>
  type: string
  action: string
  timestamp: number
  actor_id: number
  ns: number
  title: string
  page_id: number | null
  summary_id: number
  params: Generated<string>
  deleted: Generated<number>
}

export interface LogSearchTable {
  field: string
  value: string
  log_id: number
}

export interface RecentChangeTable {
  id: Generated<number>
  timestamp: number
  actor_id: number
  ns: number
  title: string
  summary_id: number
  minor: Generated<number>
  bot: Generated<number>
  is_new: Generated<number>
  page_id: Generated<number>
  this_rev: Generated<number>
  last_rev: Generated<number>
  type: number
  source: string
  patrolled: Generated<number>
  ip: Generated<string>
  old_length: number | null
  new_length: number | null
  deleted: Generated<number>
  log_id: Generated<number>
  log_type: string | null
  log_action: string | null
  params: string | null
}

export interface WatchTable {
  id: Generated<number>
  account_id: number
  ns: number
  title: string
  notified_at: number | null
  expires_at: number | null
}

export interface NewTalkTable {
  account_id: number
  ip: string
  last_at: number | null
}

export interface TagDefTable {
  id: Generated<number>
  name: string
  user_defined: Generated<number>
  count: Generated<number>
}

export interface ChangeTagTable {
  id: Generated<number>
  tag_id: number
  rc_id: number | null
  log_id: number | null
  rev_id: number | null
  params: string | null
}

export interface WikiActivityTables {
  page_restriction: PageRestrictionTable
  protected_title: ProtectedTitleTable
  block: BlockTable
  block_restriction: BlockRestrictionTable
  log: LogTable
  log_search: LogSearchTable
  recent_change: RecentChangeTable
  watch: WatchTable
  new_talk: NewTalkTable
  tag_def: TagDefTable
  change_tag: ChangeTagTable
}
