import type { Generated } from 'kysely'

export interface TranslationLanguageTable {
  id: Generated<number>
  code: string
  name: string
  direction: Generated<string>
  population: Generated<number>
  plural_number: number
  plural_formula: string
}

export interface ProjectTable {
  id: Generated<number>
  name: string
  slug: string
  web: Generated<string>
  instructions: Generated<string>
  access_control: Generated<number>
  translation_review: Generated<number>
  source_review: Generated<number>
  check_flags: Generated<string>
  language_aliases: Generated<string>
  settings: Generated<string>
  created_at: number
}

export interface ProjectCategoryTable {
  id: Generated<number>
  project_id: number
  parent_id: number | null
  name: string
  slug: string
  path: string
}

export interface ComponentTable {
  id: Generated<number>
  project_id: number
  category_id: number | null
  name: string
  slug: string
  path: string
  source_language_id: number
  file_format: string
  filemask: Generated<string>
  template: Generated<string>
  new_base: Generated<string>
  license: Generated<string>
  license_url: Generated<string>
  agreement: Generated<string>
  check_flags: Generated<string>
  /** A JSON list of check ids. */
  enforced_checks: Generated<string>
  priority: Generated<number>
  restricted: Generated<number>
  is_glossary: Generated<number>
  locked: Generated<number>
  allow_translation_propagation: Generated<number>
  manage_units: Generated<number>
  edit_template: Generated<number>
  enable_suggestions: Generated<number>
  suggestion_voting: Generated<number>
  suggestion_autoaccept: Generated<number>
  new_lang: Generated<string>
  settings: Generated<string>
  vcs: Generated<string>
  repo: Generated<string>
  branch: Generated<string>
  push: Generated<string>
  push_branch: Generated<string>
  merge_style: Generated<string>
  push_on_commit: Generated<number>
  /** Hours. */
  commit_pending_age: Generated<number>
  commit_message: Generated<string>
  add_message: Generated<string>
  merge_message: Generated<string>
  /** Which version wins when a string was changed both here and in the repository: `theirs` or `ours`. */
  clash_style: Generated<string>
  delete_message: Generated<string>
  addon_message: Generated<string>
  pull_message: Generated<string>
  /** URL template for viewing a line of a file. */
  repoweb: Generated<string>
  /** The component whose repository this one shares. */
  linked_component_id: number | null
  created_at: number
}

/** Sync state of a component and its repository; see the migration. Commits are empty if there are none. */
export interface ComponentRepositoryTable {
  component_id: number
  upstream: Generated<string>
  head: Generated<string>
  remote: Generated<string>
  pushed: Generated<string>
  merge_failure: string | null
  /** Human-readable reason why the last operation failed. */
  trouble: string | null
  /** In microseconds. Files stored after this time may not be in the repository yet. */
  synced_at: Generated<number>
}

/** A file of a deleted language, until it is removed from the remote branch. */
interface ComponentRemovedFileTable {
  component_id: number
  filename: string
  account_id: number | null
  language_code: string
  language_name: string
  /** Microseconds. */
  removed_at: number
  is_committed: Generated<number>
}

interface ComponentLinkTable {
  component_id: number
  project_id: number
  category_id: number | null
}

interface ComponentFileTable {
  component_id: number
  filename: string
  content: Buffer
  updated_at: number
}

/** Counters by status. */
interface CounterColumns {
  total: Generated<number>
  total_words: Generated<number>
  total_chars: Generated<number>
  translated: Generated<number>
  translated_words: Generated<number>
  translated_chars: Generated<number>
  fuzzy: Generated<number>
  fuzzy_words: Generated<number>
  fuzzy_chars: Generated<number>
  approved: Generated<number>
  approved_words: Generated<number>
  approved_chars: Generated<number>
  readonly: Generated<number>
  readonly_words: Generated<number>
  readonly_chars: Generated<number>
  failing: Generated<number>
  failing_words: Generated<number>
  failing_chars: Generated<number>
  suggestions: Generated<number>
  comments: Generated<number>
  recent_changes: Generated<number>
}

export interface TranslationTable extends CounterColumns {
  id: Generated<number>
  project_id: number
  component_id: number
  language_id: number
  language_code: string
  filename: Generated<string>
  is_source: Generated<number>
  plural_number: number
  plural_formula: string
  last_change: number | null
  last_author_id: number | null
}

/** Aggregated statistics; see the migration. */
export interface TranslationTotalTable extends CounterColumns {
  kind: 'site' | 'language' | 'project' | 'project language' | 'component' | 'category'
  id: number
  language_id: Generated<number>
  translations: Generated<number>
  last_change: number | null
}

export interface UnitTable {
  id: Generated<number>
  translation_id: number
  source_unit_id: number | null
  id_hash: string
  content_hash: string
  context: Generated<string>
  source: string
  target: Generated<string>
  previous_source: Generated<string>
  note: Generated<string>
  location: Generated<string>
  flags: Generated<string>
  extra_flags: Generated<string>
  explanation: Generated<string>
  state: Generated<number>
  /** State to restore once flags no longer make the string read-only; null if they do not. */
  held_state: number | null
  position: number
  priority: Generated<number>
  num_words: number
  num_chars: number
  failing_checks: Generated<number>
  suggestion_count: Generated<number>
  comment_count: Generated<number>
  pending: Generated<number>
  automatically_translated: Generated<number>
  created_at: number
  updated_at: number
}

/** Strings to compare with others again; see the migration. */
export interface UnitLookTable {
  id: Generated<number>
  project_id: number
  language_id: number
  translation_id: number | null
  unit_id: number | null
  content_hash: Generated<string>
  target: Generated<string>
  /** Id of the last compared string of the translation. */
  reached: Generated<number>
}

interface LabelTable {
  id: Generated<number>
  project_id: number
  name: string
  description: Generated<string>
  color: Generated<string>
}

interface UnitLabelTable {
  unit_id: number
  label_id: number
}

export interface SuggestionTable {
  id: Generated<number>
  unit_id: number
  target: string
  account_id: number | null
  created_at: number
}

interface SuggestionVoteTable {
  suggestion_id: number
  account_id: number
  value: number
}

export interface UnitCommentTable {
  id: Generated<number>
  unit_id: number
  account_id: number | null
  comment: string
  resolved: Generated<number>
  created_at: number
}

interface CheckFailureTable {
  unit_id: number
  check_id: string
  dismissed: Generated<number>
}

export interface TranslationChangeTable {
  id: Generated<number>
  action: number
  is_content: number
  timestamp: number
  project_id: number | null
  component_id: number | null
  translation_id: number | null
  language_id: number | null
  unit_id: number | null
  account_id: number | null
  author_id: number | null
  target: Generated<string>
  old: Generated<string>
  details: Generated<string>
}

export interface AnnouncementTable {
  id: Generated<number>
  message: string
  severity: Generated<string>
  project_id: number | null
  category_id: number | null
  component_id: number | null
  language_id: number | null
  account_id: number | null
  expires_at: number | null
  notify: Generated<number>
  created_at: number
}

export interface ComponentListTable {
  id: Generated<number>
  name: string
  slug: string
  show_dashboard: Generated<number>
}

interface ComponentListMemberTable {
  component_list_id: number
  component_id: number
}

interface ComponentListMatchTable {
  id: Generated<number>
  component_list_id: number
  project_match: string
  component_match: string
}

export interface ScreenshotTable {
  id: Generated<number>
  name: string
  translation_id: number
  repository_filename: Generated<string>
  media_type: string
  image: Buffer
  account_id: number | null
  created_at: number
}

interface ScreenshotUnitTable {
  screenshot_id: number
  unit_id: number
}

export interface MemoryTable {
  id: Generated<number>
  source: string
  target: string
  source_hash: string
  source_chars: number
  source_language_id: number
  target_language_id: number
  origin: Generated<string>
  project_id: number | null
  account_id: number | null
  shared: Generated<number>
  from_file: Generated<number>
  created_at: number
}

export interface TranslationTables {
  translation_language: TranslationLanguageTable
  project: ProjectTable
  project_category: ProjectCategoryTable
  component: ComponentTable
  component_link: ComponentLinkTable
  component_file: ComponentFileTable
  component_repository: ComponentRepositoryTable
  component_removed_file: ComponentRemovedFileTable
  translation: TranslationTable
  translation_total: TranslationTotalTable
  unit: UnitTable
  unit_look: UnitLookTable
  label: LabelTable
  unit_label: UnitLabelTable
  suggestion: SuggestionTable
  suggestion_vote: SuggestionVoteTable
  unit_comment: UnitCommentTable
  check_failure: CheckFailureTable
  translation_change: TranslationChangeTable
  announcement: AnnouncementTable
  component_list: ComponentListTable
  component_list_member: ComponentListMemberTable
  component_list_match: ComponentListMatchTable
  screenshot: ScreenshotTable
  screenshot_unit: ScreenshotUnitTable
  memory: MemoryTable
}
