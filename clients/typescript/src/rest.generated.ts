// Generated from the declarations of both APIs by "npm run client"; do not edit.
import type { JsonObject, NoParameters, Page } from './common.ts'

/** Error response. */
export interface ErrorAnswer {
  /** Type of error: the request as a whole, one of its fields, or the server. */
  type: "client_error" | "validation_error" | "server_error"
  /** List of errors. */
  errors: Array<{
    /** Machine-readable error code. */
    code: string
    /** Human-readable description of the error. */
    detail: string
    /** Path of the field, with dots for nested fields; null if the error concerns the whole request. */
    attr: string | null
  }>
  /** Text of the first error, for older clients. */
  detail?: string
}

/** URLs of all lists, by name. */
export type Root = Record<string, string>

/** A person or bot with an account. */
export interface User {
  /** Permanent ID of the object. */
  id: number
  /** Email address; present only if the caller is allowed to see it. */
  email?: string
  /** Full name. */
  full_name: string
  /** Username. */
  username: string
  /** API URLs of the teams the user belongs to. */
  groups?: string[]
  /** Languages and projects the user works on. */
  profile?: Profile
  /** API URL of the notification settings of the user. */
  notifications?: string
  /** Whether the user has all permissions. */
  is_superuser?: boolean
  /** Whether the account is active. */
  is_active?: boolean
  /** Whether the account is a bot. */
  is_bot?: boolean
  /** When the account was created. */
  date_joined?: string | null
  /** When the account expires; null if it never does. */
  date_expires?: string | null
  /** When the user last logged in; null if never, or if the caller is not allowed to see it. */
  last_login?: string | null
  /** API URL of the object. */
  url?: string
  /** API URL of the statistics. */
  statistics_url?: string
  /** API URL of the translations the user has contributed to. */
  contributions_url?: string
}

/** Languages and projects a user works on. */
export interface Profile {
  /** Codes of the languages the user translates into. */
  languages: string[]
  /** Codes of other languages the user understands. */
  secondary_languages: string[]
  /** Slugs of the projects the user watches. */
  watched: string[]
}

/** A saved search for strings. */
export interface SavedFilter {
  /** Name of the saved search. */
  name: string
  /** Search query, as in lists of strings. */
  q: string
}

/** A notification subscription. */
export interface Subscription {
  /** Kind of notification. */
  notification: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
  /** Permanent ID of the object. */
  id: number
  /** Scope of the subscription. If several apply, the highest number takes precedence. */
  scope: 0 | 10 | 20 | 30 | 40
  /** How often to send email. */
  frequency: 0 | 1 | 2 | 3 | 4
  /** Project the subscription is limited to; null if there is none. */
  project: Project | null
  /** Component the subscription is limited to; null if there is none. */
  component: Component | null
}

/** A project: a group of components with shared settings and teams. */
export interface Project {
  /** Display name, shown in lists and at the top of the project’s pages. */
  name: string
  /** Part of every URL of the project: letters, digits, hyphens and underscores. */
  slug: string
  /** Main website of the project, so translators can see what they are translating. */
  web: string
  /** Reviewers approve finished translations. Without reviews, a translated string is done. */
  translation_review: boolean
  /** Reviewers also approve new source strings before they are translated. */
  source_review: boolean
  /** Shown to all translators, for example about tone, form of address and who to ask. */
  instructions: string
  /** Maps language codes in file names to other languages, as comma-separated pairs such as fr_FR:fr, pt:pt_BR. */
  language_aliases: string
  /** Comma-separated flags that control the checks on all strings of the project, such as python-format, ignore-same. */
  check_flags: string
  /** Controls who can see and who can translate the project. */
  access_control: 0 | 1 | 100 | 200
  /** Permanent ID of the object. */
  id: number
  /** URL of the web page of the object. */
  web_url: string
  /** API URL of the object. */
  url: string
  /** API URL of the components in the project. */
  components_list_url: string
  /** API URL of the repository status. */
  repository_url: string
  /** API URL of the statistics. */
  statistics_url: string
  /** API URL of the categories in the project. */
  categories_url: string
  /** API URL of the list of changes. */
  changes_list_url: string
  /** API URL of the per-language statistics of the project. */
  languages_url: string
  /** API URL of the labels of the project. */
  labels_url: string
  /** API URL for reading and changing the lock. */
  lock_url: string
  /** API URL of the announcements of the project. */
  announcements_url: string
  /** API URL of the reports of the project. */
  reports_url: string
  /** API URL of the per-translation metrics of the project, for monitoring. */
  metrics_url: string
  /** API URL of the machine translation settings. */
  machinery_settings: string
}

/** A set of strings with one source language and one file per language. */
export interface Component {
  /** Display name, shown in lists and at the top of the component’s pages. */
  name: string
  /** Part of every URL of the component: letters, digits, hyphens and underscores. */
  slug: string
  /** Format of the translation files. */
  file_format: string
  /** Path of the translation files, with * in place of the language code: po/*.po. */
  filemask: string
  /** For monolingual formats: the file with the source strings. */
  template: string
  /** File that new languages start from. If empty, the source file is used. */
  new_base: string
  /** Short name shown to contributors, such as CC-BY-4.0 or MIT. */
  license: string
  /** Terms that contributors agree to, shown before they translate. */
  agreement: string
  /** What happens when someone requests a language that is missing. */
  new_lang: "contact" | "url" | "add" | "none"
  /** Comma-separated flags that control the checks in this component, in addition to the project’s flags. */
  check_flags: string
  /** Components with a higher priority are offered to translators first. */
  priority: 60 | 80 | 100 | 120 | 140
  /** Only teams that include this component can see it. Other members of the project cannot. */
  restricted: boolean
  /** When the same string is translated in another component of the project, the translation is used here too. */
  allow_translation_propagation: boolean
  /** Strings are added and removed on this site instead of in uploaded files. */
  manage_units: boolean
  /** For monolingual formats: translators can edit the source strings. */
  edit_template: boolean
  /** People without permission to translate can suggest translations. */
  enable_suggestions: boolean
  /** Translators vote on suggestions instead of accepting them directly. */
  suggestion_voting: boolean
  /** With voting: number of votes after which a suggestion is accepted automatically. 0 turns this off. */
  suggestion_autoaccept: number
  /** Its strings are terms, shown next to strings that use them. */
  is_glossary: boolean
  /** Translations that fail one of these checks are marked as needing editing. */
  enforced_checks: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
  /** Permanent ID of the object. */
  id: number
  /** Source language. */
  source_language: Language
  /** Project the component belongs to. */
  project: Project
  /** Version control system: none (files are stored in the database only) or git. */
  vcs: "local" | "git"
  /** URL such as https://example.org/project.git or git@example.org:project.git. It can include a token: https://name:token@example.org/…. */
  repo: string
  /** Branch to use. If empty, the default branch of the repository is used. */
  branch: string
  /** Where translations are pushed. If empty, they are committed but not pushed. */
  push: string
  /** Separate branch for translations. If empty, the repository branch is used. */
  push_branch: string
  /** How changes from the remote branch are integrated. */
  merge_style: "merge" | "rebase" | "merge_noff"
  /** Whether every commit is pushed immediately. */
  push_on_commit: boolean
  /** Number of hours after which pending changes are committed. */
  commit_pending_age: number
  /** Commit message for translation changes; empty for the default. */
  commit_message: string
  /** Commit message for adding a language; empty for the default. */
  add_message: string
  /** Message of merge commits; empty for the default. */
  merge_message: string
  /** Commit message for removing a language; empty for the default. */
  delete_message: string
  /** Commit message for changes made by add-ons; empty for the default. */
  addon_message: string
  /** Title and description of the merge request that is opened on GitLab when there is a separate push branch. */
  pull_message: string
  /** Which text wins when a string was changed both upstream and here. */
  clash_style: "theirs" | "ours"
  /** URL with branch, filename and line in double braces. It links translators to the lines that use a string. */
  repoweb: string
  /** URL to clone the files from with git; null if there is none. */
  git_export: string | null
  /** URL of the license text; empty if unknown. */
  license_url: string
  /** URL of the web page of the object. */
  web_url: string
  /** API URL of the object. */
  url: string
  /** API URL of the repository status. */
  repository_url: string
  /** API URL of the translations of the component. */
  translations_url: string
  /** API URL of the statistics. */
  statistics_url: string
  /** API URL for reading and changing the lock. */
  lock_url: string
  /** API URL of the other projects the component is shared with. */
  links_url: string
  /** API URL of the list of changes. */
  changes_list_url: string
  /** API URL of the background task; null if there is none. */
  task_url: string | null
  /** API URL of the category; null if there is none. */
  category: string | null
  /** API URL of the component whose repository this one uses; null if there is none. */
  linked_component: string | null
  /** Whether translation is locked. */
  locked: boolean
}

/** A language. */
export interface Language {
  /** Permanent ID of the object. */
  id: number
  /** Language code. */
  code: string
  /** English name of the language. */
  name: string
  /** Plural rules of the language. */
  plural: Plural
  /** Alternative codes of the language. */
  aliases: string[]
  /** Text direction. */
  direction: "" | "ltr" | "rtl"
  /** Number of speakers. */
  population: number
  /** URL of the web page of the object. */
  web_url: string
  /** API URL of the object. */
  url: string
  /** API URL of the statistics. */
  statistics_url: string
}

/** Plural rules of a language. */
export interface Plural {
  /** Permanent ID of the object. */
  id: number
  /** Where the formula comes from. */
  source: number
  /** Number of plural forms. */
  number: number
  /** Expression that maps a number n to a plural form. */
  formula: string
  /** Type of plural rule. */
  type: number
}

/** A notification preset. */
export interface NotificationPreset {
  /** Name of the preset. */
  preset: "mine" | "projects" | "languages" | "nothing"
  /** Whether the preset matches the current subscriptions of the user. */
  chosen: boolean
  /** Number of emails the preset would have sent in the last seven days. */
  mails: number
  /** Whether all activity was counted. If false, there would have been more emails. */
  complete: boolean
}

/** The selected preset. */
export interface ChosenNotificationPreset {
  /** Name of the preset. */
  preset: "mine" | "projects" | "languages" | "nothing"
}

/** Emails that the current subscriptions would have sent in the last seven days. */
export interface NotificationPreview {
  /** Number of emails. */
  mails: number
  /** Whether all activity was counted. If false, there would have been more emails. */
  complete: boolean
  /** The 100 most recent emails, newest first. */
  list: ImaginedMail[]
}

/** An email that a user would have received. */
export interface ImaginedMail {
  /** When the email would have been sent. */
  timestamp: string
  /** Frequency: 1 immediately, 2 daily, 3 weekly, 4 monthly. */
  frequency: number
  /** Subject line of the email. */
  subject: string
  /** Contents of the email, grouped by kind of notification. */
  parts: ImaginedMailPart[]
}

/** Part of an email about one kind of notification. */
export interface ImaginedMailPart {
  /** Kind of notification. */
  notification: string
  /** Label of the kind of notification. */
  label: string
  /** Number of notifications of this kind. */
  total: number
}

/** Email settings of a user for the wiki. */
export interface WikiNotifications {
  /** Messages on the talk page of the user. */
  own_talk_page: 0 | 1 | 2 | 3
  /** Signed messages that link to the user page. */
  mentions: 0 | 1 | 2 | 3
  /** Changes to pages on the watchlist. */
  watched_pages: 0 | 1 | 2 | 3
  /** Whether to include minor edits. */
  minor_edits: boolean
}

/** Contribution counts of a user. */
export interface UserStatistics {
  /** Number of strings translated. */
  translated: number
  /** Number of suggestions made. */
  suggested: number
  /** Number of files uploaded. */
  uploaded: number
  /** Number of comments written. */
  commented: number
  /** Number of languages the user has worked on. */
  languages: number
}

/** A component in one language. */
export interface Translation {
  /** The language. */
  language: Language
  /** Component the translation belongs to. */
  component: Component
  /** Language code. */
  language_code: string
  /** Permanent ID of the object. */
  id: number
  /** Path of the translation file. */
  filename: string
  /** Always empty: individual files have no revision. */
  revision: string
  /** URL of the web page of the object. */
  web_url: string
  /** URL of the page that invites people to contribute. */
  share_url: string
  /** URL of the translation editor. */
  translate_url: string
  /** API URL of the object. */
  url: string
  /** Whether it is the monolingual base file. */
  is_template: boolean
  /** Whether it is the source language. */
  is_source: boolean
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Percentage of strings that are translated. */
  translated_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Percentage of strings that need editing. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing_checks: number
  /** Number of words in strings that fail a check. */
  failing_checks_words: number
  /** Percentage of strings that fail a check. */
  failing_checks_percent: number
  /** Number of strings with suggestions. */
  have_suggestion: number
  /** Number of strings with comments. */
  have_comment: number
  /** When a string was last changed; null if never. */
  last_change: string | null
  /** Who last changed a string; null if nobody has. */
  last_author: string | null
  /** API URL of the repository status. */
  repository_url: string
  /** API URL of the translation file. */
  file_url: string
  /** API URL of the statistics. */
  statistics_url: string
  /** API URL of the list of changes. */
  changes_list_url: string
  /** API URL of the strings. */
  units_list_url: string
}

/** A team: its members, their permissions, and where these apply. */
export interface Group {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** API URL of the project the team belongs to; null for a site-wide team. */
  defining_project: string | null
  /** Project selection: 0 listed projects, 1 all, 2 projects in the component lists, 3 all public, 4 all public and protected. */
  project_selection: 0 | 1 | 2 | 3 | 4
  /** Language selection: 0 listed languages, 1 all. */
  language_selection: 0 | 1
  /** API URL of the object. */
  url: string
  /** API URLs of the roles of the team. */
  roles: string[]
  /** API URLs of the languages. */
  languages: string[]
  /** API URLs of the projects. */
  projects: string[]
  /** API URLs of the component lists. */
  componentlists: string[]
  /** API URLs of the components. */
  components: string[]
  /** Whether members must use two-factor authentication; always false. */
  enforced_2fa: boolean
  /** API URLs of the team administrators. */
  admins: string[]
}

/** A role: a named set of permissions. */
export interface Role {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** Permissions granted by the role. */
  permissions: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
  /** API URL of the object. */
  url: string
}

/** A project backup. */
export interface ProjectBackup {
  /** File name of the backup, also used in its URL. */
  name: string
  /** When the backup was created. */
  timestamp: string
  /** Size of the backup in bytes. */
  size: number
  /** API URL of the object. */
  url: string
}

/** A background task that was started. */
export interface StartedTask {
  /** Human-readable description of the result. */
  detail: string
  /** API URL of the background task; null if there is none. */
  task_url: string
}

/** A role that the caller can assign to project teams. */
export interface ProjectRole {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** Permissions of the role, separated by commas. */
  description: string | null
}

/** A project team: its members and roles. */
export interface ProjectTeam {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** IDs of roles. */
  roles: number[]
  /** Usernames of the team members. */
  members: unknown[]
  /** API URL of the object. */
  url: string
}

/** Result of a translation memory import. */
export interface LearnedMemory {
  /** Number of new entries. */
  added: number
  /** Number of entries in the file. */
  total: number
}

/** Machine translation settings by service; null for services that are turned off. */
export type MachinerySettings = Record<string, Record<string, unknown> | null>

/** Result of a change to the machine translation settings. */
export interface MachineryOutcome {
  /** Result in a sentence. */
  message: string
}

/** Metrics by component and language. */
export type ProjectMetrics = Record<string, Record<string, Measured>>

/** Metrics of a translation, with the name of its language. */
export interface Measured {
  /** Display name. */
  name: string
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Number of characters in strings that need editing. */
  fuzzy_chars: number
  /** Number of strings that fail a check. */
  failing: number
  /** Number of words in strings that fail a check. */
  failing_words: number
  /** Number of characters in strings that fail a check. */
  failing_chars: number
  /** Number of strings that are approved. */
  approved: number
  /** Number of words in strings that are approved. */
  approved_words: number
  /** Number of characters in strings that are approved. */
  approved_chars: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** Percentage of strings that are translated. */
  translated_percent: number
  /** Percentage of words in strings that are translated. */
  translated_words_percent: number
  /** Percentage of characters in strings that are translated. */
  translated_chars_percent: number
  /** Percentage of strings that are approved. */
  approved_percent: number
  /** Percentage of words in strings that are approved. */
  approved_words_percent: number
  /** Percentage of characters in strings that are approved. */
  approved_chars_percent: number
}

/** A label for source strings. */
export interface Label {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** Short description. */
  description: string
  /** Colour of the label. */
  color: string
}

/** The new translation. */
export interface NewTranslation {
  /** The translation. */
  data: Translation
}

/** The shared component. */
export interface LinkedComponent {
  /** The component. */
  data: Component
}

/** One string in one translation. */
export interface Unit {
  /** API URL of the translation the string belongs to. */
  translation: string
  /** Language code. */
  language_code: string
  /** Source text, one for each plural form. */
  source: string[]
  /** Source text at the time of translation, if it has changed since. */
  previous_source: string
  /** Translated text, one for each plural form. */
  target: string[]
  /** Hash of context and source, the same in every language. */
  id_hash: number
  /** Hash of the source text. */
  content_hash: number
  /** Location in the source code. */
  location: string
  /** Context that distinguishes strings with the same source; often the key. */
  context: string
  /** Developer comment. */
  note: string
  /** Translation flags from the file. */
  flags: string
  /** Labels of the source string. */
  labels: Label[]
  /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** Whether the translation needs editing. */
  fuzzy: boolean
  /** Whether the string is translated. */
  translated: boolean
  /** Whether a reviewer approved the translation. */
  approved: boolean
  /** Position in the file, starting at 1. */
  position: number
  /** Whether there are suggestions. */
  has_suggestion: boolean
  /** Whether there are unresolved comments. */
  has_comment: boolean
  /** Whether any check fails. */
  has_failing_check: boolean
  /** Number of words in the source. */
  num_words: number
  /** API URL of the source string. */
  source_unit: string
  /** Priority; strings with a higher priority are offered first. The default is 100. */
  priority: number
  /** Permanent ID of the object. */
  id: number
  /** URL of the web page of the object. */
  web_url: string
  /** API URL of the object. */
  url: string
  /** Explanation for translators, added on this site. */
  explanation: string
  /** Additional translation flags set on this site. */
  extra_flags: string
  /** Whether the change has not been written to the file yet. */
  pending: boolean
  /** When the string was added to the translation. */
  timestamp: string
  /** When the string was last changed. */
  last_updated: string
  /** Whether the string was translated automatically. */
  automatically_translated: boolean
}

/** A page of matching strings, in file order. */
export interface Strings {
  /** Number of matching strings; null if it is expensive to compute and was not requested. */
  count: number | null
  /** Whether `count` is final. */
  count_is_known: boolean
  /** Number of matching strings before this page; null if it is expensive to compute and was not requested. */
  position_of_first: number | null
  /** Value for `after` to get the next page; null at the end. */
  next: string | null
  /** Value for `before` to get the previous page; null at the beginning. */
  previous: string | null
  /** Strings on this page. */
  results: ListedString[]
}

/** A string in a list. */
export interface ListedString {
  /** Permanent ID of the object. */
  id: number
  /** Position in the file, starting at 1. */
  position: number
  /** Source text, one for each plural form. */
  source: string[]
  /** Translated text, one for each plural form. */
  target: string[]
  /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** Whether any check fails. */
  has_failing_check: boolean
  /** Whether there are suggestions. */
  has_suggestion: boolean
  /** Whether there are unresolved comments. */
  has_comment: boolean
  /** Number of plural forms of the source. */
  num_plurals: number
}

/** Names of a user. */
export interface Person {
  /** Username. */
  username: string
  /** Full name. */
  full_name: string
}

/** Result of a bulk edit. */
export interface BulkEditOutcome {
  /** Number of strings changed. */
  updated: number
}

/** String, word and character counts by state. */
export interface Statistics {
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** When a string was last changed; null if never. */
  last_change: string | null
  /** Number of changes in the six hours up to the last change. */
  recent_changes: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Percentage of strings that are translated. */
  translated_percent: number
  /** Percentage of words in strings that are translated. */
  translated_words_percent: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Percentage of characters in strings that are translated. */
  translated_chars_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Percentage of strings that need editing. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing: number
  /** Percentage of strings that fail a check. */
  failing_percent: number
  /** Number of strings that are approved. */
  approved: number
  /** Percentage of strings that are approved. */
  approved_percent: number
  /** Number of strings that are read-only. */
  readonly: number
  /** Percentage of strings that are read-only. */
  readonly_percent: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Percentage of words in strings that need editing. */
  fuzzy_words_percent: number
  /** Number of characters in strings that need editing. */
  fuzzy_chars: number
  /** Percentage of characters in strings that need editing. */
  fuzzy_chars_percent: number
  /** Number of words in strings that are approved. */
  approved_words: number
  /** Percentage of words in strings that are approved. */
  approved_words_percent: number
  /** Number of characters in strings that are approved. */
  approved_chars: number
  /** Percentage of characters in strings that are approved. */
  approved_chars_percent: number
  /** Number of words in strings that are read-only. */
  readonly_words: number
  /** Percentage of words in strings that are read-only. */
  readonly_words_percent: number
  /** Number of characters in strings that are read-only. */
  readonly_chars: number
  /** Percentage of characters in strings that are read-only. */
  readonly_chars_percent: number
  /** Display name. */
  name: string
  /** API URL of the object. */
  url: string
}

/** Statistics of one language within a component, project or category. */
export interface TranslationStatistics {
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** When a string was last changed; null if never. */
  last_change: string | null
  /** Number of changes in the six hours up to the last change. */
  recent_changes: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Percentage of strings that are translated. */
  translated_percent: number
  /** Percentage of words in strings that are translated. */
  translated_words_percent: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Percentage of characters in strings that are translated. */
  translated_chars_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Percentage of strings that need editing. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing: number
  /** Percentage of strings that fail a check. */
  failing_percent: number
  /** Number of strings that are approved. */
  approved: number
  /** Percentage of strings that are approved. */
  approved_percent: number
  /** Number of strings that are read-only. */
  readonly: number
  /** Percentage of strings that are read-only. */
  readonly_percent: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Percentage of words in strings that need editing. */
  fuzzy_words_percent: number
  /** Number of characters in strings that need editing. */
  fuzzy_chars: number
  /** Percentage of characters in strings that need editing. */
  fuzzy_chars_percent: number
  /** Number of words in strings that are approved. */
  approved_words: number
  /** Percentage of words in strings that are approved. */
  approved_words_percent: number
  /** Number of characters in strings that are approved. */
  approved_chars: number
  /** Percentage of characters in strings that are approved. */
  approved_chars_percent: number
  /** Number of words in strings that are read-only. */
  readonly_words: number
  /** Percentage of words in strings that are read-only. */
  readonly_words_percent: number
  /** Number of characters in strings that are read-only. */
  readonly_chars: number
  /** Percentage of characters in strings that are read-only. */
  readonly_chars_percent: number
  /** Display name. */
  name: string
  /** API URL of the object. */
  url: string
  /** Language code. */
  code: string
  /** URL of the translation editor. */
  translate_url: string
  /** Who last changed a string; null if nobody has. */
  last_author: string | null
}

/** Lock status. */
export interface Lock {
  /** Whether translation is locked. */
  locked: boolean
}

/** Strings set aside in one language of a component. */
export interface SetAside {
  /** Language code. */
  language_code: string
  /** English name of the language. */
  language_name: string
  /** Path of the translation file. */
  filename: string
  /** Number of strings set aside. */
  strings: number
  /** Whether the whole language is set aside, because its file is missing. */
  whole_language: boolean
  /** When the last string was set aside. */
  set_aside: string
}

/** Result of the operation. */
export interface SetAsideOutcome {
  /** Number of strings and languages restored. */
  restored: number
}

/** An accepted file. */
export interface AcceptedFile {
  /** Path of the translation file. */
  filename: string
  /** API URL of the task that imports the file. */
  task_url: string
}

/** Result of a file upload. */
export interface UploadResult {
  /** Number of strings in the file that are not in the component. */
  not_found: number
  /** Number of strings skipped. */
  skipped: number
  /** Number of strings imported. */
  accepted: number
  /** Number of strings in the file. */
  total: number
  /** Whether any string was imported. */
  result: boolean
  /** Same as `total`, for older clients. */
  count: number
}

/** Status of the files and the repository. */
export interface Repository {
  /** Whether there are uncommitted changes. */
  needs_commit: boolean
  /** Whether the remote repository has commits that are missing here. */
  needs_merge: boolean
  /** Whether there are commits to push. */
  needs_push: boolean
  /** API URL of the object. */
  url: string
  /** Latest commit in the remote repository; null if unknown. */
  remote_commit?: unknown
  /** Latest local commit; null if there is none. */
  weblate_commit?: unknown
  /** Output of git status. */
  status?: string
  /** Why the last merge failed; null if it succeeded. */
  merge_failure?: string | null
  /** Number of commits to push. */
  outgoing_commits?: number
  /** Number of commits to merge. */
  missing_commits?: number
  /** Number of changed strings that have not been written to the files yet. */
  pending_units?: PendingUnits
}

/** Number of pending strings. */
export interface PendingUnits {
  /** Total number of pending strings. */
  total: number
  /** Number of strings skipped because of an error. */
  errors_skipped: number
  /** Number of strings held back by the commit policy. */
  commit_policy_skipped: number
  /** Number of strings in the next commit. */
  eligible_for_commit: number
}

/** Result of a repository operation. */
export interface RepositoryOutcome {
  /** Whether the operation succeeded. */
  result: boolean
  /** Human-readable description of the result. */
  detail?: string
  /** API URL of the background task; null if there is none. */
  task_url?: string
}

/** SSH key and known servers of this site. */
export interface Ssh {
  /** Public SSH key of this server. Add it to the authorized keys of the git host. */
  public_key: string | null
  /** Fingerprint of the key. */
  fingerprint: string | null
  /** Human-readable description of the result. */
  detail?: string
  /** Servers with known host keys. */
  known_hosts: KnownHost[]
}

/** A known server and its host key. */
export interface KnownHost {
  /** Host name of the server. */
  host: string
  /** Key type, for example ssh-ed25519. */
  type: string
  /** Fingerprint of the key. */
  fingerprint: string
  /** API URL of the object. */
  url: string
}

/** Result of the automatic translation. */
export interface AutoTranslation {
  /** Summary that includes the number of strings translated. */
  details: string
}

/** A problem with a component or project. */
export interface Alert {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** Severity of the alert. */
  severity: string
  /** What is wrong, in a sentence. */
  summary: string
  /** API URL of the component; null if there is none. */
  component: string | null
  /** Additional details, depending on the action. */
  details: unknown
  /** Whether the alert can be dismissed. Alerts that block work cannot. */
  dismissible: boolean
  /** Whether the alert has been dismissed. */
  dismissed: boolean
  /** Date and time of the event. */
  timestamp: string
  /** When the alert was last checked. */
  updated: string
}

/** An announcement for contributors. */
export interface Announcement {
  /** Permanent ID of the object. */
  id: number
  /** Shown at the top of the pages it applies to. Supports Markdown. */
  message: string
  /** Determines how prominent the announcement is. */
  severity: "info" | "warning" | "danger" | "success"
  /** In UTC. If empty, it is shown until it is deleted. */
  expiry: string | null
  /** Sent to everyone who is subscribed to announcements. */
  notify: boolean
}

/** An entry in the translation memory. */
export interface Memory {
  /** Permanent ID of the object. */
  id: number
  /** Source text. */
  source: string
  /** Translated text. */
  target: string
  /** ID of the source language. */
  source_language: number
  /** ID of the target language. */
  target_language: number
  /** Origin of the entry: a component or a file name. */
  origin: string
  /** ID of the project; null if there is none. */
  project: number | null
  /** ID of the user; null if there is none. */
  user: number | null
  /** Whether the entry was imported from a file. */
  from_file: boolean
  /** Whether the entry is shared with all projects. */
  shared: boolean
}

/** Result of a translation memory lookup. */
export interface MemoryLookup {
  /** The text that was looked up. */
  query: string
  /** The best match, with its similarity in percent as `quality`; null if there is none. */
  match: unknown
}

/** String, word and character counts of a language. */
export interface LanguageStatistics {
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** When a string was last changed; null if never. */
  last_change: string | null
  /** Number of changes in the six hours up to the last change. */
  recent_changes: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Percentage of strings that are translated. */
  translated_percent: number
  /** Percentage of words in strings that are translated. */
  translated_words_percent: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Percentage of characters in strings that are translated. */
  translated_chars_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Percentage of strings that need editing. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing: number
  /** Percentage of strings that fail a check. */
  failing_percent: number
  /** Number of strings that are approved. */
  approved: number
  /** Percentage of strings that are approved. */
  approved_percent: number
  /** Number of strings that are read-only. */
  readonly: number
  /** Percentage of strings that are read-only. */
  readonly_percent: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** Display name. */
  name: string
  /** API URL of the object. */
  url: string
}

/** A list of components from any projects. */
export interface ComponentList {
  /** Display name. */
  name: string
  /** URL slug: letters, digits, hyphens and underscores. */
  slug: string
  /** Permanent ID of the object. */
  id: number
  /** Whether to show the list on the dashboard. */
  show_dashboard: boolean
  /** API URLs of the components. */
  components: string[]
  /** Rules for adding components to the list automatically. */
  auto_assign: ComponentListMatch[]
  /** API URL of the object. */
  url: string
}

/** A rule for adding components to a list automatically. */
export interface ComponentListMatch {
  /** Regular expression that the project slug must match. */
  project_match: string
  /** Regular expression that the component slug must match. */
  component_match: string
}

/** An entry in the history. */
export interface Change {
  /** API URL of the string; null if there is none. */
  unit: string | null
  /** API URL of the component; null if there is none. */
  component: string | null
  /** API URL of the translation; null if there is none. */
  translation: string | null
  /** API URL of the user; null for unregistered users and deleted accounts. */
  user: string | null
  /** API URL of the author; null if unknown. */
  author: string | null
  /** The alert, for changes about an alert; otherwise null. */
  alert: unknown
  /** Date and time of the event. */
  timestamp: string
  /** Numeric ID of the action. */
  action: number
  /** Text after the change. */
  target: string
  /** Text before the change. */
  old: string
  /** Additional details, depending on the action. */
  details: unknown
  /** Permanent ID of the object. */
  id: number
  /** Name of the action. */
  action_name: string
  /** API URL of the object. */
  url: string
}

/** A string after a change. */
export interface ChangedUnit {
  /** API URL of the translation; null if there is none. */
  translation: string
  /** Language code. */
  language_code: string
  /** Source text, one for each plural form. */
  source: string[]
  /** Source text at the time of translation, if it has changed since. */
  previous_source: string
  /** Translated text, one for each plural form. */
  target: string[]
  /** Hash of context and source, the same in every language. */
  id_hash: number
  /** Hash of the source text. */
  content_hash: number
  /** Location in the source code. */
  location: string
  /** Context that distinguishes strings with the same source; often the key. */
  context: string
  /** Developer comment. */
  note: string
  /** Translation flags from the file. */
  flags: string
  /** Labels of the source string. */
  labels: Label[]
  /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** How to handle strings that the file marks as needing editing. */
  fuzzy: boolean
  /** Whether the string is translated. */
  translated: boolean
  /** Whether a reviewer approved the translation. */
  approved: boolean
  /** Position in the file, starting at 1. */
  position: number
  /** Whether there are suggestions. */
  has_suggestion: boolean
  /** Whether there are unresolved comments. */
  has_comment: boolean
  /** Whether any check fails. */
  has_failing_check: boolean
  /** Number of words in the source. */
  num_words: number
  /** API URL of the source string. */
  source_unit: string
  /** Priority; strings with a higher priority are offered first. The default is 100. */
  priority: number
  /** Permanent ID of the object. */
  id: number
  /** URL of the web page of the object. */
  web_url: string
  /** API URL of the object. */
  url: string
  /** Explanation for translators, added on this site. */
  explanation: string
  /** Additional translation flags set on this site. */
  extra_flags: string
  /** Whether the change has not been written to the file yet. */
  pending: boolean
  /** Date and time of the event. */
  timestamp: string
  /** When the string was last changed. */
  last_updated: string
  /** Whether the string was translated automatically. */
  automatically_translated: boolean
  /** Version of the string. Send it with the next change to detect conflicts. */
  version: string
}

/** Someone else changed the string in the meantime; nothing was saved. */
export interface UnitConflict {
  /** Type of error. */
  type: string
  /** List of errors, most important first. */
  errors: unknown[]
  /** Human-readable description of the result. */
  detail: string
  /** The current state of the string. */
  unit: Unit
  /** Version of the string. Send it with a change to avoid overwriting the work of others. */
  version: string
}

/** Everything the translation editor shows about a string. */
export interface UnitWork {
  /** The string. */
  unit: Unit
  /** Source code locations, with URLs if the component sets `repoweb`. */
  places: WorkSourcePlace[]
  /** Version of the texts, state, flags and explanation. Send it with PATCH to detect conflicts. */
  version: string
  /** The language. */
  language: WorkLanguage
  /** Source language. */
  source_language: WorkLanguage
  /** Whether it is the source language. */
  is_source: boolean
  /** Whether the component is locked. */
  locked: boolean
  /** Whether suggestion voting is on. */
  voting: boolean
  /** Number of votes that accept a suggestion automatically; 0 if votes never do. */
  votes_needed: number
  /** Plural rules of the language. */
  plural: WorkPlural
  /** Parts of the source that must stay unchanged. */
  placeables: string[]
  /** Maximum length of the translation, from the flags of the string, component and project; null for no limit. */
  max_length: number | null
  /** Positions of the placeables, for each plural form of the source. */
  highlights: Array<WorkSpan[]>
  /** Permissions of the caller. */
  may: WorkPermissions
  /** Failing checks. */
  checks?: FailingCheck[]
  /** Suggestions for the string. */
  suggestions?: WorkSuggestion[]
  /** Comments on the string. */
  comments?: WorkComment[]
  /** Nearby strings in the file. */
  nearby?: Neighbour[]
  /** Translations of the string into other languages. */
  other_languages?: OtherLanguage[]
  /** Glossary terms found in the source. */
  glossary?: GlossaryMatch[]
  /** Matches from the translation memory. */
  memory?: MemoryMatch[]
  /** Changes to the string, newest first. */
  history?: PastChange[]
  /** Screenshots that show the string. */
  screenshots?: WorkScreenshot[]
}

/** A location in the source code. */
export interface WorkSourcePlace {
  /** Source location as written in the file. */
  text: string
  /** URL of the source location; null if the component has no repository browser. */
  url: string | null
}

/** A language and its text direction. */
export interface WorkLanguage {
  /** Language code. */
  code: string
  /** Display name. */
  name: string
  /** Text direction. */
  direction: string
}

/** Plural rules of the language. */
export interface WorkPlural {
  /** Number of plural forms. */
  number: number
  /** Expression that maps a number n to a plural form. */
  formula: string
  /** The plural forms, in order. */
  forms: WorkPluralForm[]
}

/** A plural form and the numbers it applies to. */
export interface WorkPluralForm {
  /** Index of the plural form. */
  index: number
  /** Name of the plural form, for example `one` or `few`; empty if it has no common name. */
  name: string
  /** Smallest numbers that use this form, with `…` if there are more. */
  examples: string
}

/** A range of text in UTF-16 code units. */
export interface WorkSpan {
  /** Start offset. */
  start: number
  /** End offset. */
  end: number
}

/** Permissions of the caller for this string, with component settings and locks taken into account. */
export interface WorkPermissions {
  /** Whether the caller can translate. */
  translate: boolean
  /** Whether the caller can approve translations. */
  review: boolean
  /** Whether the caller can add suggestions. */
  suggest: boolean
  /** Whether the caller can accept suggestions. */
  accept: boolean
  /** Whether the caller can vote on suggestions. */
  vote: boolean
  /** Whether the caller can delete suggestions by others. Authors can always delete their own. */
  delete_suggestion: boolean
  /** Whether the caller can comment. */
  comment: boolean
  /** Whether the caller can resolve comments by others. Authors can always resolve their own. */
  resolve_comment: boolean
  /** Whether the caller can dismiss checks. */
  dismiss_check: boolean
  /** Whether the caller can edit the explanation and flags of the source string. */
  edit_flags: boolean
  /** Whether the caller can edit the labels of the source string. */
  edit_labels: boolean
  /** Whether the caller can upload screenshots. */
  upload_screenshot: boolean
  /** Whether the caller can use bulk edit. */
  bulk_edit: boolean
  /** Whether the caller can use machine translation. */
  machinery: boolean
}

/** A failing check, and whether it was dismissed. */
export interface FailingCheck {
  /** ID of the check, as used in searches: check:end_stop. */
  id: string
  /** Display name. */
  name: string
  /** Short description. */
  description: string
  /** Whether the check is enforced: translations that fail it need editing, and it cannot be dismissed. */
  enforced: boolean
  /** Whether the check has been dismissed. */
  dismissed: boolean
}

/** A suggestion with its votes. */
export interface WorkSuggestion {
  /** Permanent ID of the object. */
  id: number
  /** Translated text, one for each plural form. */
  target: string[]
  /** API URL of the user; null for unregistered users and deleted accounts. */
  user: Person | null
  /** Date and time of the event. */
  timestamp: string
  /** Votes in favour minus votes against. */
  votes: number
  /** Vote of the caller: 1, -1, or 0 for none. */
  own_vote: number
  /** Whether the caller is the author. */
  is_own: boolean
}

/** A comment on the string or on its source string. */
export interface WorkComment {
  /** Permanent ID of the object. */
  id: number
  /** Text of the comment. */
  comment: string
  /** API URL of the user; null for unregistered users and deleted accounts. */
  user: Person | null
  /** Date and time of the event. */
  timestamp: string
  /** Whether the comment is resolved. */
  resolved: boolean
  /** Scope of the comment: `translation` or `source`. */
  scope: string
  /** Whether the caller is the author. */
  is_own: boolean
}

/** A nearby string in the file. */
export interface Neighbour {
  /** Permanent ID of the object. */
  id: number
  /** Position in the file, starting at 1. */
  position: number
  /** Source text, one for each plural form. */
  source: string[]
  /** Translated text, one for each plural form. */
  target: string[]
  /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
}

/** The translation into another language. */
export interface OtherLanguage {
  /** Permanent ID of the object. */
  id: number
  /** The language. */
  language: WorkLanguage
  /** Translated text, one for each plural form. */
  target: string[]
  /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
}

/** A glossary term found in the source. */
export interface GlossaryMatch {
  /** Permanent ID of the object. */
  id: number
  /** The term. */
  source: string
  /** Its translation. */
  target: string
  /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** Whether the term must not be used. */
  forbidden: boolean
  /** Whether the term must stay untranslated. */
  read_only: boolean
  /** Explanation for translators, added on this site. */
  explanation: string
}

/** A translation of the same or a similar text. */
export interface MemoryMatch {
  /** Source text of the match. */
  source: string
  /** Translation of the match. */
  target: string
  /** Similarity in percent; 100 means the same text. */
  quality: number
  /** Origin of the entry: a component or a file name. */
  origin: string
}

/** A change to the string. */
export interface PastChange {
  /** Permanent ID of the object. */
  id: number
  /** Numeric ID of the action. */
  action: number
  /** Name of the action. */
  action_name: string
  /** API URL of the user; null for unregistered users and deleted accounts. */
  user: Person | null
  /** Date and time of the event. */
  timestamp: string
  /** Text before the change, one for each plural form. */
  old: string[]
  /** Text after the change, one for each plural form. */
  target: string[]
  /** Additional details, depending on the action. */
  details: unknown
}

/** A screenshot that shows the string. */
export interface WorkScreenshot {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** API URL of the translation file. */
  file_url: string
  /** API URL of the object. */
  url: string
}

/** Check results for an unsaved translation. */
export interface CheckedText {
  /** The checked text. */
  target: string[]
  /** Failing checks. */
  checks: CheckResult[]
}

/** A failing check. */
export interface CheckResult {
  /** ID of the check, as used in searches: check:end_stop. */
  id: string
  /** Display name. */
  name: string
  /** Short description. */
  description: string
  /** Whether the check is enforced: translations that fail it need editing, and it cannot be dismissed. */
  enforced: boolean
}

/** A machine translation of a string. */
export interface MachineTranslation {
  /** ID of the machine translation service. */
  service: string
  /** Display name. */
  name: string
  /** Translated text, one for each plural form; empty if the service failed. */
  text: string[]
  /** Quality in percent: similarity of the memory match, or usual quality of the service. */
  quality: number
  /** Why the service failed; null if it succeeded. */
  error: string | null
}

/** A comment on a string. */
export interface Comment {
  /** Permanent ID of the object. */
  id: number
  /** Text of the comment. */
  comment: string
  /** API URL of the user; null for unregistered users and deleted accounts. */
  user: string | null
  /** Date and time of the event. */
  timestamp: string
  /** Whether the comment is resolved. */
  resolved: boolean
}

/** A suggested translation. */
export interface Suggestion {
  /** Permanent ID of the object. */
  id: number
  /** API URL of the string; null if there is none. */
  unit: string
  /** Translated text, one for each plural form. */
  target: string[]
  /** API URL of the user; null for unregistered users and deleted accounts. */
  user: string | null
  /** Date and time of the event. */
  timestamp: string
  /** Votes in favour minus votes against. */
  num_votes: number
  /** API URL of the object. */
  url: string
}

/** Result of a vote on a suggestion. */
export interface SuggestionOutcome {
  /** Outcome of the operation. */
  result: string
  /** The updated suggestion. */
  suggestion: Suggestion
}

/** A screenshot that shows where strings appear. */
export interface Screenshot {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** Path of the image in the repository; empty if it was uploaded. */
  repository_filename: string
  /** API URL of the translation the screenshot shows. */
  translation: string
  /** API URL of the translation file. */
  file_url: string
  /** API URLs of the strings in the screenshot. */
  units: string[]
  /** API URL of the object. */
  url: string
}

/** An add-on installed in a project or component. */
export interface Addon {
  /** API URL of the component; null if there is none. */
  component: string | null
  /** API URL of the project; null if there is none. */
  project: string | null
  /** Identifier of the add-on. */
  name: "weblate.autotranslate.autotranslate" | "weblate.consistency.languages" | "weblate.flags.bulk" | "weblate.flags.same_edit" | "weblate.flags.target_edit" | "weblate.generate.prefill" | "weblate.removal.comments" | "weblate.removal.suggestions" | "weblate.webhook.webhook"
  /** Permanent ID of the object. */
  id: number
  /** Configuration of the add-on. The available settings depend on the add-on. */
  configuration: unknown
  /** API URL of the object. */
  url: string
}

/** A webhook delivery, completed or pending. */
export interface WebHookDelivery {
  /** Permanent ID of the object. */
  id: number
  /** API URL of the change that triggered the delivery. */
  change: string
  /** When the report was requested. */
  created: string
  /** Number of delivery attempts. */
  attempts: number
  /** Whether the delivery succeeded. */
  delivered: boolean
  /** When the delivery succeeded or was given up; null while it is being retried. */
  finished: string | null
  /** When the next attempt is due; null if there is none. */
  next_attempt: string | null
  /** HTTP status of the last response; null if there was none. */
  status: number | null
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null
}

/** A category: a group of components within a project. */
export interface Category {
  /** Permanent ID of the object. */
  id: number
  /** Display name. */
  name: string
  /** URL slug: letters, digits, hyphens and underscores. */
  slug: string
  /** API URL of the project. */
  project: string
  /** API URL of the category; null if there is none. */
  category: string | null
  /** API URL of the object. */
  url: string
  /** API URL of the statistics. */
  statistics_url: string
}

/** A report of contributions within a period. */
export interface Report {
  /** Permanent ID of the object. */
  id: number
  /** Kind of report. */
  kind: "credits" | "counts"
  /** Start of the reporting period. */
  start: string
  /** End of the reporting period. The default is now. */
  end: string
  /** Only this language code. */
  language: string | null
  /** Whether it is complete. */
  completed: boolean
  /** When the report was requested. */
  created: string
  /** API URL of the object. */
  url: string
  /** API URL of the report as JSON. */
  json_url: string
  /** API URL of the report as HTML. */
  html_url: string
  /** API URL of the report as reStructuredText. */
  rst_url: string
}

/** Contributors of one language, keyed by its name. */
export type Credits = Record<string, Contributor[]>

/** A contributor to a language. */
export interface Contributor {
  /** Email address of the contributor, if the caller is allowed to see it. */
  email: string
  /** Full name. */
  full_name: string
  /** Number of strings changed. */
  change_count: number
}

/** A background task. */
export interface Task {
  /** Whether it is complete. */
  completed: boolean
  /** Progress in percent. */
  progress: number
  /** Result of the task; null until it is complete. */
  result: unknown
  /** Log lines so far. */
  log: string
}

/** A search result. */
export interface SearchResult {
  /** URL of the web page of the result. */
  url: string
  /** Display name. */
  name: string
  /** Kind of result. */
  category: string
}

/** Site metrics. */
export interface Metrics {
  /** Number of strings. */
  units: number
  /** Number of translated strings. */
  units_translated: number
  /** Number of accounts. */
  users: number
  /** Number of changes. */
  changes: number
  /** Number of projects. */
  projects: number
  /** Number of components. */
  components: number
  /** Number of translations. */
  translations: number
  /** Number of target languages. */
  languages: number
  /** Number of failing checks. */
  checks: number
  /** Number of configuration errors; always 0, since the server refuses to start with any. */
  configuration_errors: number
  /** Number of pending suggestions. */
  suggestions: number
  /** Number of waiting jobs in each queue. */
  celery_queues: Record<string, number>
  /** Name of the software. */
  name: string
  /** Version of the software. */
  version: string
}

/** Every operation by path and method. */
export interface RestOperations {
  '/': {
    /** List the top-level resources. */
    get: {
      query: NoParameters
      answer: Root
    }
  }
  '/schema/': {
    /** Get the OpenAPI document. */
    get: {
      query: {
        /** Format of the document. The default is YAML, unless the Accept header requests JSON. */
        format?: "yaml" | "json"
      }
      answer: Blob
    }
  }
  '/docs/': {
    /** Open the interactive API documentation. */
    get: {
      query: {
        /** API to show. The default is rest. */
        api?: "rest" | "action"
      }
      answer: Blob
    }
  }
  '/users/': {
    /** List users. */
    get: {
      query: {
        /** Start of the username. */
        username?: string
        /** ID of the user. */
        id?: number
        /** Whether the account is active. */
        is_active?: boolean
        /** Email address, not case-sensitive. Only for user managers. */
        email?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<User>
    }
    /** Create an account. */
    post: {
      query: NoParameters
      body: {
        /** Email address; present only if the caller is allowed to see it. */
        email: string
        /** Full name. */
        full_name: string
        /** Username. */
        username: string
        /** Languages and projects the user works on. */
        profile?: Profile
        /** Whether the user has all permissions. */
        is_superuser?: boolean
        /** Whether the account is active. */
        is_active?: boolean
        /** Whether the account is a bot. */
        is_bot?: boolean
        /** When the account expires; null if it never does. */
        date_expires?: string | null
      }
      answer: User
    }
  }
  '/users/{username}/': {
    /** Get a user. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: User
    }
    /** Replace an account. */
    put: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Email address; present only if the caller is allowed to see it. */
        email: string
        /** Full name. */
        full_name: string
        /** Username. */
        username: string
        /** Languages and projects the user works on. */
        profile?: Profile
        /** Whether the user has all permissions. */
        is_superuser?: boolean
        /** Whether the account is active. */
        is_active?: boolean
        /** Whether the account is a bot. */
        is_bot?: boolean
        /** When the account expires; null if it never does. */
        date_expires?: string | null
      }
      answer: User
    }
    /** Update an account. */
    patch: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Email address; present only if the caller is allowed to see it. */
        email?: string
        /** Full name. */
        full_name?: string
        /** Username. */
        username?: string
        /** Languages and projects the user works on. */
        profile?: Profile
        /** Whether the user has all permissions. */
        is_superuser?: boolean
        /** Whether the account is active. */
        is_active?: boolean
        /** Whether the account is a bot. */
        is_bot?: boolean
        /** When the account expires; null if it never does. */
        date_expires?: string | null
      }
      answer: User
    }
    /** Close an account, deleting private data but keeping the name in histories. */
    delete: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/users/{username}/groups/': {
    /** Add a user to a team. */
    post: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** ID of the team. */
        group_id: number
        /** Limits the membership to these languages. */
        limit_language_codes?: string[]
      }
      answer: User
    }
    /** Remove a user from a team. */
    delete: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** ID of the team. */
        group_id: number
      }
      answer: User
    }
  }
  '/users/{username}/filters/': {
    /** List saved searches of a user. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: SavedFilter[]
    }
    /** Replace the saved searches of a user. */
    put: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Saved searches of the user, in display order. */
        filters: SavedFilter[]
      }
      answer: SavedFilter[]
    }
  }
  '/users/{username}/notifications/': {
    /** List subscriptions of a user. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Subscription>
    }
    /** Add a subscription. */
    post: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Kind of notification. */
        notification: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
        /** Scope of the subscription. If several apply, the highest number takes precedence. */
        scope: 0 | 10 | 20 | 30 | 40
        /** How often to send email. */
        frequency: 0 | 1 | 2 | 3 | 4
        /** With scope 30: slug of the project. */
        project?: unknown
        /** With scope 40: component as project/component. */
        component?: unknown
      }
      answer: Subscription
    }
  }
  '/users/{username}/notifications/{id}/': {
    /** Get a subscription. */
    get: {
      path: {
        /** Username. */
        username: string | number
        /** ID of the object. */
        id: string | number
      }
      query: NoParameters
      answer: Subscription
    }
    /** Replace a subscription. */
    put: {
      path: {
        /** Username. */
        username: string | number
        /** ID of the object. */
        id: string | number
      }
      query: NoParameters
      body: {
        /** Kind of notification. */
        notification: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
        /** Scope of the subscription. If several apply, the highest number takes precedence. */
        scope: 0 | 10 | 20 | 30 | 40
        /** How often to send email. */
        frequency: 0 | 1 | 2 | 3 | 4
        /** With scope 30: slug of the project. */
        project?: unknown
        /** With scope 40: component as project/component. */
        component?: unknown
      }
      answer: Subscription
    }
    /** Update a subscription. */
    patch: {
      path: {
        /** Username. */
        username: string | number
        /** ID of the object. */
        id: string | number
      }
      query: NoParameters
      body: {
        /** Kind of notification. */
        notification?: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
        /** Scope of the subscription. If several apply, the highest number takes precedence. */
        scope?: 0 | 10 | 20 | 30 | 40
        /** How often to send email. */
        frequency?: 0 | 1 | 2 | 3 | 4
        /** With scope 30: slug of the project. */
        project?: unknown
        /** With scope 40: component as project/component. */
        component?: unknown
      }
      answer: Subscription
    }
    /** Delete a subscription. */
    delete: {
      path: {
        /** Username. */
        username: string | number
        /** ID of the object. */
        id: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/users/{username}/notification-presets/': {
    /** List notification presets. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: NotificationPreset[]
    }
    /** Choose a preset, keeping project and component subscriptions. */
    post: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Name of the preset. */
        preset: "mine" | "projects" | "languages" | "nothing"
      }
      answer: ChosenNotificationPreset
    }
  }
  '/users/{username}/notification-preview/': {
    /** Preview notification emails. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: NotificationPreview
    }
  }
  '/users/{username}/wiki-notifications/': {
    /** Get wiki notification settings. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: WikiNotifications
    }
    /** Update wiki notification settings. */
    patch: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Messages on the talk page of the user. */
        own_talk_page?: 0 | 1 | 2 | 3
        /** Signed messages that link to the user page. */
        mentions?: 0 | 1 | 2 | 3
        /** Changes to pages on the watchlist. */
        watched_pages?: 0 | 1 | 2 | 3
        /** Whether to include minor edits. */
        minor_edits?: boolean
      }
      answer: WikiNotifications
    }
  }
  '/users/{username}/statistics/': {
    /** Get statistics of a user. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: NoParameters
      answer: UserStatistics
    }
  }
  '/users/{username}/contributions/': {
    /** List translations a user has contributed to. */
    get: {
      path: {
        /** Username. */
        username: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Translation>
    }
  }
  '/groups/': {
    /** List teams. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Group>
    }
    /** Create a team. */
    post: {
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** Project selection: 0 listed projects, 1 all, 2 projects in the component lists, 3 all public, 4 all public and protected. */
        project_selection?: 0 | 1 | 2 | 3 | 4
        /** Language selection: 0 listed languages, 1 all. */
        language_selection?: 0 | 1
        /** URL or slug of the project the team belongs to; can only be set when the team is created. */
        defining_project?: unknown
      }
      answer: Group
    }
  }
  '/groups/{group}/': {
    /** Get a team. */
    get: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      answer: Group
    }
    /** Replace a team. */
    put: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** Project selection: 0 listed projects, 1 all, 2 projects in the component lists, 3 all public, 4 all public and protected. */
        project_selection?: 0 | 1 | 2 | 3 | 4
        /** Language selection: 0 listed languages, 1 all. */
        language_selection?: 0 | 1
        /** URL or slug of the project the team belongs to; can only be set when the team is created. */
        defining_project?: unknown
      }
      answer: Group
    }
    /** Update a team. */
    patch: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name?: string
        /** Project selection: 0 listed projects, 1 all, 2 projects in the component lists, 3 all public, 4 all public and protected. */
        project_selection?: 0 | 1 | 2 | 3 | 4
        /** Language selection: 0 listed languages, 1 all. */
        language_selection?: 0 | 1
        /** URL or slug of the project the team belongs to; can only be set when the team is created. */
        defining_project?: unknown
      }
      answer: Group
    }
    /** Delete a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/roles/': {
    /** Add a role to a team. */
    post: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** ID of the role. */
        role_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/roles/{part}/': {
    /** Remove a role from a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
        /** Item to remove from the team: an ID or a language code. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/languages/': {
    /** Add a language to a team. */
    post: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Language code. */
        language_code: string
      }
      answer: Group
    }
  }
  '/groups/{group}/languages/{part}/': {
    /** Remove a language from a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
        /** Item to remove from the team: an ID or a language code. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/projects/': {
    /** Add a project to a team. */
    post: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** ID of the project. */
        project_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/projects/{part}/': {
    /** Remove a project from a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
        /** Item to remove from the team: an ID or a language code. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/components/': {
    /** Add a component to a team. */
    post: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** ID of the component. */
        component_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/components/{part}/': {
    /** Remove a component from a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
        /** Item to remove from the team: an ID or a language code. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/componentlists/': {
    /** Add a component list to a team. */
    post: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** ID of the component list. */
        component_list_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/componentlists/{part}/': {
    /** Remove a component list from a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
        /** Item to remove from the team: an ID or a language code. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/admins/': {
    /** Add an administrator to a team. */
    post: {
      path: {
        /** ID of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** ID or username of the user. */
        user_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/admins/{part}/': {
    /** Remove an administrator from a team. */
    delete: {
      path: {
        /** ID of a team. */
        group: string | number
        /** Item to remove from the team: an ID or a language code. */
        part: string | number
      }
      query: NoParameters
      answer: Group
    }
  }
  '/roles/': {
    /** List roles. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Role>
    }
    /** Create a role. */
    post: {
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** Permissions granted by the role. */
        permissions: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
      }
      answer: Role
    }
  }
  '/roles/{role}/': {
    /** Get a role. */
    get: {
      path: {
        /** ID of a role. */
        role: string | number
      }
      query: NoParameters
      answer: Role
    }
    /** Replace a role. */
    put: {
      path: {
        /** ID of a role. */
        role: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** Permissions granted by the role. */
        permissions: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
      }
      answer: Role
    }
    /** Add permissions to a role. */
    patch: {
      path: {
        /** ID of a role. */
        role: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name?: string
        /** Permissions granted by the role. */
        permissions?: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
      }
      answer: Role
    }
    /** Delete a role. */
    delete: {
      path: {
        /** ID of a role. */
        role: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/': {
    /** List projects. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Project>
    }
    /** Create a project. */
    post: {
      query: NoParameters
      body: {
        /** Display name, shown in lists and at the top of the project’s pages. */
        name: string
        /** Part of every URL of the project: letters, digits, hyphens and underscores. */
        slug: string
        /** Main website of the project, so translators can see what they are translating. */
        web?: string
        /** Reviewers approve finished translations. Without reviews, a translated string is done. */
        translation_review?: boolean
        /** Reviewers also approve new source strings before they are translated. */
        source_review?: boolean
        /** Shown to all translators, for example about tone, form of address and who to ask. */
        instructions?: string
        /** Maps language codes in file names to other languages, as comma-separated pairs such as fr_FR:fr, pt:pt_BR. */
        language_aliases?: string
        /** Comma-separated flags that control the checks on all strings of the project, such as python-format, ignore-same. */
        check_flags?: string
        /** Controls who can see and who can translate the project. */
        access_control?: 0 | 1 | 100 | 200
        /** A project backup to restore, including its settings. Send only name and slug with it. */
        zipfile?: Blob
      }
      answer: Project
    }
  }
  '/projects/{project}/': {
    /** Get a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Project
    }
    /** Replace a project. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Display name, shown in lists and at the top of the project’s pages. */
        name: string
        /** Part of every URL of the project: letters, digits, hyphens and underscores. */
        slug: string
        /** Main website of the project, so translators can see what they are translating. */
        web?: string
        /** Reviewers approve finished translations. Without reviews, a translated string is done. */
        translation_review?: boolean
        /** Reviewers also approve new source strings before they are translated. */
        source_review?: boolean
        /** Shown to all translators, for example about tone, form of address and who to ask. */
        instructions?: string
        /** Maps language codes in file names to other languages, as comma-separated pairs such as fr_FR:fr, pt:pt_BR. */
        language_aliases?: string
        /** Comma-separated flags that control the checks on all strings of the project, such as python-format, ignore-same. */
        check_flags?: string
        /** Controls who can see and who can translate the project. */
        access_control?: 0 | 1 | 100 | 200
      }
      answer: Project
    }
    /** Update a project. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Display name, shown in lists and at the top of the project’s pages. */
        name?: string
        /** Part of every URL of the project: letters, digits, hyphens and underscores. */
        slug?: string
        /** Main website of the project, so translators can see what they are translating. */
        web?: string
        /** Reviewers approve finished translations. Without reviews, a translated string is done. */
        translation_review?: boolean
        /** Reviewers also approve new source strings before they are translated. */
        source_review?: boolean
        /** Shown to all translators, for example about tone, form of address and who to ask. */
        instructions?: string
        /** Maps language codes in file names to other languages, as comma-separated pairs such as fr_FR:fr, pt:pt_BR. */
        language_aliases?: string
        /** Comma-separated flags that control the checks on all strings of the project, such as python-format, ignore-same. */
        check_flags?: string
        /** Controls who can see and who can translate the project. */
        access_control?: 0 | 1 | 100 | 200
      }
      answer: Project
    }
    /** Delete a project and everything in it. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/components/': {
    /** List components of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Component>
    }
    /** Create a component. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Display name, shown in lists and at the top of the component’s pages. */
        name: string
        /** Part of every URL of the component: letters, digits, hyphens and underscores. */
        slug: string
        /** Format of the translation files. */
        file_format: string
        /** Path of the translation files, with * in place of the language code: po/*.po. */
        filemask?: string
        /** For monolingual formats: the file with the source strings. */
        template?: string
        /** File that new languages start from. If empty, the source file is used. */
        new_base?: string
        /** Short name shown to contributors, such as CC-BY-4.0 or MIT. */
        license?: string
        /** Terms that contributors agree to, shown before they translate. */
        agreement?: string
        /** What happens when someone requests a language that is missing. */
        new_lang?: "contact" | "url" | "add" | "none"
        /** Comma-separated flags that control the checks in this component, in addition to the project’s flags. */
        check_flags?: string
        /** Components with a higher priority are offered to translators first. */
        priority?: 60 | 80 | 100 | 120 | 140
        /** Only teams that include this component can see it. Other members of the project cannot. */
        restricted?: boolean
        /** When the same string is translated in another component of the project, the translation is used here too. */
        allow_translation_propagation?: boolean
        /** Strings are added and removed on this site instead of in uploaded files. */
        manage_units?: boolean
        /** For monolingual formats: translators can edit the source strings. */
        edit_template?: boolean
        /** People without permission to translate can suggest translations. */
        enable_suggestions?: boolean
        /** Translators vote on suggestions instead of accepting them directly. */
        suggestion_voting?: boolean
        /** With voting: number of votes after which a suggestion is accepted automatically. 0 turns this off. */
        suggestion_autoaccept?: number
        /** Its strings are terms, shown next to strings that use them. */
        is_glossary?: boolean
        /** Translations that fail one of these checks are marked as needing editing. */
        enforced_checks?: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
        /** Version control system: none (files are stored in the database only) or git. */
        vcs?: "local" | "git"
        /** URL such as https://example.org/project.git or git@example.org:project.git. It can include a token: https://name:token@example.org/…. */
        repo?: string
        /** Branch to use. If empty, the default branch of the repository is used. */
        branch?: string
        /** Where translations are pushed. If empty, they are committed but not pushed. */
        push?: string
        /** Separate branch for translations. If empty, the repository branch is used. */
        push_branch?: string
        /** How changes from the remote branch are integrated. */
        merge_style?: "merge" | "rebase" | "merge_noff"
        /** Whether every commit is pushed immediately. */
        push_on_commit?: boolean
        /** Number of hours after which pending changes are committed. */
        commit_pending_age?: number
        /** Commit message for translation changes; empty for the default. */
        commit_message?: string
        /** Commit message for adding a language; empty for the default. */
        add_message?: string
        /** Message of merge commits; empty for the default. */
        merge_message?: string
        /** Commit message for removing a language; empty for the default. */
        delete_message?: string
        /** Commit message for changes made by add-ons; empty for the default. */
        addon_message?: string
        /** Title and description of the merge request that is opened on GitLab when there is a separate push branch. */
        pull_message?: string
        /** Which text wins when a string was changed both upstream and here. */
        clash_style?: "theirs" | "ours"
        /** URL with branch, filename and line in double braces. It links translators to the lines that use a string. */
        repoweb?: string
        /** A language code, or an object with a code. The default is English. */
        source_language?: unknown
        /** URL or ID of a category; null if there is none. */
        category?: unknown
        /** Zip archive of translation files. Files that match the file mask are imported. */
        zipfile?: Blob
        /** The file of the source language. */
        docfile?: Blob
      }
      answer: Component
    }
  }
  '/projects/{project}/backups/': {
    /** List backups of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: ProjectBackup[]
    }
    /** Create a backup. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: StartedTask
    }
  }
  '/projects/{project}/backups/{backup}/': {
    /** Download a backup. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** File name of a backup. */
        backup: string | number
      }
      query: NoParameters
      answer: Blob
    }
    /** Delete a backup. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** File name of a backup. */
        backup: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/roles/': {
    /** List assignable roles. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: ProjectRole[]
    }
  }
  '/projects/{project}/teams/': {
    /** List teams of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: ProjectTeam[]
    }
    /** Create a project team. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** IDs of roles. */
        roles?: number[]
      }
      answer: ProjectTeam
    }
  }
  '/projects/{project}/teams/{team}/': {
    /** Get a project team. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of a team of the project. */
        team: string | number
      }
      query: NoParameters
      answer: ProjectTeam
    }
    /** Rename a project team or change its roles. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of a team of the project. */
        team: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name?: string
        /** IDs of roles. */
        roles?: number[]
      }
      answer: ProjectTeam
    }
    /** Delete a project team. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of a team of the project. */
        team: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/teams/{team}/members/': {
    /** Add a member to a project team. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of a team of the project. */
        team: string | number
      }
      query: NoParameters
      body: {
        /** Username. */
        username: string
      }
      answer: ProjectTeam
    }
  }
  '/projects/{project}/teams/{team}/members/{member}/': {
    /** Remove a member from a project team. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of a team of the project. */
        team: string | number
        /** Username of a team member. */
        member: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/memory/': {
    /** Download the translation memory of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Blob
    }
    /** Import translation memory entries from a file. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** JSON list of entries with source, target, source_language and target_language. */
        file: Blob
      }
      answer: LearnedMemory
    }
    /** Delete the translation memory of a project. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/machinery_settings/': {
    /** Get machine translation settings. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: MachinerySettings
    }
    /** Add a machine translation service. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** ID of the machine translation service. */
        service: "weblate-translation-memory" | "libretranslate" | "deepl" | "google-translate" | "microsoft-translator" | "openai"
        /** Configuration of the service; null turns it off. The translation memory has no settings. Secrets are shown as "(set)"; send that value back to keep them. */
        configuration?: unknown
      }
      answer: MachineryOutcome
    }
    /** Replace all machine translation settings. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: MachineryOutcome
    }
    /** Update or turn off a machine translation service. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** ID of the machine translation service. */
        service?: "weblate-translation-memory" | "libretranslate" | "deepl" | "google-translate" | "microsoft-translator" | "openai"
        /** Configuration of the service; null turns it off. The translation memory has no settings. Secrets are shown as "(set)"; send that value back to keep them. */
        configuration?: unknown
      }
      answer: MachineryOutcome
    }
  }
  '/projects/{project}/metrics/': {
    /** Get metrics of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: ProjectMetrics
    }
  }
  '/projects/{project}/labels/': {
    /** List labels of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Label>
    }
    /** Create a label. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** Short description. */
        description?: string
        /** Colour of the label. */
        color?: "navy" | "blue" | "aqua" | "teal" | "olive" | "green" | "lime" | "yellow" | "orange" | "red" | "maroon" | "fuchsia" | "purple" | "black" | "gray" | "silver"
      }
      answer: Label
    }
  }
  '/projects/{project}/labels/{label}/': {
    /** Delete a label. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of a label. */
        label: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/components/': {
    /** List components. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Component>
    }
  }
  '/components/{project}/{component}/': {
    /** Get a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Component
    }
    /** Replace a component. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Display name, shown in lists and at the top of the component’s pages. */
        name: string
        /** Part of every URL of the component: letters, digits, hyphens and underscores. */
        slug: string
        /** Format of the translation files. */
        file_format: string
        /** Path of the translation files, with * in place of the language code: po/*.po. */
        filemask?: string
        /** For monolingual formats: the file with the source strings. */
        template?: string
        /** File that new languages start from. If empty, the source file is used. */
        new_base?: string
        /** Short name shown to contributors, such as CC-BY-4.0 or MIT. */
        license?: string
        /** Terms that contributors agree to, shown before they translate. */
        agreement?: string
        /** What happens when someone requests a language that is missing. */
        new_lang?: "contact" | "url" | "add" | "none"
        /** Comma-separated flags that control the checks in this component, in addition to the project’s flags. */
        check_flags?: string
        /** Components with a higher priority are offered to translators first. */
        priority?: 60 | 80 | 100 | 120 | 140
        /** Only teams that include this component can see it. Other members of the project cannot. */
        restricted?: boolean
        /** When the same string is translated in another component of the project, the translation is used here too. */
        allow_translation_propagation?: boolean
        /** Strings are added and removed on this site instead of in uploaded files. */
        manage_units?: boolean
        /** For monolingual formats: translators can edit the source strings. */
        edit_template?: boolean
        /** People without permission to translate can suggest translations. */
        enable_suggestions?: boolean
        /** Translators vote on suggestions instead of accepting them directly. */
        suggestion_voting?: boolean
        /** With voting: number of votes after which a suggestion is accepted automatically. 0 turns this off. */
        suggestion_autoaccept?: number
        /** Its strings are terms, shown next to strings that use them. */
        is_glossary?: boolean
        /** Translations that fail one of these checks are marked as needing editing. */
        enforced_checks?: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
        /** Version control system: none (files are stored in the database only) or git. */
        vcs?: "local" | "git"
        /** URL such as https://example.org/project.git or git@example.org:project.git. It can include a token: https://name:token@example.org/…. */
        repo?: string
        /** Branch to use. If empty, the default branch of the repository is used. */
        branch?: string
        /** Where translations are pushed. If empty, they are committed but not pushed. */
        push?: string
        /** Separate branch for translations. If empty, the repository branch is used. */
        push_branch?: string
        /** How changes from the remote branch are integrated. */
        merge_style?: "merge" | "rebase" | "merge_noff"
        /** Whether every commit is pushed immediately. */
        push_on_commit?: boolean
        /** Number of hours after which pending changes are committed. */
        commit_pending_age?: number
        /** Commit message for translation changes; empty for the default. */
        commit_message?: string
        /** Commit message for adding a language; empty for the default. */
        add_message?: string
        /** Message of merge commits; empty for the default. */
        merge_message?: string
        /** Commit message for removing a language; empty for the default. */
        delete_message?: string
        /** Commit message for changes made by add-ons; empty for the default. */
        addon_message?: string
        /** Title and description of the merge request that is opened on GitLab when there is a separate push branch. */
        pull_message?: string
        /** Which text wins when a string was changed both upstream and here. */
        clash_style?: "theirs" | "ours"
        /** URL with branch, filename and line in double braces. It links translators to the lines that use a string. */
        repoweb?: string
        /** A language code, or an object with a code. */
        source_language?: unknown
        /** URL or ID of a category; null if there is none. */
        category?: unknown
      }
      answer: Component
    }
    /** Update a component. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Display name, shown in lists and at the top of the component’s pages. */
        name?: string
        /** Part of every URL of the component: letters, digits, hyphens and underscores. */
        slug?: string
        /** Format of the translation files. */
        file_format?: string
        /** Path of the translation files, with * in place of the language code: po/*.po. */
        filemask?: string
        /** For monolingual formats: the file with the source strings. */
        template?: string
        /** File that new languages start from. If empty, the source file is used. */
        new_base?: string
        /** Short name shown to contributors, such as CC-BY-4.0 or MIT. */
        license?: string
        /** Terms that contributors agree to, shown before they translate. */
        agreement?: string
        /** What happens when someone requests a language that is missing. */
        new_lang?: "contact" | "url" | "add" | "none"
        /** Comma-separated flags that control the checks in this component, in addition to the project’s flags. */
        check_flags?: string
        /** Components with a higher priority are offered to translators first. */
        priority?: 60 | 80 | 100 | 120 | 140
        /** Only teams that include this component can see it. Other members of the project cannot. */
        restricted?: boolean
        /** When the same string is translated in another component of the project, the translation is used here too. */
        allow_translation_propagation?: boolean
        /** Strings are added and removed on this site instead of in uploaded files. */
        manage_units?: boolean
        /** For monolingual formats: translators can edit the source strings. */
        edit_template?: boolean
        /** People without permission to translate can suggest translations. */
        enable_suggestions?: boolean
        /** Translators vote on suggestions instead of accepting them directly. */
        suggestion_voting?: boolean
        /** With voting: number of votes after which a suggestion is accepted automatically. 0 turns this off. */
        suggestion_autoaccept?: number
        /** Its strings are terms, shown next to strings that use them. */
        is_glossary?: boolean
        /** Translations that fail one of these checks are marked as needing editing. */
        enforced_checks?: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
        /** Version control system: none (files are stored in the database only) or git. */
        vcs?: "local" | "git"
        /** URL such as https://example.org/project.git or git@example.org:project.git. It can include a token: https://name:token@example.org/…. */
        repo?: string
        /** Branch to use. If empty, the default branch of the repository is used. */
        branch?: string
        /** Where translations are pushed. If empty, they are committed but not pushed. */
        push?: string
        /** Separate branch for translations. If empty, the repository branch is used. */
        push_branch?: string
        /** How changes from the remote branch are integrated. */
        merge_style?: "merge" | "rebase" | "merge_noff"
        /** Whether every commit is pushed immediately. */
        push_on_commit?: boolean
        /** Number of hours after which pending changes are committed. */
        commit_pending_age?: number
        /** Commit message for translation changes; empty for the default. */
        commit_message?: string
        /** Commit message for adding a language; empty for the default. */
        add_message?: string
        /** Message of merge commits; empty for the default. */
        merge_message?: string
        /** Commit message for removing a language; empty for the default. */
        delete_message?: string
        /** Commit message for changes made by add-ons; empty for the default. */
        addon_message?: string
        /** Title and description of the merge request that is opened on GitLab when there is a separate push branch. */
        pull_message?: string
        /** Which text wins when a string was changed both upstream and here. */
        clash_style?: "theirs" | "ours"
        /** URL with branch, filename and line in double braces. It links translators to the lines that use a string. */
        repoweb?: string
        /** A language code, or an object with a code. */
        source_language?: unknown
        /** URL or ID of a category; null if there is none. */
        category?: unknown
      }
      answer: Component
    }
    /** Delete a component and its translations. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/components/{project}/{component}/translations/': {
    /** List translations of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Translation>
    }
    /** Add a translation. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Language code. */
        language_code: string
      }
      answer: NewTranslation
    }
  }
  '/components/{project}/{component}/links/': {
    /** List projects a component is shared with. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Project>
    }
    /** Share a component with another project. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Slug of the project. */
        project_slug: string
      }
      answer: LinkedComponent
    }
  }
  '/components/{project}/{component}/links/{other}/': {
    /** Stop sharing a component. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Slug of the other project. */
        other: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/': {
    /** List translations. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Translation>
    }
  }
  '/translations/{project}/{component}/{language}/': {
    /** Get a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      answer: Translation
    }
    /** Delete a translation. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/{project}/{component}/{language}/units/': {
    /** List strings of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: {
        /** Search query with words and terms, for example state:translated or source:"Hello". */
        q?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Unit>
    }
    /** Add a string. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Monolingual formats: key of the string. */
        key?: string
        /** Monolingual formats: text, one for each plural form. */
        value?: string[]
        /** Bilingual formats: context that distinguishes strings with the same source. */
        context?: string
        /** Bilingual formats: source text, one for each plural form. */
        source?: string[]
        /** Bilingual formats: translation. When added to the source language, it applies to every other language. */
        target?: string[]
        /** Bilingual formats: state of the translation, 0, 10, 20 or 30. */
        state?: number
      }
      answer: Unit
    }
  }
  '/translations/{project}/{component}/{language}/strings/': {
    /** List strings of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: {
        /** Search query with words and terms, for example state:<translated or source:"Hello". */
        q?: string
        /** Number of strings. */
        limit?: number
        /** Only strings after this place: `next` of another response, or a position. */
        after?: string
        /** Only strings before this place: `previous` of another response, or a position. */
        before?: string
        /** The string with this ID and its neighbours on both sides. */
        around?: number
        /** Number of matching strings to skip. */
        offset?: number
        /** Count the matching strings even if that is slow. */
        count?: boolean
      }
      answer: Strings
    }
  }
  '/translations/{project}/{component}/{language}/people/': {
    /** Search for people to mention. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: {
        /** Start of the username or of a word in the full name. Empty for everyone. */
        q?: string
      }
      answer: Person[]
    }
  }
  '/translations/{project}/{component}/{language}/bulk-edit/': {
    /** Bulk edit strings. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Search query, for example state:translated or label:old. */
        q: string
        /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
        state?: 10 | 20 | 30
        /** Translation flags to add. */
        add_flags?: string
        /** Translation flags to remove. */
        remove_flags?: string
        /** Names of project labels. */
        add_labels?: string[]
        /** Names of project labels. */
        remove_labels?: string[]
      }
      answer: BulkEditOutcome | StartedTask
    }
  }
  '/projects/{project}/statistics/': {
    /** Get statistics of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Statistics
    }
  }
  '/projects/{project}/languages/': {
    /** List statistics of a project by language. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: TranslationStatistics[]
    }
  }
  '/components/{project}/{component}/statistics/': {
    /** List statistics of a component by translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<TranslationStatistics>
    }
  }
  '/translations/{project}/{component}/{language}/statistics/': {
    /** Get statistics of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      answer: TranslationStatistics
    }
  }
  '/components/{project}/{component}/lock/': {
    /** Get the lock status of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Lock
    }
    /** Lock or unlock a component. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Whether to lock translation. */
        lock: boolean
      }
      answer: Lock
    }
  }
  '/projects/{project}/lock/': {
    /** Get the lock status of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Lock
    }
    /** Lock or unlock all components of a project. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Whether to lock translation. */
        lock: boolean
      }
      answer: Lock
    }
  }
  '/components/{project}/{component}/set-aside/': {
    /** List what is set aside in a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: SetAside[]
    }
    /** Restore or delete what is set aside. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Restore the strings and write them with the next commit, or delete them permanently. */
        operation: "restore" | "delete"
        /** Only this language. The default is all languages. */
        language?: string
      }
      answer: SetAsideOutcome
    }
  }
  '/components/{project}/{component}/accept-file/': {
    /** Accept a held file. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** File name from the alert "SuspiciousFile". */
        filename: string
      }
      answer: AcceptedFile
    }
  }
  '/translations/{project}/{component}/{language}/file/': {
    /** Download a translation file. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: {
        /** Convert to this format. */
        format?: string
        /** Only strings that match this search; requires format. */
        q?: string
      }
      answer: Blob
    }
    /** Upload a translation file. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** The file. */
        file: Blob
        /** Upload method. */
        method?: "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add"
        /** How to handle strings that are already translated. */
        conflicts?: "" | "ignore" | "replace-translated" | "replace-approved"
        /** How to handle strings that the file marks as needing editing. */
        fuzzy?: "" | "process" | "approve"
        /** Name of the author; must match author_email. */
        author_name?: string
        /** Email address of the author. Naming another user requires user.edit. */
        author_email?: string
        /** Same as conflicts=replace-translated, for older clients. */
        overwrite?: boolean
      }
      answer: UploadResult
    }
    /** Upload a translation file. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** The file. */
        file: Blob
        /** Upload method. */
        method?: "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add"
        /** How to handle strings that are already translated. */
        conflicts?: "" | "ignore" | "replace-translated" | "replace-approved"
        /** How to handle strings that the file marks as needing editing. */
        fuzzy?: "" | "process" | "approve"
        /** Name of the author; must match author_email. */
        author_name?: string
        /** Email address of the author. Naming another user requires user.edit. */
        author_email?: string
        /** Same as conflicts=replace-translated, for older clients. */
        overwrite?: boolean
      }
      answer: UploadResult
    }
  }
  '/components/{project}/{component}/monolingual_base/': {
    /** Download the base file. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/components/{project}/{component}/new_template/': {
    /** Download the template. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/components/{project}/{component}/file/': {
    /** Download all files. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** zip for the original files, or zip:FORMAT to convert them. */
        format?: string
        /** Download only this language. */
        language_code?: string
      }
      answer: Blob
    }
  }
  '/projects/{project}/file/': {
    /** Download all files. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** zip for the original files, or zip:FORMAT to convert them. */
        format?: string
        /** Download only this language. */
        language_code?: string
      }
      answer: Blob
    }
  }
  '/projects/{project}/languages/{code}/file/': {
    /** Download all files of a language. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Language code. */
        code: string | number
      }
      query: {
        /** zip for the original files, or zip:FORMAT to convert them. */
        format?: string
        /** Download only components whose slug contains this text. */
        filter?: string
      }
      answer: Blob
    }
  }
  '/projects/{project}/repository/': {
    /** Get the repository status. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Repository
    }
    /** Run a repository operation. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Operation to perform. */
        operation: "commit" | "push" | "pull" | "pull-rebase" | "pull-merge" | "pull-merge-noff" | "reset" | "reset-keep" | "cleanup" | "file-sync" | "file-scan"
        /** Run in the background and return the URL of a task immediately. Only for components with a repository. */
        background?: boolean
      }
      answer: RepositoryOutcome
    }
  }
  '/components/{project}/{component}/repository/': {
    /** Get the repository status. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Repository
    }
    /** Run a repository operation. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Operation to perform. */
        operation: "commit" | "push" | "pull" | "pull-rebase" | "pull-merge" | "pull-merge-noff" | "reset" | "reset-keep" | "cleanup" | "file-sync" | "file-scan"
        /** Run in the background and return the URL of a task immediately. Only for components with a repository. */
        background?: boolean
      }
      answer: RepositoryOutcome
    }
  }
  '/translations/{project}/{component}/{language}/repository/': {
    /** Get the repository status. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      answer: Repository
    }
    /** Run a repository operation. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Operation to perform. */
        operation: "commit" | "push" | "pull" | "pull-rebase" | "pull-merge" | "pull-merge-noff" | "reset" | "reset-keep" | "cleanup" | "file-sync" | "file-scan"
        /** Run in the background and return the URL of a task immediately. Only for components with a repository. */
        background?: boolean
      }
      answer: RepositoryOutcome
    }
  }
  '/ssh/': {
    /** Get the SSH key and known servers. */
    get: {
      query: NoParameters
      answer: Ssh
    }
  }
  '/ssh/{host}/': {
    /** Forget the host key of a server and trust the next one it presents. */
    delete: {
      path: {
        /** Host name of a server, with the port if it is not 22: [example.org]:2222. */
        host: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/{project}/{component}/{language}/autotranslate/': {
    /** Translate automatically. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** State to give the translated strings. */
        mode: "suggest" | "translate" | "fuzzy"
        /** Source of the automatic translations. */
        auto_source: "others" | "mt"
        /** Translate only strings that match this search. */
        q?: string
        /** Ignored; accepted for older clients. Only unfinished strings are ever translated. Use q to narrow them down. */
        filter_type?: "todo" | "nottranslated"
        /** With others: ID of the component to copy translations from. */
        component?: unknown
        /** With mt: services to use, starting with the memory. The default is the memory alone. Other services get at most 200 strings per request. */
        engines?: Array<"weblate-translation-memory" | "libretranslate" | "deepl" | "google-translate" | "microsoft-translator" | "openai">
        /** Minimum similarity of translation memory matches, in percent. */
        threshold?: number
      }
      answer: AutoTranslation
    }
  }
  '/components/{project}/{component}/alerts/{alert}/': {
    /** Get an alert of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** ID of an alert. */
        alert: string | number
      }
      query: NoParameters
      answer: Alert
    }
    /** Dismiss or restore an alert of a component. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** ID of an alert. */
        alert: string | number
      }
      query: NoParameters
      body: {
        /** Whether the alert has been dismissed. */
        dismissed?: boolean
      }
      answer: Alert
    }
  }
  '/projects/{project}/alerts/{alert}/': {
    /** Get an alert of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of an alert. */
        alert: string | number
      }
      query: NoParameters
      answer: Alert
    }
    /** Dismiss or restore an alert of a project. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of an alert. */
        alert: string | number
      }
      query: NoParameters
      body: {
        /** Whether the alert has been dismissed. */
        dismissed?: boolean
      }
      answer: Alert
    }
  }
  '/components/{project}/{component}/alerts/': {
    /** List alerts of a component and its project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Alert>
    }
  }
  '/projects/{project}/alerts/': {
    /** List alerts of a project and its visible components. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Alert>
    }
  }
  '/announcements/': {
    /** List announcements. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      query: NoParameters
      body: {
        /** Shown at the top of the pages it applies to. Supports Markdown. */
        message: string
        /** Determines how prominent the announcement is. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC. If empty, it is shown until it is deleted. */
        expiry?: string | null
        /** Sent to everyone who is subscribed to announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/announcements/{announcement}/': {
    /** Delete an announcement. */
    delete: {
      path: {
        /** ID of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/announcements/': {
    /** List announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Shown at the top of the pages it applies to. Supports Markdown. */
        message: string
        /** Determines how prominent the announcement is. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC. If empty, it is shown until it is deleted. */
        expiry?: string | null
        /** Sent to everyone who is subscribed to announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/projects/{project}/announcements/{announcement}/': {
    /** Delete an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** ID of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/languages/{code}/announcements/': {
    /** List announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Language code. */
        code: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Language code. */
        code: string | number
      }
      query: NoParameters
      body: {
        /** Shown at the top of the pages it applies to. Supports Markdown. */
        message: string
        /** Determines how prominent the announcement is. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC. If empty, it is shown until it is deleted. */
        expiry?: string | null
        /** Sent to everyone who is subscribed to announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/projects/{project}/languages/{code}/announcements/{announcement}/': {
    /** Delete an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Language code. */
        code: string | number
        /** ID of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/categories/{category}/announcements/': {
    /** List announcements. */
    get: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** Shown at the top of the pages it applies to. Supports Markdown. */
        message: string
        /** Determines how prominent the announcement is. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC. If empty, it is shown until it is deleted. */
        expiry?: string | null
        /** Sent to everyone who is subscribed to announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/categories/{category}/announcements/{announcement}/': {
    /** Delete an announcement. */
    delete: {
      path: {
        /** ID of a category. */
        category: string | number
        /** ID of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/components/{project}/{component}/announcements/': {
    /** List announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Shown at the top of the pages it applies to. Supports Markdown. */
        message: string
        /** Determines how prominent the announcement is. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC. If empty, it is shown until it is deleted. */
        expiry?: string | null
        /** Sent to everyone who is subscribed to announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/components/{project}/{component}/announcements/{announcement}/': {
    /** Delete an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** ID of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/{project}/{component}/{language}/announcements/': {
    /** List announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Shown at the top of the pages it applies to. Supports Markdown. */
        message: string
        /** Determines how prominent the announcement is. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC. If empty, it is shown until it is deleted. */
        expiry?: string | null
        /** Sent to everyone who is subscribed to announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/translations/{project}/{component}/{language}/announcements/{announcement}/': {
    /** Delete an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
        /** ID of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/memory/': {
    /** List translation memory entries. */
    get: {
      query: {
        /** Text that the source must contain. */
        source?: string
        /** Code of the source language. */
        source_language?: string
        /** Code of the target language. */
        target_language?: string
        /** Slug of a project. */
        project?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Memory>
    }
  }
  '/memory/{id}/': {
    /** Delete a translation memory entry. */
    delete: {
      path: {
        /** ID of the object. */
        id: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/memory/lookup/': {
    /** Look up texts. */
    post: {
      query: {
        /** Code of the source language. */
        source_language: string
        /** Code of the target language. */
        target_language: string
        /** Slug of a project. Limits the lookup to its entries and shared ones. */
        project?: string
        /** Return only exact matches. */
        exact?: boolean
      }
      body: {
        /** Texts to look up. */
        strings: string[]
        /** Minimum similarity in percent. */
        threshold?: number
      }
      answer: MemoryLookup[]
    }
  }
  '/languages/': {
    /** List languages. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Language>
    }
    /** Create a language. */
    post: {
      query: NoParameters
      body: {
        /** Language code. */
        code: string
        /** Display name. */
        name: string
        /** Plural rules of the language. */
        plural: Plural
        /** Text direction. */
        direction?: "" | "ltr" | "rtl"
        /** Number of speakers. */
        population?: number
      }
      answer: Language
    }
  }
  '/languages/{code}/': {
    /** Get a language. */
    get: {
      path: {
        /** Language code. */
        code: string | number
      }
      query: NoParameters
      answer: Language
    }
    /** Replace a language. */
    put: {
      path: {
        /** Language code. */
        code: string | number
      }
      query: NoParameters
      body: {
        /** Language code. */
        code: string
        /** Display name. */
        name: string
        /** Plural rules of the language. */
        plural: Plural
        /** Text direction. */
        direction?: "" | "ltr" | "rtl"
        /** Number of speakers. */
        population?: number
      }
      answer: Language
    }
    /** Update a language. */
    patch: {
      path: {
        /** Language code. */
        code: string | number
      }
      query: NoParameters
      body: {
        /** Language code. */
        code?: string
        /** Display name. */
        name?: string
        /** Plural rules of the language. */
        plural?: Plural
        /** Text direction. */
        direction?: "" | "ltr" | "rtl"
        /** Number of speakers. */
        population?: number
      }
      answer: Language
    }
    /** Delete an unused language. */
    delete: {
      path: {
        /** Language code. */
        code: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/languages/{code}/statistics/': {
    /** Get statistics of a language. */
    get: {
      path: {
        /** Language code. */
        code: string | number
      }
      query: NoParameters
      answer: LanguageStatistics
    }
  }
  '/component-lists/': {
    /** List component lists. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<ComponentList>
    }
    /** Create a component list. */
    post: {
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** URL slug: letters, digits, hyphens and underscores. */
        slug: string
        /** Whether to show the list on the dashboard. */
        show_dashboard?: boolean
      }
      answer: ComponentList
    }
  }
  '/component-lists/{list}/': {
    /** Get a component list. */
    get: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      answer: ComponentList
    }
    /** Replace a component list. */
    put: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** URL slug: letters, digits, hyphens and underscores. */
        slug: string
        /** Whether to show the list on the dashboard. */
        show_dashboard?: boolean
      }
      answer: ComponentList
    }
    /** Update a component list. */
    patch: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name?: string
        /** URL slug: letters, digits, hyphens and underscores. */
        slug?: string
        /** Whether to show the list on the dashboard. */
        show_dashboard?: boolean
      }
      answer: ComponentList
    }
    /** Delete a component list. */
    delete: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/component-lists/{list}/components/': {
    /** List components in a list. */
    get: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Component>
    }
    /** Add a component to a list. */
    post: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      body: {
        /** ID of the component. */
        component_id: number
      }
      answer: ComponentList
    }
  }
  '/component-lists/{list}/components/{slug}/': {
    /** Remove a component from a list. */
    delete: {
      path: {
        /** Slug of a component list. */
        list: string | number
        /** Slug of a component. */
        slug: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/changes/': {
    /** List changes of all visible projects. */
    get: {
      query: {
        /** Only changes by this user. */
        user?: string
        /** Only these actions. Can be repeated. */
        action?: number[]
        /** Only changes at or after this time. */
        timestamp_after?: string
        /** Only changes at or before this time. */
        timestamp_before?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/changes/{id}/': {
    /** Get a change. */
    get: {
      path: {
        /** ID of the object. */
        id: string | number
      }
      query: NoParameters
      answer: Change
    }
  }
  '/projects/{project}/changes/': {
    /** List changes of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Only changes by this user. */
        user?: string
        /** Only these actions. Can be repeated. */
        action?: number[]
        /** Only changes at or after this time. */
        timestamp_after?: string
        /** Only changes at or before this time. */
        timestamp_before?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/components/{project}/{component}/changes/': {
    /** List changes of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Only changes by this user. */
        user?: string
        /** Only these actions. Can be repeated. */
        action?: number[]
        /** Only changes at or after this time. */
        timestamp_after?: string
        /** Only changes at or before this time. */
        timestamp_before?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/translations/{project}/{component}/{language}/changes/': {
    /** List changes of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
        /** Language code. */
        language: string | number
      }
      query: {
        /** Only changes by this user. */
        user?: string
        /** Only these actions. Can be repeated. */
        action?: number[]
        /** Only changes at or after this time. */
        timestamp_after?: string
        /** Only changes at or before this time. */
        timestamp_before?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/units/': {
    /** List strings. */
    get: {
      query: {
        /** Search query with words and terms, for example state:translated or source:"Hello". */
        q?: string
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Unit>
    }
  }
  '/units/{unit}/': {
    /** Get a string. */
    get: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      answer: Unit
    }
    /** Replace a string. */
    put: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** Translated text, one for each plural form. */
        target?: string[]
        /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
        state?: number
        /** Explanation for translators. Source strings only. */
        explanation?: string
        /** Additional translation flags. Source strings only. */
        extra_flags?: string
        /** IDs of labels. Source strings only. */
        labels?: number[]
        /** Version from everything/ of the string. If the string has changed since, nothing is saved and the response is 409. Not part of the Weblate API. */
        version?: string
        /** Records the change as "Translation reverted", for restoring an older text. Not part of the Weblate API. */
        revert?: boolean
      }
      answer: ChangedUnit
    }
    /** Update a string. */
    patch: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** Translated text, one for each plural form. */
        target?: string[]
        /** Translation state: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
        state?: number
        /** Explanation for translators. Source strings only. */
        explanation?: string
        /** Additional translation flags. Source strings only. */
        extra_flags?: string
        /** IDs of labels. Source strings only. */
        labels?: number[]
        /** Version from everything/ of the string. If the string has changed since, nothing is saved and the response is 409. Not part of the Weblate API. */
        version?: string
        /** Records the change as "Translation reverted", for restoring an older text. Not part of the Weblate API. */
        revert?: boolean
      }
      answer: ChangedUnit
    }
    /** Delete a string. */
    delete: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/units/{unit}/translations/': {
    /** List translations of a source string. */
    get: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      answer: Unit[]
    }
  }
  '/units/{unit}/everything/': {
    /** Get everything about a string. */
    get: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: {
        /** Parts to include, separated by commas: checks, suggestions, comments, nearby, other_languages, glossary, memory, history, screenshots. The default is all. */
        parts?: string
      }
      answer: UnitWork
    }
  }
  '/units/{unit}/check/': {
    /** Check a translation without saving it. */
    post: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** Translated text, one for each plural form. */
        target: string[]
      }
      answer: CheckedText
    }
  }
  '/units/{unit}/checks/{check}/dismiss/': {
    /** Dismiss a failing check of a string. */
    post: {
      path: {
        /** ID of a string. */
        unit: string | number
        /** ID of a check, for example end_stop. */
        check: string | number
      }
      query: NoParameters
      answer: FailingCheck[]
    }
  }
  '/units/{unit}/checks/{check}/restore/': {
    /** Restore a dismissed check of a string. */
    post: {
      path: {
        /** ID of a string. */
        unit: string | number
        /** ID of a check, for example end_stop. */
        check: string | number
      }
      query: NoParameters
      answer: FailingCheck[]
    }
  }
  '/units/{unit}/machinery/': {
    /** List machine translations of a string. */
    get: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      answer: MachineTranslation[]
    }
  }
  '/units/{unit}/comments/': {
    /** List comments on a string. */
    get: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Comment>
    }
    /** Add a comment to a string. */
    post: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** Text of the comment. */
        comment: string
        /** Scope of the comment: this translation, the source string, or a problem in the source string. */
        scope?: "translation" | "global" | "report"
        /** Original time of an imported comment; requires user.edit. */
        timestamp?: string
        /** Author of an imported comment; requires user.edit. */
        user_email?: string
      }
      answer: Comment
    }
  }
  '/comments/{comment}/resolve/': {
    /** Resolve a comment. */
    post: {
      path: {
        /** ID of a comment. */
        comment: string | number
      }
      query: NoParameters
      answer: Comment
    }
  }
  '/suggestions/': {
    /** List suggestions. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Suggestion>
    }
  }
  '/suggestions/{suggestion}/': {
    /** Get a suggestion. */
    get: {
      path: {
        /** ID of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      answer: Suggestion
    }
    /** Reject a suggestion. */
    delete: {
      path: {
        /** ID of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/suggestions/{suggestion}/accept/': {
    /** Accept a suggestion. */
    post: {
      path: {
        /** ID of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      body: {
        /** Also approve the translation. */
        approve?: boolean
      }
      answer: JsonObject
    }
  }
  '/suggestions/{suggestion}/vote/': {
    /** Vote on a suggestion. */
    post: {
      path: {
        /** ID of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      body: {
        /** Positive to vote in favour, negative to vote against, 0 to withdraw the vote. */
        value: 1 | 0 | -1
      }
      answer: SuggestionOutcome
    }
  }
  '/units/{unit}/suggestions/': {
    /** List suggestions for a string. */
    get: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Suggestion>
    }
    /** Suggest a translation. */
    post: {
      path: {
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** Translated text, one for each plural form. */
        target: string[]
      }
      answer: SuggestionOutcome | Suggestion
    }
  }
  '/screenshots/': {
    /** List screenshots. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Screenshot>
    }
    /** Upload a screenshot. */
    post: {
      query: NoParameters
      body: {
        /** Image file: PNG, JPEG, WebP or GIF. */
        image: Blob
        /** Display name. */
        name: string
        /** Slug of the project. */
        project_slug: string
        /** Slug of the component. */
        component_slug: string
        /** Language code. */
        language_code: string
      }
      answer: Screenshot
    }
  }
  '/components/{project}/{component}/screenshots/': {
    /** List screenshots of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Screenshot>
    }
  }
  '/screenshots/{screenshot}/': {
    /** Get a screenshot. */
    get: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      answer: Screenshot
    }
    /** Rename a screenshot. */
    put: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
      }
      answer: Screenshot
    }
    /** Rename a screenshot. */
    patch: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name?: string
      }
      answer: Screenshot
    }
    /** Delete a screenshot. */
    delete: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/screenshots/{screenshot}/file/': {
    /** Download the image of a screenshot. */
    get: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      answer: Blob
    }
    /** Replace the image of a screenshot. */
    post: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** Image file: PNG, JPEG, WebP or GIF. */
        image: Blob
      }
      answer: Screenshot
    }
    /** Replace the image of a screenshot. */
    put: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** Image file: PNG, JPEG, WebP or GIF. */
        image: Blob
      }
      answer: Screenshot
    }
  }
  '/screenshots/{screenshot}/units/': {
    /** Link a string to a screenshot. */
    post: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** ID of the string. */
        unit_id: number
      }
      answer: Screenshot
    }
  }
  '/screenshots/{screenshot}/units/{unit}/': {
    /** Unlink a string from a screenshot. */
    delete: {
      path: {
        /** ID of a screenshot. */
        screenshot: string | number
        /** ID of a string. */
        unit: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/addons/': {
    /** List add-ons. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Addon>
    }
  }
  '/addons/{addon}/': {
    /** Get an add-on. */
    get: {
      path: {
        /** ID of an add-on. */
        addon: string | number
      }
      query: NoParameters
      answer: Addon
    }
    /** Change the configuration. */
    put: {
      path: {
        /** ID of an add-on. */
        addon: string | number
      }
      query: NoParameters
      body: {
        /** Configuration of the add-on. */
        configuration: unknown
      }
      answer: Addon
    }
    /** Change the configuration. */
    patch: {
      path: {
        /** ID of an add-on. */
        addon: string | number
      }
      query: NoParameters
      body: {
        /** Configuration of the add-on. The available settings depend on the add-on. */
        configuration?: unknown
      }
      answer: Addon
    }
    /** Uninstall an add-on. */
    delete: {
      path: {
        /** ID of an add-on. */
        addon: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/addons/{addon}/trigger/': {
    /** Run an add-on. */
    post: {
      path: {
        /** ID of an add-on. */
        addon: string | number
      }
      query: NoParameters
      answer: StartedTask
    }
  }
  '/addons/{addon}/deliveries/': {
    /** List webhook deliveries. */
    get: {
      path: {
        /** ID of an add-on. */
        addon: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<WebHookDelivery>
    }
  }
  '/projects/{project}/addons/': {
    /** Install an add-on. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: "weblate.autotranslate.autotranslate" | "weblate.consistency.languages" | "weblate.flags.bulk" | "weblate.flags.same_edit" | "weblate.flags.target_edit" | "weblate.generate.prefill" | "weblate.removal.comments" | "weblate.removal.suggestions" | "weblate.webhook.webhook"
        /** Configuration of the add-on. The available settings depend on the add-on. */
        configuration?: unknown
      }
      answer: Addon
    }
  }
  '/components/{project}/{component}/addons/': {
    /** Install an add-on. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: "weblate.autotranslate.autotranslate" | "weblate.consistency.languages" | "weblate.flags.bulk" | "weblate.flags.same_edit" | "weblate.flags.target_edit" | "weblate.generate.prefill" | "weblate.removal.comments" | "weblate.removal.suggestions" | "weblate.webhook.webhook"
        /** Configuration of the add-on. The available settings depend on the add-on. */
        configuration?: unknown
      }
      answer: Addon
    }
  }
  '/categories/': {
    /** List categories. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Category>
    }
    /** Create a category. */
    post: {
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** URL slug: letters, digits, hyphens and underscores. */
        slug: string
        /** URL or slug of the project. */
        project: unknown
        /** URL or ID of the parent category; null if there is none. */
        category?: unknown
      }
      answer: Category
    }
  }
  '/categories/{category}/': {
    /** Get a category. */
    get: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      answer: Category
    }
    /** Rename or move a category. */
    put: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name: string
        /** URL slug: letters, digits, hyphens and underscores. */
        slug: string
        /** URL or slug of the project. */
        project?: unknown
        /** URL or ID of the parent category; null if there is none. */
        category?: unknown
      }
      answer: Category
    }
    /** Rename or move a category. */
    patch: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** Display name. */
        name?: string
        /** URL slug: letters, digits, hyphens and underscores. */
        slug?: string
        /** URL or slug of the project. */
        project?: unknown
        /** URL or ID of the parent category; null if there is none. */
        category?: unknown
      }
      answer: Category
    }
    /** Delete an empty category. */
    delete: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/categories/{category}/statistics/': {
    /** Get statistics of a category. */
    get: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      answer: Statistics
    }
  }
  '/projects/{project}/categories/': {
    /** List categories of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Category>
    }
  }
  '/reports/': {
    /** List your reports. */
    get: {
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Request a report. */
    post: {
      query: NoParameters
      body: {
        /** Kind of report. */
        kind: "credits" | "counts"
        /** Start of the reporting period. */
        start: string
        /** End of the reporting period. The default is now. */
        end?: string
        /** Only this language code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/projects/{project}/reports/': {
    /** List your reports. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Request a report. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Kind of report. */
        kind: "credits" | "counts"
        /** Start of the reporting period. */
        start: string
        /** End of the reporting period. The default is now. */
        end?: string
        /** Only this language code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/categories/{category}/reports/': {
    /** List your reports. */
    get: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Request a report. */
    post: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** Kind of report. */
        kind: "credits" | "counts"
        /** Start of the reporting period. */
        start: string
        /** End of the reporting period. The default is now. */
        end?: string
        /** Only this language code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/components/{project}/{component}/reports/': {
    /** List your reports. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Page number, or "last". */
        page?: string
        /** Number of results per page. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Request a report. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Kind of report. */
        kind: "credits" | "counts"
        /** Start of the reporting period. */
        start: string
        /** End of the reporting period. The default is now. */
        end?: string
        /** Only this language code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/reports/{report}/': {
    /** Get a report. */
    get: {
      path: {
        /** ID of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Report
    }
    /** Delete a report. */
    delete: {
      path: {
        /** ID of a report. */
        report: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/reports/{report}/json/': {
    /** Get a report as json. */
    get: {
      path: {
        /** ID of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/reports/{report}/html/': {
    /** Get a report as html. */
    get: {
      path: {
        /** ID of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/reports/{report}/rst/': {
    /** Get a report as rst. */
    get: {
      path: {
        /** ID of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/projects/{project}/credits/': {
    /** Get credits of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Start of the period. */
        start: string
        /** End of the period. */
        end: string
        /** Only this language code. */
        lang?: string
      }
      answer: Credits[]
    }
  }
  '/categories/{category}/credits/': {
    /** Get credits of a category. */
    get: {
      path: {
        /** ID of a category. */
        category: string | number
      }
      query: {
        /** Start of the period. */
        start: string
        /** End of the period. */
        end: string
        /** Only this language code. */
        lang?: string
      }
      answer: Credits[]
    }
  }
  '/components/{project}/{component}/credits/': {
    /** Get credits of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F). */
        component: string | number
      }
      query: {
        /** Start of the period. */
        start: string
        /** End of the period. */
        end: string
        /** Only this language code. */
        lang?: string
      }
      answer: Credits[]
    }
  }
  '/tasks/{task}/': {
    /** Get the status of a task. */
    get: {
      path: {
        /** ID of a task. */
        task: string | number
      }
      query: NoParameters
      answer: Task
    }
    /** Delete a task, cancelling it if it has not started. */
    delete: {
      path: {
        /** ID of a task. */
        task: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/search/': {
    /** Search by name. */
    get: {
      query: {
        /** Search text of at least two characters. */
        q?: string
      }
      answer: SearchResult[]
    }
  }
  '/metrics/': {
    /** Get site metrics. */
    get: {
      query: NoParameters
      answer: Metrics
    }
  }
}

/** Paths that return a file. */
export const FILES: ReadonlySet<string> = new Set([
  '/schema/',
  '/docs/',
  '/projects/{project}/backups/{backup}/',
  '/projects/{project}/memory/',
  '/translations/{project}/{component}/{language}/file/',
  '/components/{project}/{component}/monolingual_base/',
  '/components/{project}/{component}/new_template/',
  '/components/{project}/{component}/file/',
  '/projects/{project}/file/',
  '/projects/{project}/languages/{code}/file/',
  '/screenshots/{screenshot}/file/',
  '/reports/{report}/json/',
  '/reports/{report}/html/',
  '/reports/{report}/rst/',
])
