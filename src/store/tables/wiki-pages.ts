import type { Generated } from 'kysely'

export interface SiteSettingTable {
  key: string
  value: string
}

export interface PageTable {
  id: Generated<number>
  ns: number
  title: string
  is_redirect: Generated<number>
  is_new: Generated<number>
  random: number
  touched: number
  links_updated: number | null
  latest_rev: number
  length: number
  content_model: string | null
  lang: string | null
}

export interface ActorTable {
  id: Generated<number>
  account_id: number | null
  name: string
}

export interface SummaryTable {
  id: Generated<number>
  text: string
  data: string | null
}

export interface RevisionTable {
  id: Generated<number>
  page_id: number
  summary_id: number
  actor_id: number
  timestamp: number
  minor: Generated<number>
  deleted: Generated<number>
  length: number | null
  parent_id: number | null
  sha1: Generated<string>
}

export interface SlotTable {
  revision_id: number
  role: string
  content_id: number
  origin: number
}

export interface ContentTable {
  id: Generated<number>
  size: number
  sha1: string
  model: string
  blob_id: number | null
}

export interface BlobTable {
  id: Generated<number>
  hash: Buffer
  size: number
  encoding: string
  data: Buffer
}

export interface ArchiveTable {
  id: Generated<number>
  ns: number
  title: string
  summary_id: number
  actor_id: number
  timestamp: number
  minor: Generated<number>
  rev_id: number
  deleted: Generated<number>
  length: number | null
  page_id: number | null
  parent_id: number | null
  sha1: Generated<string>
}

export interface IpChangeTable {
  rev_id: number
  timestamp: number
  hex: string
}

export interface CategoryTable {
  id: Generated<number>
  title: string
  pages: Generated<number>
  subcats: Generated<number>
  files: Generated<number>
}

export interface CategoryLinkTable {
  page_id: number
  category: string
  sortkey: Buffer
  sortkey_prefix: Generated<string>
  timestamp: number
  collation_name: Generated<string>
  type: string
}

export interface InterwikiTable {
  prefix: string
  url: string
  api: Generated<string>
  wiki_id: Generated<string>
  local: Generated<number>
  trans: Generated<number>
}

/** Difference between an imported counter and the actual count. */
interface CounterDifferenceTable {
  counter: string
  what: string
  difference: string
}

export interface SiteStatsTable {
  id: number
  edits: Generated<number>
  articles: Generated<number>
  pages: Generated<number>
  users: Generated<number>
  active_users: Generated<number>
  images: Generated<number>
}

export interface QueryCacheTable {
  id: Generated<number>
  type: string
  value: number
  ns: number
  title: string
  ns_to: number | null
  title_to: string | null
}

export interface QueryCacheInfoTable {
  type: string
  timestamp: number
}

export interface MessageTable {
  lang: string
  name: string
  text: string
  origin: Generated<string>
}

export interface ImportCheckpointTable {
  source: string
  kind: string
  position: string
  finished_at: number | null
  summary: Generated<string>
}

export interface WikiPageTables {
  site_setting: SiteSettingTable
  page: PageTable
  actor: ActorTable
  summary: SummaryTable
  revision: RevisionTable
  slot: SlotTable
  content: ContentTable
  blob: BlobTable
  archive: ArchiveTable
  ip_change: IpChangeTable
  category: CategoryTable
  category_link: CategoryLinkTable
  interwiki: InterwikiTable
  counter_difference: CounterDifferenceTable
  site_stats: SiteStatsTable
  query_cache: QueryCacheTable
  query_cache_info: QueryCacheInfoTable
  message: MessageTable
  import_checkpoint: ImportCheckpointTable
}
