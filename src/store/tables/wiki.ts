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

export interface LinkTargetTable {
  id: Generated<number>
  ns: number
  title: string
}

export interface PageLinkTable {
  from_id: number
  from_ns: number
  target_id: number
}

export interface TemplateLinkTable {
  from_id: number
  from_ns: number
  target_id: number
}

export interface ImageLinkTable {
  from_id: number
  from_ns: number
  target_id: number
}

export interface ExternalLinkTable {
  id: Generated<number>
  from_id: number
  url: string
  domain_index: string
}

export interface InterwikiLinkTable {
  from_id: number
  prefix: string
  title: string
}

export interface LanguageLinkTable {
  from_id: number
  lang: string
  title: string
}

export interface RedirectTable {
  from_id: number
  ns: number
  title: string
  interwiki: string | null
  fragment: string | null
}

export interface PagePropTable {
  page_id: number
  name: string
  value: string
  sortkey: number | null
}

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

export interface FileTable {
  name: string
  size: number
  width: number
  height: number
  metadata: Buffer
  bits: number
  media_type: string | null
  major_mime: string
  minor_mime: string
  summary_id: number
  actor_id: number
  timestamp: number
  sha1: string
}

export interface OldFileTable {
  id: Generated<number>
  name: string
  archive_name: string
  size: number
  width: number
  height: number
  bits: number
  summary_id: number
  actor_id: number
  timestamp: number
  metadata: Buffer
  media_type: string | null
  major_mime: string
  minor_mime: string
  deleted: Generated<number>
  sha1: string
}

export interface DeletedFileTable {
  id: Generated<number>
  name: string
  archive_name: string | null
  storage_group: string | null
  storage_key: string | null
  deleted_by: number | null
  deleted_at: number | null
  deletion_summary_id: number
  size: number | null
  width: number | null
  height: number | null
  metadata: Buffer | null
  bits: number | null
  media_type: string | null
  major_mime: string | null
  minor_mime: string | null
  summary_id: number
  actor_id: number
  timestamp: number | null
  deleted: Generated<number>
  sha1: Generated<string>
}

export interface StashedFileTable {
  id: Generated<number>
  account_id: number
  key: string
  original_path: string
  path: string
  source_type: string | null
  timestamp: number
  status: string
  chunk_index: number | null
  size: number
  sha1: string
  mime: string | null
  media_type: string | null
  width: number | null
  height: number | null
  bits: number | null
  props: Buffer | null
}

export interface InterwikiTable {
  prefix: string
  url: string
  api: Generated<string>
  wiki_id: Generated<string>
  local: Generated<number>
  trans: Generated<number>
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

export interface WikiTables {
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
  link_target: LinkTargetTable
  page_link: PageLinkTable
  template_link: TemplateLinkTable
  image_link: ImageLinkTable
  external_link: ExternalLinkTable
  interwiki_link: InterwikiLinkTable
  language_link: LanguageLinkTable
  redirect: RedirectTable
  page_prop: PagePropTable
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
  file: FileTable
  old_file: OldFileTable
  deleted_file: DeletedFileTable
  stashed_file: StashedFileTable
  interwiki: InterwikiTable
  site_stats: SiteStatsTable
  query_cache: QueryCacheTable
  query_cache_info: QueryCacheInfoTable
  message: MessageTable
  import_checkpoint: ImportCheckpointTable
}
