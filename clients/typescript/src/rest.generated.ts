// Generated from the declarations of both APIs by "npm run client"; do not edit.
import type { JsonObject, NoParameters, Page } from './common.ts'

/** What is wrong with a request, or why it could not be answered. */
export interface ErrorAnswer {
  /** Whose fault it is: the request as a whole, one of its members, or the server. */
  type: "client_error" | "validation_error" | "server_error"
  /** Everything that is wrong. */
  errors: Array<{
    /** For programs: which error it is. */
    code: string
    /** For people: what is wrong. */
    detail: string
    /** The member it is about, with dots into nested ones; null for the request as a whole. */
    attr: string | null
  }>
  /** The first text again, for clients written before the list existed. */
  detail?: string
}

/** Address of each list. */
export type Root = Record<string, string>

/** A person or bot with an account. */
export interface User {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Address for mails; there only for those who may know it. */
  email?: string
  /** The name as people write it. */
  full_name: string
  /** The name of the account, which is part of its addresses. */
  username: string
  /** Addresses of the teams the user is in. */
  groups?: string[]
  /** Languages and projects the user works on. */
  profile?: Profile
  /** Address of what the user is told by mail. */
  notifications?: string
  /** Whether the user may do everything. */
  is_superuser?: boolean
  /** Whether the account can be used. */
  is_active?: boolean
  /** Whether the account belongs to a program. */
  is_bot?: boolean
  /** When the account was made. */
  date_joined?: string | null
  /** After which moment the account can no longer be used; null for never. */
  date_expires?: string | null
  /** When the user logged in last; null for never, or when the caller may not know. */
  last_login?: string | null
  /** Address of the object in this API. */
  url?: string
  /** Address of its statistics. */
  statistics_url?: string
  /** Address of the translations the user has worked on. */
  contributions_url?: string
}

/** What somebody wants to work on and to be told about. */
export interface Profile {
  /** Codes of the languages that the user translates into. */
  languages: string[]
  /** Codes of further languages that the user understands. */
  secondary_languages: string[]
  /** Slugs of the projects that the user watches. */
  watched: string[]
}

/** A search for strings that somebody gave a name. */
export interface SavedFilter {
  /** Under which name the search is offered. */
  name: string
  /** As in the lists of strings. */
  q: string
}

/** One kind of notification that a user receives, where and how often. */
export interface Subscription {
  /** Kind of notification. */
  notification: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Where it holds; of several that fit, the highest number decides. */
  scope: 0 | 10 | 20 | 30 | 40
  /** How often mail is sent. */
  frequency: 0 | 1 | 2 | 3 | 4
  /** The project it is limited to; null for none. */
  project: Project | null
  /** The component it is limited to; null for none. */
  component: Component | null
}

/** A project: components that belong together, with one team and one set of rules. */
export interface Project {
  /** What people call the project; shown in lists and at the top of its pages. */
  name: string
  /** Part of every address of the project: letters, digits, hyphens and underscores. */
  slug: string
  /** Where the project lives on the web, so that translators can look at it. */
  web: string
  /** Reviewers approve finished translations. Without it a translation is done when it is translated. */
  translation_review: boolean
  /** Reviewers approve new source strings too, before others translate them. */
  source_review: boolean
  /** Shown to everybody who translates: tone, how to address readers, whom to ask. Links and names may stand in it. */
  instructions: string
  /** Codes in file names that mean another language, as pairs with commas between them, such as fr_FR:fr, pt:pt_BR. */
  language_aliases: string
  /** Which checks run on all strings of the project and how, such as python-format, ignore-same. */
  check_flags: string
  /** Whether everybody sees the project, and whether everybody with an account may translate it. */
  access_control: 0 | 1 | 100 | 200
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Address of its page for people. */
  web_url: string
  /** Address of the object in this API. */
  url: string
  /** Address of the components of the project. */
  components_list_url: string
  /** Address of the state of its repository. */
  repository_url: string
  /** Address of its statistics. */
  statistics_url: string
  /** Address of the categories of the project. */
  categories_url: string
  /** Address of what happened in it. */
  changes_list_url: string
  /** Address of the statistics of each language of the project. */
  languages_url: string
  /** Address of the labels of the project. */
  labels_url: string
  /** Address to see and to set whether work is stopped. */
  lock_url: string
  /** Address of the announcements of the project. */
  announcements_url: string
  /** Address of the reports of the project. */
  reports_url: string
  /** Address of the numbers of each translation of the project, for monitoring. */
  metrics_url: string
  /** Address of the settings of services that translate. */
  machinery_settings: string
}

/** A set of strings with one source language and one file per language. */
export interface Component {
  /** What people call the component; shown in lists and at the top of its pages. */
  name: string
  /** Part of every address of the component: letters, digits, hyphens and underscores. */
  slug: string
  /** In which form the files of the languages are read and written. */
  file_format: string
  /** Where the file of each language is, with a star for the language code: po/*.po. */
  filemask: string
  /** For formats with one language in each file: the file of the source language. */
  template: string
  /** The file that a new language starts from; the source file when empty. */
  new_base: string
  /** A short name, such as CC-BY-4.0 or MIT, that contributors see. */
  license: string
  /** What contributors agree to; shown before they translate. */
  agreement: string
  /** What happens when a translator misses their language. */
  new_lang: "contact" | "url" | "add" | "none"
  /** Which checks run on the strings of this component and how, in addition to the project’s. */
  check_flags: string
  /** Components of high priority are offered to translators first. */
  priority: 60 | 80 | 100 | 120 | 140
  /** Hides the component from everybody else, even from other members of the project. */
  restricted: boolean
  /** The same string translated in another component of the project is translated here too. */
  allow_translation_propagation: boolean
  /** For components whose strings are kept here and not in a file that somebody uploads. */
  manage_units: boolean
  /** For formats with one language in each file: translators may change the source texts. */
  edit_template: boolean
  /** Those who may not translate can still propose a text for others to accept. */
  enable_suggestions: boolean
  /** Translators vote on suggestions instead of accepting them alone. */
  suggestion_voting: boolean
  /** With voting: so many votes accept a suggestion by themselves. 0 never does. */
  suggestion_autoaccept: number
  /** Its strings are terms: they are shown beside strings that use them. */
  is_glossary: boolean
  /** A translation that fails one of these is kept as needing editing. */
  enforced_checks: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** The language that is translated from. */
  source_language: Language
  /** The project the component belongs to. */
  project: Project
  /** Where the files live: in the database alone, or in a git repository. */
  vcs: "local" | "git"
  /** Such as https://example.org/project.git or git@example.org:project.git; a token may stand before the server: https://name:token@example.org/…. */
  repo: string
  /** The one to follow; when empty, the one that the repository shows first. */
  branch: string
  /** Where translations are sent; without it they are committed and stay here. */
  push: string
  /** Another branch for translations; when empty, the one that is followed. */
  push_branch: string
  /** How changes of the remote branch come together with ours. */
  merge_style: "merge" | "rebase" | "merge_noff"
  /** Whether every commit is pushed at once. */
  push_on_commit: boolean
  /** After how many hours changed strings are committed. */
  commit_pending_age: number
  /** Text of a commit; empty for the usual one. */
  commit_message: string
  /** Text of a commit that adds a language; empty for the usual one. */
  add_message: string
  /** Text of a merge; empty for the usual one. */
  merge_message: string
  /** Text of a commit that removes a language; empty for the usual one. */
  delete_message: string
  /** Text of a commit of an add-on; empty for the usual one. */
  addon_message: string
  /** With a branch of its own to push to: GitLab is asked to open a merge request with this title and text. */
  pull_message: string
  /** Which text stays where upstream and translators here changed the same string. */
  clash_style: "theirs" | "ours"
  /** A web address with branch, filename and line in two pairs of braces. Translators get links to the lines that use a string. */
  repoweb: string
  /** Address that git can clone the files from; null where there is none. */
  git_export: string | null
  /** Address of the text of the license; empty when it is not known. */
  license_url: string
  /** Address of its page for people. */
  web_url: string
  /** Address of the object in this API. */
  url: string
  /** Address of the state of its repository. */
  repository_url: string
  /** Address of the translations of the component. */
  translations_url: string
  /** Address of its statistics. */
  statistics_url: string
  /** Address to see and to set whether work is stopped. */
  lock_url: string
  /** Address of the other projects that show the component. */
  links_url: string
  /** Address of what happened in it. */
  changes_list_url: string
  /** Address of the work that goes on in the background; null when there is none. */
  task_url: string | null
  /** Address of the category it lies in; null for none. */
  category: string | null
  /** Address of the component whose repository this one shares; null for none. */
  linked_component: string | null
  /** Whether work is stopped. */
  locked: boolean
}

/** A language that can be translated into. */
export interface Language {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Code of the language. */
  code: string
  /** Name of the language in English. */
  name: string
  /** How the language counts. */
  plural: Plural
  /** Other codes that mean the same language. */
  aliases: string[]
  /** In which direction its texts are written. */
  direction: "" | "ltr" | "rtl"
  /** How many people speak it. */
  population: number
  /** Address of its page for people. */
  web_url: string
  /** Address of the object in this API. */
  url: string
  /** Address of its statistics. */
  statistics_url: string
}

/** How a language counts. */
export interface Plural {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Where the formula comes from. */
  source: number
  /** How many plural forms there are. */
  number: number
  /** Gives the form that a number n takes. */
  formula: string
  /** Which kind of counting it is. */
  type: number
}

/** A ready-made choice of subscriptions. */
export interface NotificationPreset {
  /** Its name. */
  preset: "mine" | "projects" | "languages" | "nothing"
  /** Whether the subscriptions of the user are these. */
  chosen: boolean
  /** How many mails the user would have got in the last seven days with it. */
  mails: number
  /** False when more happened than was looked at, so that there were more mails. */
  complete: boolean
}

/** The ready-made choice that holds now. */
export interface ChosenNotificationPreset {
  /** Its name. */
  preset: "mine" | "projects" | "languages" | "nothing"
}

/** What the last seven days would have sent with the present subscriptions. */
export interface NotificationPreview {
  /** How many mails. */
  mails: number
  /** False when more happened than was looked at, so that there were more mails. */
  complete: boolean
  /** The first 100 of them, the newest first. */
  list: ImaginedMail[]
}

/** A mail that a user would have got. */
export interface ImaginedMail {
  /** When the mail would have been sent. */
  timestamp: string
  /** 1 at once, 2 daily, 3 weekly, 4 monthly. */
  frequency: number
  /** What the mail would have had in its subject line. */
  subject: string
  /** What it would have told, by kind. */
  parts: ImaginedMailPart[]
}

/** What a mail would have told of one kind. */
export interface ImaginedMailPart {
  /** Kind of notification. */
  notification: string
  /** The kind in words. */
  label: string
  /** How much of it. */
  total: number
}

/** What a user is mailed about the wiki, and how often. */
export interface WikiNotifications {
  /** Messages on the talk page of the user. */
  own_talk_page: 0 | 1 | 2 | 3
  /** Signed messages with a link to the page of the user. */
  mentions: 0 | 1 | 2 | 3
  /** Changes of pages that the user watches. */
  watched_pages: 0 | 1 | 2 | 3
  /** Whether edits that are marked as minor count too. */
  minor_edits: boolean
}

/** What a user has done. */
export interface UserStatistics {
  /** How many strings the user has translated. */
  translated: number
  /** How many suggestions the user has made. */
  suggested: number
  /** How many files the user has uploaded. */
  uploaded: number
  /** How many comments the user has written. */
  commented: number
  /** How many languages the user has worked in. */
  languages: number
}

/** A component in one language. */
export interface Translation {
  /** The language. */
  language: Language
  /** The component that is translated. */
  component: Component
  /** Code of the language. */
  language_code: string
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Path of the file of the language. */
  filename: string
  /** Always empty: files have no revision of their own here. */
  revision: string
  /** Address of its page for people. */
  web_url: string
  /** Address of a page to invite others with. */
  share_url: string
  /** Address of the page on which strings are translated. */
  translate_url: string
  /** Address of the object in this API. */
  url: string
  /** Whether it is the file that the others are made from. */
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
  /** Share of strings that are translated, in percent. */
  translated_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Share of strings that need editing, in percent. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing_checks: number
  /** Number of words in strings that fail a check. */
  failing_checks_words: number
  /** Share of strings that fail a check, in percent. */
  failing_checks_percent: number
  /** How many strings have suggestions. */
  have_suggestion: number
  /** How many strings have comments. */
  have_comment: number
  /** When a string was changed last; null for never. */
  last_change: string | null
  /** Who changed a string last; null when nobody did. */
  last_author: string | null
  /** Address of the state of its repository. */
  repository_url: string
  /** Address of the file. */
  file_url: string
  /** Address of its statistics. */
  statistics_url: string
  /** Address of what happened in it. */
  changes_list_url: string
  /** Address of the strings. */
  units_list_url: string
}

/** A team: people, what they may do, and where. */
export interface Group {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** Address of the project whose team it is; null for a team of the site. */
  defining_project: string | null
  /** Which projects the team works in: 0 those listed, 1 all, 2 those of the component lists, 3 all public ones, 4 all public and protected ones. */
  project_selection: 0 | 1 | 2 | 3 | 4
  /** Which languages the team works in: 0 those listed, 1 all. */
  language_selection: 0 | 1
  /** Address of the object in this API. */
  url: string
  /** Addresses of the roles, which say what the team may do. */
  roles: string[]
  /** Addresses of the languages. */
  languages: string[]
  /** Addresses of the projects. */
  projects: string[]
  /** Addresses of the component lists. */
  componentlists: string[]
  /** Addresses of the components. */
  components: string[]
  /** Whether members must log in with a second factor; always false. */
  enforced_2fa: boolean
  /** Addresses of those who choose the members. */
  admins: string[]
}

/** Permissions under one name. */
export interface Role {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** What the role allows. */
  permissions: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
  /** Address of the object in this API. */
  url: string
}

/** An archive with everything of a project. */
export interface ProjectBackup {
  /** Name of the archive, which is part of its address. */
  name: string
  /** When the archive was made. */
  timestamp: string
  /** Bytes of the archive. */
  size: number
  /** Address of the object in this API. */
  url: string
}

/** Where to look how the work goes on. */
export interface StartedTask {
  /** What happened, in a sentence for people. */
  detail: string
  /** Address of the work that goes on in the background; null when there is none. */
  task_url: string
}

/** A role that the caller can give to teams of the project. */
export interface ProjectRole {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** What the role is for; null when nobody has said. */
  description: string | null
}

/** A team of a project: its people and what they may do there. */
export interface ProjectTeam {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** Ids of roles. */
  roles: number[]
  /** Names of the people in the team. */
  members: unknown[]
  /** Address of the object in this API. */
  url: string
}

/** How many entries of a file were new. */
export interface LearnedMemory {
  /** How many entries were new. */
  added: number
  /** How many entries the file has. */
  total: number
}

/** Settings of each service that the project has changed; null for one that is turned off. */
export type MachinerySettings = Record<string, Record<string, unknown> | null>

/** What was done. */
export interface MachineryOutcome {
  /** What was done, in a sentence. */
  message: string
}

/** For each component, for each of its languages: the numbers. */
export type ProjectMetrics = Record<string, Record<string, Measured>>

/** What is measured of a translation, with the name of its language. */
export interface Measured {
  /** What people call it. */
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
  /** Share of strings that are translated, in percent. */
  translated_percent: number
  /** Share of words in strings that are translated, in percent. */
  translated_words_percent: number
  /** Share of characters in strings that are translated, in percent. */
  translated_chars_percent: number
  /** Share of strings that are approved, in percent. */
  approved_percent: number
  /** Share of words in strings that are approved, in percent. */
  approved_words_percent: number
  /** Share of characters in strings that are approved, in percent. */
  approved_chars_percent: number
}

/** A mark for source strings. */
export interface Label {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** What it is for, in a sentence. */
  description: string
  /** Colour of the label. */
  color: string
}

/** The translation that was added. */
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
  /** Address of the translation the string belongs to. */
  translation: string
  /** Code of the language. */
  language_code: string
  /** The text to translate, one for each plural form. */
  source: string[]
  /** What the source said when it was translated, if it has changed since. */
  previous_source: string
  /** The translation, one text for each plural form. */
  target: string[]
  /** Number made of context and source, the same in every language. */
  id_hash: number
  /** Number made of the source alone. */
  content_hash: number
  /** Where the program uses the string. */
  location: string
  /** What tells the string from others with the same source, often its key. */
  context: string
  /** What the developers say about the string. */
  note: string
  /** Rules for checks that came with the file. */
  flags: string
  /** Marks of the source string. */
  labels: Label[]
  /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** Whether the translation needs editing. */
  fuzzy: boolean
  /** Whether the string is translated. */
  translated: boolean
  /** Whether a reviewer approved the translation. */
  approved: boolean
  /** Place in the file, the first is 1. */
  position: number
  /** Whether there are suggestions. */
  has_suggestion: boolean
  /** Whether there are comments that are not resolved. */
  has_comment: boolean
  /** Whether a check fails. */
  has_failing_check: boolean
  /** How many words the source has. */
  num_words: number
  /** Address of the same string in the source language. */
  source_unit: string
  /** Strings of high priority are offered first; 100 is usual. */
  priority: number
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Address of its page for people. */
  web_url: string
  /** Address of the object in this API. */
  url: string
  /** Explanation of the string for translators, added on this site. */
  explanation: string
  /** Rules for checks that were set here. */
  extra_flags: string
  /** Whether the change is not in the file yet. */
  pending: boolean
  /** When the string came into the translation. */
  timestamp: string
  /** When the string was changed last. */
  last_updated: string
  /** Whether a machine or another translation filled it. */
  automatically_translated: boolean
}

/** A stretch of the strings that a search finds, in the order of the file. */
export interface Strings {
  /** How many the search finds; null when nobody asked and it would be dear. */
  count: number | null
  /** Whether `count` is known yet. */
  count_is_known: boolean
  /** How many of them come before the first one here; null when nobody asked and it would be dear. */
  position_of_first: number | null
  /** For `after`; null at the end. */
  next: string | null
  /** For `before`; null at the beginning. */
  previous: string | null
  /** The strings of this stretch. */
  results: ListedString[]
}

/** A string as a list shows it. */
export interface ListedString {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Place in the file, the first is 1. */
  position: number
  /** The text to translate, one for each plural form. */
  source: string[]
  /** The translation, one text for each plural form. */
  target: string[]
  /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** Whether a check fails. */
  has_failing_check: boolean
  /** Whether there are suggestions. */
  has_suggestion: boolean
  /** Whether there are comments that are not resolved. */
  has_comment: boolean
  /** How many plural forms the source has. */
  num_plurals: number
}

/** Somebody by name, where an address would not do. */
export interface Person {
  /** The name of the account, which is part of its addresses. */
  username: string
  /** The name as people write it. */
  full_name: string
}

/** How many strings were changed. */
export interface BulkEditOutcome {
  /** How many strings were changed. */
  updated: number
}

/** Counts of strings, words and characters by status. */
export interface Statistics {
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** When a string was changed last; null for never. */
  last_change: string | null
  /** How many changes there were in the six hours up to the last one. */
  recent_changes: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Share of strings that are translated, in percent. */
  translated_percent: number
  /** Share of words in strings that are translated, in percent. */
  translated_words_percent: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Share of characters in strings that are translated, in percent. */
  translated_chars_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Share of strings that need editing, in percent. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing: number
  /** Share of strings that fail a check, in percent. */
  failing_percent: number
  /** Number of strings that are approved. */
  approved: number
  /** Share of strings that are approved, in percent. */
  approved_percent: number
  /** Number of strings that are read-only. */
  readonly: number
  /** Share of strings that are read-only, in percent. */
  readonly_percent: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Share of words in strings that need editing, in percent. */
  fuzzy_words_percent: number
  /** Number of characters in strings that need editing. */
  fuzzy_chars: number
  /** Share of characters in strings that need editing, in percent. */
  fuzzy_chars_percent: number
  /** Number of words in strings that are approved. */
  approved_words: number
  /** Share of words in strings that are approved, in percent. */
  approved_words_percent: number
  /** Number of characters in strings that are approved. */
  approved_chars: number
  /** Share of characters in strings that are approved, in percent. */
  approved_chars_percent: number
  /** Number of words in strings that are read-only. */
  readonly_words: number
  /** Share of words in strings that are read-only, in percent. */
  readonly_words_percent: number
  /** Number of characters in strings that are read-only. */
  readonly_chars: number
  /** Share of characters in strings that are read-only, in percent. */
  readonly_chars_percent: number
  /** What people call it. */
  name: string
  /** Address of the object in this API. */
  url: string
}

/** Statistics of one language in some place. */
export interface TranslationStatistics {
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** When a string was changed last; null for never. */
  last_change: string | null
  /** How many changes there were in the six hours up to the last one. */
  recent_changes: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Share of strings that are translated, in percent. */
  translated_percent: number
  /** Share of words in strings that are translated, in percent. */
  translated_words_percent: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Share of characters in strings that are translated, in percent. */
  translated_chars_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Share of strings that need editing, in percent. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing: number
  /** Share of strings that fail a check, in percent. */
  failing_percent: number
  /** Number of strings that are approved. */
  approved: number
  /** Share of strings that are approved, in percent. */
  approved_percent: number
  /** Number of strings that are read-only. */
  readonly: number
  /** Share of strings that are read-only, in percent. */
  readonly_percent: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** Number of words in strings that need editing. */
  fuzzy_words: number
  /** Share of words in strings that need editing, in percent. */
  fuzzy_words_percent: number
  /** Number of characters in strings that need editing. */
  fuzzy_chars: number
  /** Share of characters in strings that need editing, in percent. */
  fuzzy_chars_percent: number
  /** Number of words in strings that are approved. */
  approved_words: number
  /** Share of words in strings that are approved, in percent. */
  approved_words_percent: number
  /** Number of characters in strings that are approved. */
  approved_chars: number
  /** Share of characters in strings that are approved, in percent. */
  approved_chars_percent: number
  /** Number of words in strings that are read-only. */
  readonly_words: number
  /** Share of words in strings that are read-only, in percent. */
  readonly_words_percent: number
  /** Number of characters in strings that are read-only. */
  readonly_chars: number
  /** Share of characters in strings that are read-only, in percent. */
  readonly_chars_percent: number
  /** What people call it. */
  name: string
  /** Address of the object in this API. */
  url: string
  /** Code of the language. */
  code: string
  /** Address of the page on which strings are translated. */
  translate_url: string
  /** Who changed a string last; null when nobody did. */
  last_author: string | null
}

/** Whether work is stopped. */
export interface Lock {
  /** Whether work is stopped. */
  locked: boolean
}

/** What is set aside of one language of a component. */
export interface SetAside {
  /** Code of the language. */
  language_code: string
  /** Name of the language, in English. */
  language_name: string
  /** Path of the file of the language. */
  filename: string
  /** How many strings are set aside. */
  strings: number
  /** Whether the whole language is set aside, because its file is missing. */
  whole_language: boolean
  /** When the last of them was set aside. */
  set_aside: string
}

/** What came of it. */
export interface SetAsideOutcome {
  /** How many strings and languages are back. */
  restored: number
}

/** A file that is taken in as it is. */
export interface AcceptedFile {
  /** Path of the file of the language. */
  filename: string
  /** The task that takes the file in. */
  task_url: string
}

/** What became of the strings in the file. */
export interface UploadResult {
  /** How many strings of the file are not in the component. */
  not_found: number
  /** How many strings were left as they were. */
  skipped: number
  /** How many strings were taken over. */
  accepted: number
  /** How many strings the file has. */
  total: number
  /** Whether anything was taken over. */
  result: boolean
  /** The same as total; old clients read it. */
  count: number
}

/** Whether what is in the database is in the files, and those in the remote repository. */
export interface Repository {
  /** Whether there are changes that are not in the files yet. */
  needs_commit: boolean
  /** Whether the remote repository has commits that we have not. */
  needs_merge: boolean
  /** Whether we have commits that the remote repository has not. */
  needs_push: boolean
  /** Address of the object in this API. */
  url: string
  /** The newest commit of the remote repository; null when none is known. */
  remote_commit?: unknown
  /** The newest commit here; null when there is none. */
  weblate_commit?: unknown
  /** What git says, for people. */
  status?: string
  /** Why the last merge failed; null when it did not. */
  merge_failure?: string | null
  /** How many commits wait to be pushed. */
  outgoing_commits?: number
  /** How many commits wait to be merged. */
  missing_commits?: number
  /** How many changed strings are not in the files yet. */
  pending_units?: PendingUnits
}

/** Changed strings that are not in the files yet. */
export interface PendingUnits {
  /** How many there are. */
  total: number
  /** How many were left out because of an error. */
  errors_skipped: number
  /** How many are held back by the rules for commits. */
  commit_policy_skipped: number
  /** How many the next commit takes. */
  eligible_for_commit: number
}

/** How it went. */
export interface RepositoryOutcome {
  /** Whether it could be done. */
  result: boolean
  /** What happened, in a sentence for people. */
  detail?: string
  /** Address of the work that goes on in the background; null when there is none. */
  task_url?: string
}

/** How this site reaches repositories by ssh. */
export interface Ssh {
  /** The key that this server shows to others, for their lists of keys that may enter. */
  public_key: string | null
  /** Short form of the key, to compare it by eye. */
  fingerprint: string | null
  /** What happened, in a sentence for people. */
  detail?: string
  /** Servers whose keys are known. */
  known_hosts: KnownHost[]
}

/** A server that has been connected to, with the key that it showed first. */
export interface KnownHost {
  /** Name of the server. */
  host: string
  /** Kind of the key, such as ssh-ed25519. */
  type: string
  /** Short form of the key, to compare it by eye. */
  fingerprint: string
  /** Address of the object in this API. */
  url: string
}

/** How it went. */
export interface AutoTranslation {
  /** How many strings were filled, in a sentence. */
  details: string
}

/** Something that is wrong with a component or a project. */
export interface Alert {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** How bad it is. */
  severity: string
  /** What is wrong, in a sentence. */
  summary: string
  /** Address of the component it belongs to; null for none. */
  component: string | null
  /** What else is known of it; what that is depends on the action. */
  details: unknown
  /** Whether it can be put aside; what stops work cannot. */
  dismissible: boolean
  /** Whether somebody has put it aside. */
  dismissed: boolean
  /** When it happened. */
  timestamp: string
  /** When it was looked at last. */
  updated: string
}

/** Something that everybody who works here should know. */
export interface Announcement {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Plain text, shown above the pages of this place. */
  message: string
  /** How much it wants to be seen. */
  severity: "info" | "warning" | "danger" | "success"
  /** In UTC; empty for as long as it is not removed. */
  expiry: string | null
  /** To those who asked for mails about announcements. */
  notify: boolean
}

/** A text and its translation, kept for the next time. */
export interface Memory {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** The text that was translated. */
  source: string
  /** Its translation. */
  target: string
  /** Id of the language of the text. */
  source_language: number
  /** Id of the language of the translation. */
  target_language: number
  /** Where it was translated: a component, or the name of a file. */
  origin: string
  /** Id of the project; null for none. */
  project: number | null
  /** Id of the user; null for none. */
  user: number | null
  /** Whether it came from an uploaded file. */
  from_file: boolean
  /** Whether all projects use it. */
  shared: boolean
}

/** What the memory knows of a text. */
export interface MemoryLookup {
  /** The text that was asked for. */
  query: string
  /** The best entry, with its likeness in percent as `quality`; null when nothing is alike. */
  match: unknown
}

/** Counts of strings, words and characters of a language. */
export interface LanguageStatistics {
  /** Number of strings. */
  total: number
  /** Number of words in strings. */
  total_words: number
  /** Number of characters in strings. */
  total_chars: number
  /** When a string was changed last; null for never. */
  last_change: string | null
  /** How many changes there were in the six hours up to the last one. */
  recent_changes: number
  /** Number of strings that are translated. */
  translated: number
  /** Number of words in strings that are translated. */
  translated_words: number
  /** Share of strings that are translated, in percent. */
  translated_percent: number
  /** Share of words in strings that are translated, in percent. */
  translated_words_percent: number
  /** Number of characters in strings that are translated. */
  translated_chars: number
  /** Share of characters in strings that are translated, in percent. */
  translated_chars_percent: number
  /** Number of strings that need editing. */
  fuzzy: number
  /** Share of strings that need editing, in percent. */
  fuzzy_percent: number
  /** Number of strings that fail a check. */
  failing: number
  /** Share of strings that fail a check, in percent. */
  failing_percent: number
  /** Number of strings that are approved. */
  approved: number
  /** Share of strings that are approved, in percent. */
  approved_percent: number
  /** Number of strings that are read-only. */
  readonly: number
  /** Share of strings that are read-only, in percent. */
  readonly_percent: number
  /** Number of strings that have suggestions. */
  suggestions: number
  /** Number of strings that have comments. */
  comments: number
  /** What people call it. */
  name: string
  /** Address of the object in this API. */
  url: string
}

/** A choice of components, from any projects. */
export interface ComponentList {
  /** What people call it. */
  name: string
  /** Its part of every address: letters, digits, hyphens and underscores. */
  slug: string
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Whether the list is offered on the front page. */
  show_dashboard: boolean
  /** Addresses of the components. */
  components: string[]
  /** Which components are added by themselves. */
  auto_assign: ComponentListMatch[]
  /** Address of the object in this API. */
  url: string
}

/** Components whose names fit are added by themselves. */
export interface ComponentListMatch {
  /** Regular expression for the slug of the project. */
  project_match: string
  /** Regular expression for the slug of the component. */
  component_match: string
}

/** Something that happened. */
export interface Change {
  /** Address of the string it is about; null for none. */
  unit: string | null
  /** Address of the component it belongs to; null for none. */
  component: string | null
  /** Address of the translation it belongs to; null for none. */
  translation: string | null
  /** Address of who did it; null for somebody without an account or who is gone. */
  user: string | null
  /** Address of whose text it is; null when nobody is known. */
  author: string | null
  /** What the alert was about, for changes that tell of one; null for others. */
  alert: unknown
  /** When it happened. */
  timestamp: string
  /** Number of what happened. */
  action: number
  /** The text after the change. */
  target: string
  /** The text before the change. */
  old: string
  /** What else is known of it; what that is depends on the action. */
  details: unknown
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What happened, in words. */
  action_name: string
  /** Address of the object in this API. */
  url: string
}

/** A unit after it was changed. */
export interface ChangedUnit {
  /** Address of the translation it belongs to; null for none. */
  translation: string
  /** Code of the language. */
  language_code: string
  /** The text to translate, one for each plural form. */
  source: string[]
  /** What the source said when it was translated, if it has changed since. */
  previous_source: string
  /** The translation, one text for each plural form. */
  target: string[]
  /** Number made of context and source, the same in every language. */
  id_hash: number
  /** Number made of the source alone. */
  content_hash: number
  /** Where the program uses the string. */
  location: string
  /** What tells the string from others with the same source, often its key. */
  context: string
  /** What the developers say about the string. */
  note: string
  /** Rules for checks that came with the file. */
  flags: string
  /** Marks of the source string. */
  labels: Label[]
  /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** What is done with strings that the file marks as needing editing. */
  fuzzy: boolean
  /** Whether the string is translated. */
  translated: boolean
  /** Whether a reviewer approved the translation. */
  approved: boolean
  /** Place in the file, the first is 1. */
  position: number
  /** Whether there are suggestions. */
  has_suggestion: boolean
  /** Whether there are comments that are not resolved. */
  has_comment: boolean
  /** Whether a check fails. */
  has_failing_check: boolean
  /** How many words the source has. */
  num_words: number
  /** Address of the same string in the source language. */
  source_unit: string
  /** Strings of high priority are offered first; 100 is usual. */
  priority: number
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Address of its page for people. */
  web_url: string
  /** Address of the object in this API. */
  url: string
  /** Explanation of the string for translators, added on this site. */
  explanation: string
  /** Rules for checks that were set here. */
  extra_flags: string
  /** Whether the change is not in the file yet. */
  pending: boolean
  /** When it happened. */
  timestamp: string
  /** When the string was changed last. */
  last_updated: string
  /** Whether a machine or another translation filled it. */
  automatically_translated: boolean
  /** Identifies what it says now: send it with the next change. */
  version: string
}

/** Somebody has changed the string meanwhile: nothing was written. */
export interface UnitConflict {
  /** What kind of refusal it is. */
  type: string
  /** Each thing that is wrong, the most important first. */
  errors: unknown[]
  /** What happened, in a sentence for people. */
  detail: string
  /** The string as it is now. */
  unit: Unit
  /** Changes whenever the string does; sent with a change, it protects what others wrote meanwhile. */
  version: string
}

/** Everything about a string for whoever works on it. */
export interface UnitWork {
  /** The string itself. */
  unit: Unit
  /** Where the string stands in the sources, with addresses where the component has `repoweb`. */
  places: WorkSourcePlace[]
  /** Changes with the texts, the state, the flags and the explanation; PATCH of the unit takes it. */
  version: string
  /** The language. */
  language: WorkLanguage
  /** The language that is translated from. */
  source_language: WorkLanguage
  /** Whether it is the source language. */
  is_source: boolean
  /** Whether the component takes no translations at present. */
  locked: boolean
  /** Whether suggestions are voted on. */
  voting: boolean
  /** So many votes make a suggestion the translation; 0 when votes never do. */
  votes_needed: number
  /** How the language counts. */
  plural: WorkPlural
  /** What stands in the source and has to stay as it is. */
  placeables: string[]
  /** How many characters a translation may have, by flags of the string, its component and its project; null for any number. */
  max_length: number | null
  /** Where they are, for each form of the source. */
  highlights: Array<WorkSpan[]>
  /** What the caller may do. */
  may: WorkPermissions
  /** Checks that the string fails. */
  checks?: FailingCheck[]
  /** Suggestions for the string. */
  suggestions?: WorkSuggestion[]
  /** Comments on the string. */
  comments?: WorkComment[]
  /** Strings before and after it in the file. */
  nearby?: Neighbour[]
  /** The same string in other languages. */
  other_languages?: OtherLanguage[]
  /** Terms of the glossary in the source. */
  glossary?: GlossaryMatch[]
  /** Translations of the same text or of similar ones. */
  memory?: MemoryMatch[]
  /** What happened to the string, the newest first. */
  history?: PastChange[]
  /** Pictures that show the string. */
  screenshots?: WorkScreenshot[]
}

/** A place in the sources. */
export interface WorkSourcePlace {
  /** The place as the file has it. */
  text: string
  /** Where the place can be looked at; null when the component does not say. */
  url: string | null
}

/** A language, as far as a text in it needs it. */
export interface WorkLanguage {
  /** Code of the language. */
  code: string
  /** What people call it. */
  name: string
  /** In which direction its texts are written. */
  direction: string
}

/** How the language counts. */
export interface WorkPlural {
  /** How many plural forms there are. */
  number: number
  /** Gives the form that a number n takes. */
  formula: string
  /** The plural forms, in their order. */
  forms: WorkPluralForm[]
}

/** One plural form and the numbers that take it. */
export interface WorkPluralForm {
  /** The number of the form. */
  index: number
  /** Such as `one` or `few`; empty where the rule has no usual names. */
  name: string
  /** The smallest numbers, with `…` when there are more. */
  examples: string
}

/** A stretch of a text, counted in UTF-16 units. */
export interface WorkSpan {
  /** Where it begins. */
  start: number
  /** Where it ends. */
  end: number
}

/** What the caller may do here and now, the settings and locks of the component included. */
export interface WorkPermissions {
  /** Whether the caller may translate. */
  translate: boolean
  /** Whether the caller may approve. */
  review: boolean
  /** Whether the caller may suggest. */
  suggest: boolean
  /** Whether the caller may accept suggestions. */
  accept: boolean
  /** Whether the caller may vote. */
  vote: boolean
  /** Those of others; one may always take back one’s own. */
  delete_suggestion: boolean
  /** Whether the caller may comment. */
  comment: boolean
  /** Those of others; one may always resolve one’s own. */
  resolve_comment: boolean
  /** Whether the caller may say that a failing check is wrong. */
  dismiss_check: boolean
  /** At the source unit: explanation and flags. */
  edit_flags: boolean
  /** At the source unit. */
  edit_labels: boolean
  /** Whether the caller may add pictures. */
  upload_screenshot: boolean
  /** Whether the caller may change many strings at once. */
  bulk_edit: boolean
  /** Ask services for translations. */
  machinery: boolean
}

/** A check that a string fails, and whether somebody says that it is right so. */
export interface FailingCheck {
  /** As in searches: check:end_stop. */
  id: string
  /** What people call it. */
  name: string
  /** What it is for, in a sentence. */
  description: string
  /** A translation that fails it is not finished, and it cannot be dismissed. */
  enforced: boolean
  /** Whether somebody said that the string is right as it is. */
  dismissed: boolean
}

/** A suggestion with its votes. */
export interface WorkSuggestion {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** The translation, one text for each plural form. */
  target: string[]
  /** Address of who did it; null for somebody without an account or who is gone. */
  user: Person | null
  /** When it happened. */
  timestamp: string
  /** Votes for it less votes against it. */
  votes: number
  /** 1, -1, or 0 for none. */
  own_vote: number
  /** Whether the caller wrote it. */
  is_own: boolean
}

/** A comment on the string or on its source. */
export interface WorkComment {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What somebody wrote. */
  comment: string
  /** Address of who did it; null for somebody without an account or who is gone. */
  user: Person | null
  /** When it happened. */
  timestamp: string
  /** Whether it is done with. */
  resolved: boolean
  /** `translation` or `source`. */
  scope: string
  /** Whether the caller wrote it. */
  is_own: boolean
}

/** A string that stands near in the file. */
export interface Neighbour {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Place in the file, the first is 1. */
  position: number
  /** The text to translate, one for each plural form. */
  source: string[]
  /** The translation, one text for each plural form. */
  target: string[]
  /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
}

/** The string in another language. */
export interface OtherLanguage {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** The language. */
  language: WorkLanguage
  /** The translation, one text for each plural form. */
  target: string[]
  /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
}

/** A term of the glossary that occurs in the source. */
export interface GlossaryMatch {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** The term. */
  source: string
  /** Its translation. */
  target: string
  /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  state: number
  /** Whether the term must not be used. */
  forbidden: boolean
  /** Whether the term is not translated. */
  read_only: boolean
  /** Explanation of the string for translators, added on this site. */
  explanation: string
}

/** A translation that was made of the same text or a similar one. */
export interface MemoryMatch {
  /** The text that was translated. */
  source: string
  /** Its translation. */
  target: string
  /** In percent; 100 is the same text. */
  quality: number
  /** Where it was translated: a component, or the name of a file. */
  origin: string
}

/** Something that happened to the string. */
export interface PastChange {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Number of what happened. */
  action: number
  /** What happened, in words. */
  action_name: string
  /** Address of who did it; null for somebody without an account or who is gone. */
  user: Person | null
  /** When it happened. */
  timestamp: string
  /** The text before, one for each plural form. */
  old: string[]
  /** The text after, one for each plural form. */
  target: string[]
  /** What else is known of it; what that is depends on the action. */
  details: unknown
}

/** A picture that shows the string. */
export interface WorkScreenshot {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** Address of the file. */
  file_url: string
  /** Address of the object in this API. */
  url: string
}

/** What the checks say about a translation that is not saved. */
export interface CheckedText {
  /** The translation that was checked. */
  target: string[]
  /** Checks that the text fails. */
  checks: CheckResult[]
}

/** A check that a string fails. */
export interface CheckResult {
  /** As in searches: check:end_stop. */
  id: string
  /** What people call it. */
  name: string
  /** What it is for, in a sentence. */
  description: string
  /** A translation that fails it is not finished, and it cannot be dismissed. */
  enforced: boolean
}

/** What a service makes of a string. */
export interface MachineTranslation {
  /** Id of the service. */
  service: string
  /** What people call it. */
  name: string
  /** One for each plural form; empty when it failed. */
  text: string[]
  /** In percent: how like the text the memory knew is, or how good the service usually is. */
  quality: number
  /** Why there is no translation. */
  error: string | null
}

/** What somebody has to say about a string. */
export interface Comment {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What somebody wrote. */
  comment: string
  /** Address of who did it; null for somebody without an account or who is gone. */
  user: string | null
  /** When it happened. */
  timestamp: string
  /** Whether it is done with. */
  resolved: boolean
}

/** A translation that somebody proposes. */
export interface Suggestion {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Address of the string it is about; null for none. */
  unit: string
  /** The translation, one text for each plural form. */
  target: string[]
  /** Address of who did it; null for somebody without an account or who is gone. */
  user: string | null
  /** When it happened. */
  timestamp: string
  /** Votes for it less votes against it. */
  num_votes: number
  /** Address of the object in this API. */
  url: string
}

/** What became of the suggestion. */
export interface SuggestionOutcome {
  /** What became of it, in words. */
  result: string
  /** The suggestion as it is now. */
  suggestion: Suggestion
}

/** A picture that shows where strings appear. */
export interface Screenshot {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** Path of the picture in the repository; empty when it was uploaded. */
  repository_filename: string
  /** Address of the translation in which the picture was taken. */
  translation: string
  /** Address of the file. */
  file_url: string
  /** Addresses of the strings it shows. */
  units: string[]
  /** Address of the object in this API. */
  url: string
}

/** Something that a project or a component has done for itself. */
export interface Addon {
  /** Address of the component it belongs to; null for none. */
  component: string | null
  /** Address of the project it belongs to; null for none. */
  project: string | null
  /** Which add-on it is. */
  name: "weblate.autotranslate.autotranslate" | "weblate.consistency.languages" | "weblate.flags.bulk" | "weblate.flags.same_edit" | "weblate.flags.target_edit" | "weblate.generate.prefill" | "weblate.removal.comments" | "weblate.removal.suggestions" | "weblate.webhook.webhook"
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Settings of the add-on; which there are depends on its name. */
  configuration: unknown
  /** Address of the object in this API. */
  url: string
}

/** Something that a web hook was told, or is to be told. */
export interface WebHookDelivery {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** Address of the change that it tells of. */
  change: string
  /** When the report was asked for. */
  created: string
  /** How often it was tried. */
  attempts: number
  /** Whether it has arrived. */
  delivered: boolean
  /** When it arrived or was given up; null while it is still tried. */
  finished: string | null
  /** When it is tried again; null when it is not. */
  next_attempt: string | null
  /** The HTTP status of the last answer; null when there was none. */
  status: number | null
  /** Why the last attempt failed; null when it did not. */
  error: string | null
}

/** A folder for components of a project. */
export interface Category {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What people call it. */
  name: string
  /** Its part of every address: letters, digits, hyphens and underscores. */
  slug: string
  /** Address of the project. */
  project: string
  /** Address of the category it lies in; null for none. */
  category: string | null
  /** Address of the object in this API. */
  url: string
  /** Address of its statistics. */
  statistics_url: string
}

/** Who did how much in a time. */
export interface Report {
  /** Number that stays with the object for as long as it exists. */
  id: number
  /** What the report counts. */
  kind: "credits" | "counts"
  /** From when on changes count. */
  start: string
  /** Now, when it is left out. */
  end: string
  /** Only the language with this code. */
  language: string | null
  /** Whether it is done. */
  completed: boolean
  /** When the report was asked for. */
  created: string
  /** Address of the object in this API. */
  url: string
  /** Address of the report as JSON. */
  json_url: string
  /** Address of the report as a page. */
  html_url: string
  /** Address of the report as reStructuredText. */
  rst_url: string
}

/** The people of one language, under its name. */
export type Credits = Record<string, Contributor[]>

/** Somebody who worked on a language. */
export interface Contributor {
  /** Address of the contributor, where the reader may know it. */
  email: string
  /** The name as people write it. */
  full_name: string
  /** How many strings they changed. */
  change_count: number
}

/** Work that goes on in the background. */
export interface Task {
  /** Whether it is done. */
  completed: boolean
  /** How far it is, in percent. */
  progress: number
  /** What came of it; null until it is done. */
  result: unknown
  /** What happened so far, a line each. */
  log: string
}

/** Something by that name. */
export interface SearchResult {
  /** Address of its page. */
  url: string
  /** What people call it. */
  name: string
  /** What kind of thing it is. */
  category: string
}

/** How much there is. */
export interface Metrics {
  /** How many strings there are. */
  units: number
  /** How many strings are translated. */
  units_translated: number
  /** How many accounts there are. */
  users: number
  /** How many changes there were. */
  changes: number
  /** How many projects there are. */
  projects: number
  /** How many components there are. */
  components: number
  /** How many translations there are. */
  translations: number
  /** How many languages are translated into. */
  languages: number
  /** How many checks fail. */
  checks: number
  /** How many settings are wrong; always 0, since the server does not start with them. */
  configuration_errors: number
  /** How many suggestions wait. */
  suggestions: number
  /** How many jobs wait, by queue. */
  celery_queues: Record<string, number>
  /** Name of the program. */
  name: string
  /** Version of the program. */
  version: string
}

/** Every operation by path and method. */
export interface RestOperations {
  '/': {
    /** Addresses of the lists. */
    get: {
      query: NoParameters
      answer: Root
    }
  }
  '/schema/': {
    /** OpenAPI document. */
    get: {
      query: {
        /** YAML unless the Accept header asks for JSON. */
        format?: "yaml" | "json"
      }
      answer: Blob
    }
  }
  '/docs/': {
    /** Viewer of the OpenAPI documents. */
    get: {
      query: {
        /** Which of the two APIs is shown: rest unless it says action. */
        api?: "rest" | "action"
      }
      answer: Blob
    }
  }
  '/users/': {
    /** List of users. */
    get: {
      query: {
        /** How the name begins. */
        username?: string
        /** The user with this id. */
        id?: number
        /** Whether the account can be used. */
        is_active?: boolean
        /** The address in any case, for those who manage users. */
        email?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<User>
    }
    /** Create an account. */
    post: {
      query: NoParameters
      body: {
        /** Address for mails; there only for those who may know it. */
        email: string
        /** The name as people write it. */
        full_name: string
        /** The name of the account, which is part of its addresses. */
        username: string
        /** Languages and projects the user works on. */
        profile?: Profile
        /** Whether the user may do everything. */
        is_superuser?: boolean
        /** Whether the account can be used. */
        is_active?: boolean
        /** Whether the account belongs to a program. */
        is_bot?: boolean
        /** After which moment the account can no longer be used; null for never. */
        date_expires?: string | null
      }
      answer: User
    }
  }
  '/users/{username}/': {
    /** One user. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: User
    }
    /** Change an account. */
    put: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Address for mails; there only for those who may know it. */
        email: string
        /** The name as people write it. */
        full_name: string
        /** The name of the account, which is part of its addresses. */
        username: string
        /** Languages and projects the user works on. */
        profile?: Profile
        /** Whether the user may do everything. */
        is_superuser?: boolean
        /** Whether the account can be used. */
        is_active?: boolean
        /** Whether the account belongs to a program. */
        is_bot?: boolean
        /** After which moment the account can no longer be used; null for never. */
        date_expires?: string | null
      }
      answer: User
    }
    /** Change parts of an account. */
    patch: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Address for mails; there only for those who may know it. */
        email?: string
        /** The name as people write it. */
        full_name?: string
        /** The name of the account, which is part of its addresses. */
        username?: string
        /** Languages and projects the user works on. */
        profile?: Profile
        /** Whether the user may do everything. */
        is_superuser?: boolean
        /** Whether the account can be used. */
        is_active?: boolean
        /** Whether the account belongs to a program. */
        is_bot?: boolean
        /** After which moment the account can no longer be used; null for never. */
        date_expires?: string | null
      }
      answer: User
    }
    /** Close an account: it keeps its name in histories and loses everything private. */
    delete: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/users/{username}/groups/': {
    /** Add to a team. */
    post: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Id of the team. */
        group_id: number
        /** The membership counts for these languages only. */
        limit_language_codes?: string[]
      }
      answer: User
    }
    /** Take out of a team. */
    delete: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Id of the team. */
        group_id: number
      }
      answer: User
    }
  }
  '/users/{username}/filters/': {
    /** Saved filters of a user. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: SavedFilter[]
    }
    /** Replace the saved filters. */
    put: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** All filters of the user, in the order in which they are shown. */
        filters: SavedFilter[]
      }
      answer: SavedFilter[]
    }
  }
  '/users/{username}/notifications/': {
    /** Subscriptions of a user. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Subscription>
    }
    /** Subscribe. */
    post: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Kind of notification. */
        notification: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
        /** Where it holds; of several that fit, the highest number decides. */
        scope: 0 | 10 | 20 | 30 | 40
        /** How often mail is sent. */
        frequency: 0 | 1 | 2 | 3 | 4
        /** With scope 30: the slug of a project. */
        project?: unknown
        /** With scope 40: project/component. */
        component?: unknown
      }
      answer: Subscription
    }
  }
  '/users/{username}/notifications/{id}/': {
    /** One subscription. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
        /** Id of the object. */
        id: string | number
      }
      query: NoParameters
      answer: Subscription
    }
    /** Change a subscription. */
    put: {
      path: {
        /** Name of a user. */
        username: string | number
        /** Id of the object. */
        id: string | number
      }
      query: NoParameters
      body: {
        /** Kind of notification. */
        notification: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
        /** Where it holds; of several that fit, the highest number decides. */
        scope: 0 | 10 | 20 | 30 | 40
        /** How often mail is sent. */
        frequency: 0 | 1 | 2 | 3 | 4
        /** With scope 30: the slug of a project. */
        project?: unknown
        /** With scope 40: project/component. */
        component?: unknown
      }
      answer: Subscription
    }
    /** Change parts of a subscription. */
    patch: {
      path: {
        /** Name of a user. */
        username: string | number
        /** Id of the object. */
        id: string | number
      }
      query: NoParameters
      body: {
        /** Kind of notification. */
        notification?: "RepositoryNotification" | "LockNotification" | "LicenseNotification" | "ParseErrorNotification" | "NewStringNotificaton" | "TranslationActivitySummaryNotification" | "NewContributorNotificaton" | "NewSuggestionNotificaton" | "LanguageTranslatedNotificaton" | "ComponentTranslatedNotificaton" | "NewCommentNotificaton" | "MentionCommentNotificaton" | "LastAuthorCommentNotificaton" | "TranslatedStringNotificaton" | "ApprovedStringNotificaton" | "ChangedStringNotificaton" | "NewTranslationNotificaton" | "NewComponentNotificaton" | "NewAnnouncementNotificaton" | "NewAlertNotificaton" | "MergeFailureNotification" | "PendingSuggestionsNotification" | "ToDoStringsNotification"
        /** Where it holds; of several that fit, the highest number decides. */
        scope?: 0 | 10 | 20 | 30 | 40
        /** How often mail is sent. */
        frequency?: 0 | 1 | 2 | 3 | 4
        /** With scope 30: the slug of a project. */
        project?: unknown
        /** With scope 40: project/component. */
        component?: unknown
      }
      answer: Subscription
    }
    /** Unsubscribe. */
    delete: {
      path: {
        /** Name of a user. */
        username: string | number
        /** Id of the object. */
        id: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/users/{username}/notification-presets/': {
    /** Presets. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: NotificationPreset[]
    }
    /** Choose a preset; subscriptions to one project or component stay. */
    post: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Its name. */
        preset: "mine" | "projects" | "languages" | "nothing"
      }
      answer: ChosenNotificationPreset
    }
  }
  '/users/{username}/notification-preview/': {
    /** Mails of last week. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: NotificationPreview
    }
  }
  '/users/{username}/wiki-notifications/': {
    /** What mail about the wiki comes, and how often. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: WikiNotifications
    }
    /** Choose some of it. */
    patch: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      body: {
        /** Messages on the talk page of the user. */
        own_talk_page?: 0 | 1 | 2 | 3
        /** Signed messages with a link to the page of the user. */
        mentions?: 0 | 1 | 2 | 3
        /** Changes of pages that the user watches. */
        watched_pages?: 0 | 1 | 2 | 3
        /** Whether edits that are marked as minor count too. */
        minor_edits?: boolean
      }
      answer: WikiNotifications
    }
  }
  '/users/{username}/statistics/': {
    /** Statistics of a user. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: NoParameters
      answer: UserStatistics
    }
  }
  '/users/{username}/contributions/': {
    /** Translations a user has changed. */
    get: {
      path: {
        /** Name of a user. */
        username: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Translation>
    }
  }
  '/groups/': {
    /** List of groups. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Group>
    }
    /** Create a group. */
    post: {
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Which projects the team works in: 0 those listed, 1 all, 2 those of the component lists, 3 all public ones, 4 all public and protected ones. */
        project_selection?: 0 | 1 | 2 | 3 | 4
        /** Which languages the team works in: 0 those listed, 1 all. */
        language_selection?: 0 | 1
        /** Address or slug of the project that the team belongs to; set when the team is created. */
        defining_project?: unknown
      }
      answer: Group
    }
  }
  '/groups/{group}/': {
    /** One group. */
    get: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      answer: Group
    }
    /** Change a group. */
    put: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Which projects the team works in: 0 those listed, 1 all, 2 those of the component lists, 3 all public ones, 4 all public and protected ones. */
        project_selection?: 0 | 1 | 2 | 3 | 4
        /** Which languages the team works in: 0 those listed, 1 all. */
        language_selection?: 0 | 1
        /** Address or slug of the project that the team belongs to; set when the team is created. */
        defining_project?: unknown
      }
      answer: Group
    }
    /** Change parts of a group. */
    patch: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name?: string
        /** Which projects the team works in: 0 those listed, 1 all, 2 those of the component lists, 3 all public ones, 4 all public and protected ones. */
        project_selection?: 0 | 1 | 2 | 3 | 4
        /** Which languages the team works in: 0 those listed, 1 all. */
        language_selection?: 0 | 1
        /** Address or slug of the project that the team belongs to; set when the team is created. */
        defining_project?: unknown
      }
      answer: Group
    }
    /** Remove a group. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/roles/': {
    /** Add a role. */
    post: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Id of the role. */
        role_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/roles/{part}/': {
    /** Take a role away. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
        /** What the team no longer has: an id, or the code of a language. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/languages/': {
    /** Add a language. */
    post: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Code of the language. */
        language_code: string
      }
      answer: Group
    }
  }
  '/groups/{group}/languages/{part}/': {
    /** Take a language away. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
        /** What the team no longer has: an id, or the code of a language. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/projects/': {
    /** Add a project. */
    post: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Id of the project. */
        project_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/projects/{part}/': {
    /** Take a project away. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
        /** What the team no longer has: an id, or the code of a language. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/components/': {
    /** Add a component. */
    post: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Id of the component. */
        component_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/components/{part}/': {
    /** Take a component away. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
        /** What the team no longer has: an id, or the code of a language. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/componentlists/': {
    /** Add a component list. */
    post: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Id of the component list. */
        component_list_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/componentlists/{part}/': {
    /** Take a component list away. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
        /** What the team no longer has: an id, or the code of a language. */
        part: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/groups/{group}/admins/': {
    /** Add a administrator. */
    post: {
      path: {
        /** Id of a team. */
        group: string | number
      }
      query: NoParameters
      body: {
        /** Id or name of the user. */
        user_id: number
      }
      answer: Group
    }
  }
  '/groups/{group}/admins/{part}/': {
    /** Take an administrator away. */
    delete: {
      path: {
        /** Id of a team. */
        group: string | number
        /** What the team no longer has: an id, or the code of a language. */
        part: string | number
      }
      query: NoParameters
      answer: Group
    }
  }
  '/roles/': {
    /** List of roles. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Role>
    }
    /** Create a role. */
    post: {
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** What the role allows. */
        permissions: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
      }
      answer: Role
    }
  }
  '/roles/{role}/': {
    /** One role. */
    get: {
      path: {
        /** Id of a role. */
        role: string | number
      }
      query: NoParameters
      answer: Role
    }
    /** Replace a role. */
    put: {
      path: {
        /** Id of a role. */
        role: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** What the role allows. */
        permissions: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
      }
      answer: Role
    }
    /** Add permissions to a role. */
    patch: {
      path: {
        /** Id of a role. */
        role: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name?: string
        /** What the role allows. */
        permissions?: Array<"management.use" | "project.add" | "language.add" | "language.edit" | "user.view" | "user.edit" | "group.view" | "group.edit" | "role.view" | "role.edit" | "componentlist.edit" | "announcement.add" | "announcement.delete" | "memory.manage" | "change.download" | "comment.add" | "comment.delete" | "comment.resolve" | "component.edit" | "component.lock" | "glossary.add" | "glossary.delete" | "glossary.edit" | "glossary.terminology" | "glossary.upload" | "label.edit" | "memory.delete" | "memory.edit" | "project.edit" | "project.permissions" | "reports.view" | "screenshot.add" | "screenshot.delete" | "screenshot.edit" | "source.edit" | "suggestion.accept" | "suggestion.add" | "suggestion.delete" | "suggestion.vote" | "translation.add" | "translation.add_more" | "translation.auto" | "translation.delete" | "translation.download" | "unit.add" | "unit.bulk_edit" | "unit.check" | "unit.delete" | "unit.edit" | "unit.flag" | "unit.override" | "unit.review" | "unit.template" | "upload.overwrite" | "upload.perform" | "vcs.access" | "vcs.commit" | "vcs.push" | "vcs.reset" | "vcs.update" | "vcs.view">
      }
      answer: Role
    }
    /** Remove a role. */
    delete: {
      path: {
        /** Id of a role. */
        role: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/': {
    /** List of projects. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Project>
    }
    /** Create a project. */
    post: {
      query: NoParameters
      body: {
        /** What people call the project; shown in lists and at the top of its pages. */
        name: string
        /** Part of every address of the project: letters, digits, hyphens and underscores. */
        slug: string
        /** Where the project lives on the web, so that translators can look at it. */
        web?: string
        /** Reviewers approve finished translations. Without it a translation is done when it is translated. */
        translation_review?: boolean
        /** Reviewers approve new source strings too, before others translate them. */
        source_review?: boolean
        /** Shown to everybody who translates: tone, how to address readers, whom to ask. Links and names may stand in it. */
        instructions?: string
        /** Codes in file names that mean another language, as pairs with commas between them, such as fr_FR:fr, pt:pt_BR. */
        language_aliases?: string
        /** Which checks run on all strings of the project and how, such as python-format, ignore-same. */
        check_flags?: string
        /** Whether everybody sees the project, and whether everybody with an account may translate it. */
        access_control?: 0 | 1 | 100 | 200
        /** A backup of a project: the new one is made of it, with its settings; send name and slug alone beside it. */
        zipfile?: Blob
      }
      answer: Project
    }
  }
  '/projects/{project}/': {
    /** One project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Project
    }
    /** Change a project. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** What people call the project; shown in lists and at the top of its pages. */
        name: string
        /** Part of every address of the project: letters, digits, hyphens and underscores. */
        slug: string
        /** Where the project lives on the web, so that translators can look at it. */
        web?: string
        /** Reviewers approve finished translations. Without it a translation is done when it is translated. */
        translation_review?: boolean
        /** Reviewers approve new source strings too, before others translate them. */
        source_review?: boolean
        /** Shown to everybody who translates: tone, how to address readers, whom to ask. Links and names may stand in it. */
        instructions?: string
        /** Codes in file names that mean another language, as pairs with commas between them, such as fr_FR:fr, pt:pt_BR. */
        language_aliases?: string
        /** Which checks run on all strings of the project and how, such as python-format, ignore-same. */
        check_flags?: string
        /** Whether everybody sees the project, and whether everybody with an account may translate it. */
        access_control?: 0 | 1 | 100 | 200
      }
      answer: Project
    }
    /** Change parts of a project. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** What people call the project; shown in lists and at the top of its pages. */
        name?: string
        /** Part of every address of the project: letters, digits, hyphens and underscores. */
        slug?: string
        /** Where the project lives on the web, so that translators can look at it. */
        web?: string
        /** Reviewers approve finished translations. Without it a translation is done when it is translated. */
        translation_review?: boolean
        /** Reviewers approve new source strings too, before others translate them. */
        source_review?: boolean
        /** Shown to everybody who translates: tone, how to address readers, whom to ask. Links and names may stand in it. */
        instructions?: string
        /** Codes in file names that mean another language, as pairs with commas between them, such as fr_FR:fr, pt:pt_BR. */
        language_aliases?: string
        /** Which checks run on all strings of the project and how, such as python-format, ignore-same. */
        check_flags?: string
        /** Whether everybody sees the project, and whether everybody with an account may translate it. */
        access_control?: 0 | 1 | 100 | 200
      }
      answer: Project
    }
    /** Remove a project with everything in it. */
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
    /** Components of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
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
        /** What people call the component; shown in lists and at the top of its pages. */
        name: string
        /** Part of every address of the component: letters, digits, hyphens and underscores. */
        slug: string
        /** In which form the files of the languages are read and written. */
        file_format: string
        /** Where the file of each language is, with a star for the language code: po/*.po. */
        filemask?: string
        /** For formats with one language in each file: the file of the source language. */
        template?: string
        /** The file that a new language starts from; the source file when empty. */
        new_base?: string
        /** A short name, such as CC-BY-4.0 or MIT, that contributors see. */
        license?: string
        /** What contributors agree to; shown before they translate. */
        agreement?: string
        /** What happens when a translator misses their language. */
        new_lang?: "contact" | "url" | "add" | "none"
        /** Which checks run on the strings of this component and how, in addition to the project’s. */
        check_flags?: string
        /** Components of high priority are offered to translators first. */
        priority?: 60 | 80 | 100 | 120 | 140
        /** Hides the component from everybody else, even from other members of the project. */
        restricted?: boolean
        /** The same string translated in another component of the project is translated here too. */
        allow_translation_propagation?: boolean
        /** For components whose strings are kept here and not in a file that somebody uploads. */
        manage_units?: boolean
        /** For formats with one language in each file: translators may change the source texts. */
        edit_template?: boolean
        /** Those who may not translate can still propose a text for others to accept. */
        enable_suggestions?: boolean
        /** Translators vote on suggestions instead of accepting them alone. */
        suggestion_voting?: boolean
        /** With voting: so many votes accept a suggestion by themselves. 0 never does. */
        suggestion_autoaccept?: number
        /** Its strings are terms: they are shown beside strings that use them. */
        is_glossary?: boolean
        /** A translation that fails one of these is kept as needing editing. */
        enforced_checks?: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
        /** Where the files live: in the database alone, or in a git repository. */
        vcs?: "local" | "git"
        /** Such as https://example.org/project.git or git@example.org:project.git; a token may stand before the server: https://name:token@example.org/…. */
        repo?: string
        /** The one to follow; when empty, the one that the repository shows first. */
        branch?: string
        /** Where translations are sent; without it they are committed and stay here. */
        push?: string
        /** Another branch for translations; when empty, the one that is followed. */
        push_branch?: string
        /** How changes of the remote branch come together with ours. */
        merge_style?: "merge" | "rebase" | "merge_noff"
        /** Whether every commit is pushed at once. */
        push_on_commit?: boolean
        /** After how many hours changed strings are committed. */
        commit_pending_age?: number
        /** Text of a commit; empty for the usual one. */
        commit_message?: string
        /** Text of a commit that adds a language; empty for the usual one. */
        add_message?: string
        /** Text of a merge; empty for the usual one. */
        merge_message?: string
        /** Text of a commit that removes a language; empty for the usual one. */
        delete_message?: string
        /** Text of a commit of an add-on; empty for the usual one. */
        addon_message?: string
        /** With a branch of its own to push to: GitLab is asked to open a merge request with this title and text. */
        pull_message?: string
        /** Which text stays where upstream and translators here changed the same string. */
        clash_style?: "theirs" | "ours"
        /** A web address with branch, filename and line in two pairs of braces. Translators get links to the lines that use a string. */
        repoweb?: string
        /** A language code, or an object with a code; English when absent. */
        source_language?: unknown
        /** Address or id of a category; null for none. */
        category?: unknown
        /** An archive with the files; those that fit the file mask are taken in. */
        zipfile?: Blob
        /** One file: that of the source language. */
        docfile?: Blob
      }
      answer: Component
    }
  }
  '/projects/{project}/backups/': {
    /** List of backups. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: ProjectBackup[]
    }
    /** Make a backup. */
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
        /** Name of a backup. */
        backup: string | number
      }
      query: NoParameters
      answer: Blob
    }
    /** Remove a backup. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Name of a backup. */
        backup: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/roles/': {
    /** Roles to give. */
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
    /** Teams of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: ProjectTeam[]
    }
    /** Create a team of a project. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Ids of roles. */
        roles?: number[]
      }
      answer: ProjectTeam
    }
  }
  '/projects/{project}/teams/{team}/': {
    /** One team of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of a team of the project. */
        team: string | number
      }
      query: NoParameters
      answer: ProjectTeam
    }
    /** Rename a team, or change what it may do. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of a team of the project. */
        team: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name?: string
        /** Ids of roles. */
        roles?: number[]
      }
      answer: ProjectTeam
    }
    /** Remove a team of a project. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of a team of the project. */
        team: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/teams/{team}/members/': {
    /** Add somebody to a team of a project. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of a team of the project. */
        team: string | number
      }
      query: NoParameters
      body: {
        /** The name of the account, which is part of its addresses. */
        username: string
      }
      answer: ProjectTeam
    }
  }
  '/projects/{project}/teams/{team}/members/{member}/': {
    /** Take somebody out of a team of a project. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of a team of the project. */
        team: string | number
        /** Name of a user who is in the team. */
        member: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/memory/': {
    /** Download the memory of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Blob
    }
    /** Add entries from a file. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** JSON: a list of entries with source, target, source_language and target_language. */
        file: Blob
      }
      answer: LearnedMemory
    }
    /** Forget all that a project remembers. */
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
    /** Settings of the services. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: MachinerySettings
    }
    /** Set up a service. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Id of the service. */
        service: "weblate-translation-memory" | "libretranslate" | "deepl" | "google-translate" | "microsoft-translator" | "openai"
        /** Settings of the service; null turns it off. The translation memory has no settings. Secrets are shown as "(set)", which sent back keeps them. */
        configuration?: unknown
      }
      answer: MachineryOutcome
    }
    /** Replace the settings of all services. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: MachineryOutcome
    }
    /** Change a service or turn it off. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Id of the service. */
        service?: "weblate-translation-memory" | "libretranslate" | "deepl" | "google-translate" | "microsoft-translator" | "openai"
        /** Settings of the service; null turns it off. The translation memory has no settings. Secrets are shown as "(set)", which sent back keeps them. */
        configuration?: unknown
      }
      answer: MachineryOutcome
    }
  }
  '/projects/{project}/metrics/': {
    /** Numbers of all translations. */
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
    /** Labels of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Label>
    }
    /** Add a label. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** What it is for, in a sentence. */
        description?: string
        /** Colour of the label. */
        color?: "navy" | "blue" | "aqua" | "teal" | "olive" | "green" | "lime" | "yellow" | "orange" | "red" | "maroon" | "fuchsia" | "purple" | "black" | "gray" | "silver"
      }
      answer: Label
    }
  }
  '/projects/{project}/labels/{label}/': {
    /** Remove a label. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of a label. */
        label: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/components/': {
    /** List of components. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Component>
    }
  }
  '/components/{project}/{component}/': {
    /** One component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Component
    }
    /** Change a component. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** What people call the component; shown in lists and at the top of its pages. */
        name: string
        /** Part of every address of the component: letters, digits, hyphens and underscores. */
        slug: string
        /** In which form the files of the languages are read and written. */
        file_format: string
        /** Where the file of each language is, with a star for the language code: po/*.po. */
        filemask?: string
        /** For formats with one language in each file: the file of the source language. */
        template?: string
        /** The file that a new language starts from; the source file when empty. */
        new_base?: string
        /** A short name, such as CC-BY-4.0 or MIT, that contributors see. */
        license?: string
        /** What contributors agree to; shown before they translate. */
        agreement?: string
        /** What happens when a translator misses their language. */
        new_lang?: "contact" | "url" | "add" | "none"
        /** Which checks run on the strings of this component and how, in addition to the project’s. */
        check_flags?: string
        /** Components of high priority are offered to translators first. */
        priority?: 60 | 80 | 100 | 120 | 140
        /** Hides the component from everybody else, even from other members of the project. */
        restricted?: boolean
        /** The same string translated in another component of the project is translated here too. */
        allow_translation_propagation?: boolean
        /** For components whose strings are kept here and not in a file that somebody uploads. */
        manage_units?: boolean
        /** For formats with one language in each file: translators may change the source texts. */
        edit_template?: boolean
        /** Those who may not translate can still propose a text for others to accept. */
        enable_suggestions?: boolean
        /** Translators vote on suggestions instead of accepting them alone. */
        suggestion_voting?: boolean
        /** With voting: so many votes accept a suggestion by themselves. 0 never does. */
        suggestion_autoaccept?: number
        /** Its strings are terms: they are shown beside strings that use them. */
        is_glossary?: boolean
        /** A translation that fails one of these is kept as needing editing. */
        enforced_checks?: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
        /** Where the files live: in the database alone, or in a git repository. */
        vcs?: "local" | "git"
        /** Such as https://example.org/project.git or git@example.org:project.git; a token may stand before the server: https://name:token@example.org/…. */
        repo?: string
        /** The one to follow; when empty, the one that the repository shows first. */
        branch?: string
        /** Where translations are sent; without it they are committed and stay here. */
        push?: string
        /** Another branch for translations; when empty, the one that is followed. */
        push_branch?: string
        /** How changes of the remote branch come together with ours. */
        merge_style?: "merge" | "rebase" | "merge_noff"
        /** Whether every commit is pushed at once. */
        push_on_commit?: boolean
        /** After how many hours changed strings are committed. */
        commit_pending_age?: number
        /** Text of a commit; empty for the usual one. */
        commit_message?: string
        /** Text of a commit that adds a language; empty for the usual one. */
        add_message?: string
        /** Text of a merge; empty for the usual one. */
        merge_message?: string
        /** Text of a commit that removes a language; empty for the usual one. */
        delete_message?: string
        /** Text of a commit of an add-on; empty for the usual one. */
        addon_message?: string
        /** With a branch of its own to push to: GitLab is asked to open a merge request with this title and text. */
        pull_message?: string
        /** Which text stays where upstream and translators here changed the same string. */
        clash_style?: "theirs" | "ours"
        /** A web address with branch, filename and line in two pairs of braces. Translators get links to the lines that use a string. */
        repoweb?: string
        /** A language code, or an object with a code. */
        source_language?: unknown
        /** Address or id of a category; null for none. */
        category?: unknown
      }
      answer: Component
    }
    /** Change parts of a component. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** What people call the component; shown in lists and at the top of its pages. */
        name?: string
        /** Part of every address of the component: letters, digits, hyphens and underscores. */
        slug?: string
        /** In which form the files of the languages are read and written. */
        file_format?: string
        /** Where the file of each language is, with a star for the language code: po/*.po. */
        filemask?: string
        /** For formats with one language in each file: the file of the source language. */
        template?: string
        /** The file that a new language starts from; the source file when empty. */
        new_base?: string
        /** A short name, such as CC-BY-4.0 or MIT, that contributors see. */
        license?: string
        /** What contributors agree to; shown before they translate. */
        agreement?: string
        /** What happens when a translator misses their language. */
        new_lang?: "contact" | "url" | "add" | "none"
        /** Which checks run on the strings of this component and how, in addition to the project’s. */
        check_flags?: string
        /** Components of high priority are offered to translators first. */
        priority?: 60 | 80 | 100 | 120 | 140
        /** Hides the component from everybody else, even from other members of the project. */
        restricted?: boolean
        /** The same string translated in another component of the project is translated here too. */
        allow_translation_propagation?: boolean
        /** For components whose strings are kept here and not in a file that somebody uploads. */
        manage_units?: boolean
        /** For formats with one language in each file: translators may change the source texts. */
        edit_template?: boolean
        /** Those who may not translate can still propose a text for others to accept. */
        enable_suggestions?: boolean
        /** Translators vote on suggestions instead of accepting them alone. */
        suggestion_voting?: boolean
        /** With voting: so many votes accept a suggestion by themselves. 0 never does. */
        suggestion_autoaccept?: number
        /** Its strings are terms: they are shown beside strings that use them. */
        is_glossary?: boolean
        /** A translation that fails one of these is kept as needing editing. */
        enforced_checks?: Array<"same" | "accelerator" | "begin_newline" | "end_newline" | "begin_space" | "end_space" | "double_space" | "end_stop" | "end_colon" | "end_question" | "end_exclamation" | "end_interrobang" | "end_ellipsis" | "end_semicolon" | "max-length" | "max-lines" | "multiple_capital" | "kashida" | "punctuation_spacing" | "kabyle-characters" | "python_format" | "python_brace_format" | "php_format" | "c_format" | "objc_format" | "perl_format" | "perl_brace_format" | "javascript_format" | "lua_format" | "object_pascal_format" | "scheme_format" | "c_sharp_format" | "laravel_format" | "java_printf_format" | "java_format" | "percent_placeholders" | "vue_format" | "i18next_interpolation" | "es_format" | "automattic_components_format" | "angularjs_format" | "icu_message_format" | "qt_format" | "qt_plural_format" | "ruby_format" | "plurals" | "same-plurals" | "escaped_newline" | "newline-count" | "bbcode" | "zero-width-space" | "xml-invalid" | "xml-tags" | "xml-chars-around-tags" | "md-reflink" | "md-link" | "md-syntax" | "url" | "safe-html" | "rst-references" | "rst-syntax" | "asciidoc-markup" | "safe-mdx" | "placeholders" | "regex" | "duplicate" | "check_glossary" | "prohibited_initial_character">
        /** Where the files live: in the database alone, or in a git repository. */
        vcs?: "local" | "git"
        /** Such as https://example.org/project.git or git@example.org:project.git; a token may stand before the server: https://name:token@example.org/…. */
        repo?: string
        /** The one to follow; when empty, the one that the repository shows first. */
        branch?: string
        /** Where translations are sent; without it they are committed and stay here. */
        push?: string
        /** Another branch for translations; when empty, the one that is followed. */
        push_branch?: string
        /** How changes of the remote branch come together with ours. */
        merge_style?: "merge" | "rebase" | "merge_noff"
        /** Whether every commit is pushed at once. */
        push_on_commit?: boolean
        /** After how many hours changed strings are committed. */
        commit_pending_age?: number
        /** Text of a commit; empty for the usual one. */
        commit_message?: string
        /** Text of a commit that adds a language; empty for the usual one. */
        add_message?: string
        /** Text of a merge; empty for the usual one. */
        merge_message?: string
        /** Text of a commit that removes a language; empty for the usual one. */
        delete_message?: string
        /** Text of a commit of an add-on; empty for the usual one. */
        addon_message?: string
        /** With a branch of its own to push to: GitLab is asked to open a merge request with this title and text. */
        pull_message?: string
        /** Which text stays where upstream and translators here changed the same string. */
        clash_style?: "theirs" | "ours"
        /** A web address with branch, filename and line in two pairs of braces. Translators get links to the lines that use a string. */
        repoweb?: string
        /** A language code, or an object with a code. */
        source_language?: unknown
        /** Address or id of a category; null for none. */
        category?: unknown
      }
      answer: Component
    }
    /** Remove a component with its translations. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/components/{project}/{component}/translations/': {
    /** Translations of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Translation>
    }
    /** Add a language. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Code of the language. */
        language_code: string
      }
      answer: NewTranslation
    }
  }
  '/components/{project}/{component}/links/': {
    /** Projects a component is shared with. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Project>
    }
    /** Share a component with another project. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
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
    /** Stop sharing. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Slug of the other project. */
        other: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/': {
    /** List of translations. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Translation>
    }
  }
  '/translations/{project}/{component}/{language}/': {
    /** One translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      answer: Translation
    }
    /** Remove a translation. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/{project}/{component}/{language}/units/': {
    /** Units of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: {
        /** Words, and terms such as state:translated or source:"Hello". */
        q?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Unit>
    }
    /** Add a string. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Monolingual: the key. */
        key?: string
        /** Monolingual: the text, one per plural form. */
        value?: string[]
        /** Bilingual: what tells equal sources apart. */
        context?: string
        /** Bilingual: the source, one per plural form. */
        source?: string[]
        /** Bilingual: the translation; sent to the source language, that of every other language. */
        target?: string[]
        /** Bilingual: the state of the translation: 0, 10, 20 or 30. */
        state?: number
      }
      answer: Unit
    }
  }
  '/translations/{project}/{component}/{language}/strings/': {
    /** A stretch of strings. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: {
        /** Words, and terms such as state:<translated or source:"Hello". */
        q?: string
        /** How many strings. */
        limit?: number
        /** Strings behind this place: `next` of another answer, or a position. */
        after?: string
        /** Strings before this place: `previous` of another answer, or a position. */
        before?: string
        /** Strings on both sides of the unit with this id, and itself. */
        around?: number
        /** Strings from this one on, counted from 0 among those that the search finds. */
        offset?: number
        /** Count what the search finds, even where it takes long. */
        count?: boolean
      }
      answer: Strings
    }
  }
  '/translations/{project}/{component}/{language}/people/': {
    /** People by the beginning of their names. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: {
        /** How the username, or a word of the full name, begins; all when empty. */
        q?: string
      }
      answer: Person[]
    }
  }
  '/translations/{project}/{component}/{language}/bulk-edit/': {
    /** Change many strings at once. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Which strings, such as state:translated or label:old. */
        q: string
        /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
        state?: 10 | 20 | 30
        /** Flags to add to the strings. */
        add_flags?: string
        /** Flags to take from the strings. */
        remove_flags?: string
        /** Names of labels of the project. */
        add_labels?: string[]
        /** Names of labels of the project. */
        remove_labels?: string[]
      }
      answer: BulkEditOutcome | StartedTask
    }
  }
  '/projects/{project}/statistics/': {
    /** Statistics of a project. */
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
    /** Statistics of each language of a project. */
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
    /** Statistics of each translation of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<TranslationStatistics>
    }
  }
  '/translations/{project}/{component}/{language}/statistics/': {
    /** Statistics of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      answer: TranslationStatistics
    }
  }
  '/components/{project}/{component}/lock/': {
    /** Whether the component is locked. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Lock
    }
    /** Lock or unlock the component. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Whether work is to be stopped. */
        lock: boolean
      }
      answer: Lock
    }
  }
  '/projects/{project}/lock/': {
    /** Whether the project is locked. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Lock
    }
    /** Lock or unlock all components. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** Whether work is to be stopped. */
        lock: boolean
      }
      answer: Lock
    }
  }
  '/components/{project}/{component}/set-aside/': {
    /** What is set aside in a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
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
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Whether the strings come back, to be written with the next commit, or are deleted permanently. */
        operation: "restore" | "delete"
        /** Only what is set aside of this language; everything if absent. */
        language?: string
      }
      answer: SetAsideOutcome
    }
  }
  '/components/{project}/{component}/accept-file/': {
    /** Accept a file as it is. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** The file, as the alert "SuspiciousFile" names it. */
        filename: string
      }
      answer: AcceptedFile
    }
  }
  '/translations/{project}/{component}/{language}/file/': {
    /** Download the file. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: {
        /** Convert to this format. */
        format?: string
        /** Only strings that match; with format. */
        q?: string
      }
      answer: Blob
    }
    /** Upload a translation file. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** The file itself. */
        file: Blob
        /** What is done with the strings of the file. */
        method?: "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add"
        /** What is done where there is a translation already. */
        conflicts?: "" | "ignore" | "replace-translated" | "replace-approved"
        /** What is done with strings that the file marks as needing editing. */
        fuzzy?: "" | "process" | "approve"
        /** The name of the author, as a check on author_email. */
        author_name?: string
        /** Whose changes they are: your own address, or that of another account, which needs user.edit. */
        author_email?: string
        /** The same as conflicts=replace-translated; sent by old clients. */
        overwrite?: boolean
      }
      answer: UploadResult
    }
    /** Upload a translation file. */
    put: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** The file itself. */
        file: Blob
        /** What is done with the strings of the file. */
        method?: "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add"
        /** What is done where there is a translation already. */
        conflicts?: "" | "ignore" | "replace-translated" | "replace-approved"
        /** What is done with strings that the file marks as needing editing. */
        fuzzy?: "" | "process" | "approve"
        /** The name of the author, as a check on author_email. */
        author_name?: string
        /** Whose changes they are: your own address, or that of another account, which needs user.edit. */
        author_email?: string
        /** The same as conflicts=replace-translated; sent by old clients. */
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
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
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
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
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
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** zip for the files as they are, or zip:FORMAT to have them converted. */
        format?: string
        /** Only this language. */
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
        /** zip for the files as they are, or zip:FORMAT to have them converted. */
        format?: string
        /** Only this language. */
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
        /** Code of a language. */
        code: string | number
      }
      query: {
        /** zip for the files as they are, or zip:FORMAT to have them converted. */
        format?: string
        /** Only components whose slug contains this. */
        filter?: string
      }
      answer: Blob
    }
  }
  '/projects/{project}/repository/': {
    /** State of the files. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      answer: Repository
    }
    /** Do something with the files. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** What to do. */
        operation: "commit" | "push" | "pull" | "pull-rebase" | "pull-merge" | "pull-merge-noff" | "reset" | "reset-keep" | "cleanup" | "file-sync" | "file-scan"
        /** Answer at once, with the address of a task that does it; for components with a repository. */
        background?: boolean
      }
      answer: RepositoryOutcome
    }
  }
  '/components/{project}/{component}/repository/': {
    /** State of the files. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      answer: Repository
    }
    /** Do something with the files. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** What to do. */
        operation: "commit" | "push" | "pull" | "pull-rebase" | "pull-merge" | "pull-merge-noff" | "reset" | "reset-keep" | "cleanup" | "file-sync" | "file-scan"
        /** Answer at once, with the address of a task that does it; for components with a repository. */
        background?: boolean
      }
      answer: RepositoryOutcome
    }
  }
  '/translations/{project}/{component}/{language}/repository/': {
    /** State of the files. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      answer: Repository
    }
    /** Do something with the files. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** What to do. */
        operation: "commit" | "push" | "pull" | "pull-rebase" | "pull-merge" | "pull-merge-noff" | "reset" | "reset-keep" | "cleanup" | "file-sync" | "file-scan"
        /** Answer at once, with the address of a task that does it; for components with a repository. */
        background?: boolean
      }
      answer: RepositoryOutcome
    }
  }
  '/ssh/': {
    /** Key of this site and known servers. */
    get: {
      query: NoParameters
      answer: Ssh
    }
  }
  '/ssh/{host}/': {
    /** Forget the key of a server: the next one that it shows is taken for its own. */
    delete: {
      path: {
        /** Name of a server, with its port where that is not 22: [example.org]:2222. */
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
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** What becomes of the strings that are filled. */
        mode: "suggest" | "translate" | "fuzzy"
        /** Where translations are taken from. */
        auto_source: "others" | "mt"
        /** Only strings that match. */
        q?: string
        /** Older clients send it; unfinished strings are always what is filled. Narrow them with q. */
        filter_type?: "todo" | "nottranslated"
        /** With others: id of the component to take from. */
        component?: unknown
        /** With mt: what is asked, the memory first; it alone when nothing is named. Services get at most 200 strings of one request. */
        engines?: Array<"weblate-translation-memory" | "libretranslate" | "deepl" | "google-translate" | "microsoft-translator" | "openai">
        /** Least likeness of what the memory knows, in percent. */
        threshold?: number
      }
      answer: AutoTranslation
    }
  }
  '/components/{project}/{component}/alerts/{alert}/': {
    /** An alert of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Id of an alert. */
        alert: string | number
      }
      query: NoParameters
      answer: Alert
    }
    /** Put an alert of a component aside, or back. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Id of an alert. */
        alert: string | number
      }
      query: NoParameters
      body: {
        /** Whether somebody has put it aside. */
        dismissed?: boolean
      }
      answer: Alert
    }
  }
  '/projects/{project}/alerts/{alert}/': {
    /** An alert of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of an alert. */
        alert: string | number
      }
      query: NoParameters
      answer: Alert
    }
    /** Put an alert of a project aside, or back. */
    patch: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of an alert. */
        alert: string | number
      }
      query: NoParameters
      body: {
        /** Whether somebody has put it aside. */
        dismissed?: boolean
      }
      answer: Alert
    }
  }
  '/components/{project}/{component}/alerts/': {
    /** Alerts of a component, and of its project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Alert>
    }
  }
  '/projects/{project}/alerts/': {
    /** Alerts of a project, and of those of its components that one sees. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Alert>
    }
  }
  '/announcements/': {
    /** List of announcements. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      query: NoParameters
      body: {
        /** Plain text, shown above the pages of this place. */
        message: string
        /** How much it wants to be seen. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC; empty for as long as it is not removed. */
        expiry?: string | null
        /** To those who asked for mails about announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/announcements/{announcement}/': {
    /** Remove an announcement. */
    delete: {
      path: {
        /** Id of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/announcements/': {
    /** List of announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
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
        /** Plain text, shown above the pages of this place. */
        message: string
        /** How much it wants to be seen. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC; empty for as long as it is not removed. */
        expiry?: string | null
        /** To those who asked for mails about announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/projects/{project}/announcements/{announcement}/': {
    /** Remove an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Id of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/projects/{project}/languages/{code}/announcements/': {
    /** List of announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Code of a language. */
        code: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Code of a language. */
        code: string | number
      }
      query: NoParameters
      body: {
        /** Plain text, shown above the pages of this place. */
        message: string
        /** How much it wants to be seen. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC; empty for as long as it is not removed. */
        expiry?: string | null
        /** To those who asked for mails about announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/projects/{project}/languages/{code}/announcements/{announcement}/': {
    /** Remove an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Code of a language. */
        code: string | number
        /** Id of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/categories/{category}/announcements/': {
    /** List of announcements. */
    get: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** Plain text, shown above the pages of this place. */
        message: string
        /** How much it wants to be seen. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC; empty for as long as it is not removed. */
        expiry?: string | null
        /** To those who asked for mails about announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/categories/{category}/announcements/{announcement}/': {
    /** Remove an announcement. */
    delete: {
      path: {
        /** Id of a category. */
        category: string | number
        /** Id of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/components/{project}/{component}/announcements/': {
    /** List of announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** Plain text, shown above the pages of this place. */
        message: string
        /** How much it wants to be seen. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC; empty for as long as it is not removed. */
        expiry?: string | null
        /** To those who asked for mails about announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/components/{project}/{component}/announcements/{announcement}/': {
    /** Remove an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Id of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/translations/{project}/{component}/{language}/announcements/': {
    /** List of announcements. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Announcement>
    }
    /** Post an announcement. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: NoParameters
      body: {
        /** Plain text, shown above the pages of this place. */
        message: string
        /** How much it wants to be seen. */
        severity?: "info" | "warning" | "danger" | "success"
        /** In UTC; empty for as long as it is not removed. */
        expiry?: string | null
        /** To those who asked for mails about announcements. */
        notify?: boolean
      }
      answer: Announcement
    }
  }
  '/translations/{project}/{component}/{language}/announcements/{announcement}/': {
    /** Remove an announcement. */
    delete: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
        /** Id of an announcement. */
        announcement: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/memory/': {
    /** Entries of the memory. */
    get: {
      query: {
        /** Part of the source text. */
        source?: string
        /** Code of the language that is translated from. */
        source_language?: string
        /** Code of the language that is translated into. */
        target_language?: string
        /** Slug of a project. */
        project?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Memory>
    }
  }
  '/memory/{id}/': {
    /** Forget an entry. */
    delete: {
      path: {
        /** Id of the object. */
        id: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/memory/lookup/': {
    /** Look texts up. */
    post: {
      query: {
        /** Code of the language of the texts. */
        source_language: string
        /** Code of the language to find translations in. */
        target_language: string
        /** Slug of a project: only its entries and shared ones. */
        project?: string
        /** Only entries for the very same text. */
        exact?: boolean
      }
      body: {
        /** The texts to look up. */
        strings: string[]
        /** How much alike a text must be, in percent. */
        threshold?: number
      }
      answer: MemoryLookup[]
    }
  }
  '/languages/': {
    /** List of languages. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Language>
    }
    /** Define a language. */
    post: {
      query: NoParameters
      body: {
        /** Code of the language. */
        code: string
        /** What people call it. */
        name: string
        /** How the language counts. */
        plural: Plural
        /** In which direction its texts are written. */
        direction?: "" | "ltr" | "rtl"
        /** How many people speak it. */
        population?: number
      }
      answer: Language
    }
  }
  '/languages/{code}/': {
    /** One language. */
    get: {
      path: {
        /** Code of a language. */
        code: string | number
      }
      query: NoParameters
      answer: Language
    }
    /** Change a language. */
    put: {
      path: {
        /** Code of a language. */
        code: string | number
      }
      query: NoParameters
      body: {
        /** Code of the language. */
        code: string
        /** What people call it. */
        name: string
        /** How the language counts. */
        plural: Plural
        /** In which direction its texts are written. */
        direction?: "" | "ltr" | "rtl"
        /** How many people speak it. */
        population?: number
      }
      answer: Language
    }
    /** Change parts of a language. */
    patch: {
      path: {
        /** Code of a language. */
        code: string | number
      }
      query: NoParameters
      body: {
        /** Code of the language. */
        code?: string
        /** What people call it. */
        name?: string
        /** How the language counts. */
        plural?: Plural
        /** In which direction its texts are written. */
        direction?: "" | "ltr" | "rtl"
        /** How many people speak it. */
        population?: number
      }
      answer: Language
    }
    /** Remove a language that nothing is translated into. */
    delete: {
      path: {
        /** Code of a language. */
        code: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/languages/{code}/statistics/': {
    /** Statistics of one language. */
    get: {
      path: {
        /** Code of a language. */
        code: string | number
      }
      query: NoParameters
      answer: LanguageStatistics
    }
  }
  '/component-lists/': {
    /** List of component lists. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<ComponentList>
    }
    /** Create a component list. */
    post: {
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Its part of every address: letters, digits, hyphens and underscores. */
        slug: string
        /** Whether the list is offered on the front page. */
        show_dashboard?: boolean
      }
      answer: ComponentList
    }
  }
  '/component-lists/{list}/': {
    /** One component list. */
    get: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      answer: ComponentList
    }
    /** Change a component list. */
    put: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Its part of every address: letters, digits, hyphens and underscores. */
        slug: string
        /** Whether the list is offered on the front page. */
        show_dashboard?: boolean
      }
      answer: ComponentList
    }
    /** Change parts of a component list. */
    patch: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name?: string
        /** Its part of every address: letters, digits, hyphens and underscores. */
        slug?: string
        /** Whether the list is offered on the front page. */
        show_dashboard?: boolean
      }
      answer: ComponentList
    }
    /** Remove a component list. */
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
    /** Components of a list. */
    get: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Component>
    }
    /** Add a component. */
    post: {
      path: {
        /** Slug of a component list. */
        list: string | number
      }
      query: NoParameters
      body: {
        /** Id of the component. */
        component_id: number
      }
      answer: ComponentList
    }
  }
  '/component-lists/{list}/components/{slug}/': {
    /** Take a component out of a list. */
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
    /** Changes of all visible projects. */
    get: {
      query: {
        /** Only changes of this user. */
        user?: string
        /** Only these actions; may be given several times. */
        action?: number[]
        /** Not before this instant. */
        timestamp_after?: string
        /** Not after this instant. */
        timestamp_before?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/changes/{id}/': {
    /** One change. */
    get: {
      path: {
        /** Id of the object. */
        id: string | number
      }
      query: NoParameters
      answer: Change
    }
  }
  '/projects/{project}/changes/': {
    /** Changes of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** Only changes of this user. */
        user?: string
        /** Only these actions; may be given several times. */
        action?: number[]
        /** Not before this instant. */
        timestamp_after?: string
        /** Not after this instant. */
        timestamp_before?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/components/{project}/{component}/changes/': {
    /** Changes of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** Only changes of this user. */
        user?: string
        /** Only these actions; may be given several times. */
        action?: number[]
        /** Not before this instant. */
        timestamp_after?: string
        /** Not after this instant. */
        timestamp_before?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/translations/{project}/{component}/{language}/changes/': {
    /** Changes of a translation. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
        /** Code of a language. */
        language: string | number
      }
      query: {
        /** Only changes of this user. */
        user?: string
        /** Only these actions; may be given several times. */
        action?: number[]
        /** Not before this instant. */
        timestamp_after?: string
        /** Not after this instant. */
        timestamp_before?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Change>
    }
  }
  '/units/': {
    /** List of units. */
    get: {
      query: {
        /** Words, and terms such as state:translated or source:"Hello". */
        q?: string
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Unit>
    }
  }
  '/units/{unit}/': {
    /** One unit. */
    get: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      answer: Unit
    }
    /** Change a unit. */
    put: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** The translation, one text for each plural form. */
        target?: string[]
        /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
        state?: number
        /** Source strings only. */
        explanation?: string
        /** Source strings only. */
        extra_flags?: string
        /** Source strings only: ids of labels. */
        labels?: number[]
        /** As everything/ of the unit gave it: if the string has changed since, nothing is written and the answer is 409. An addition of this platform. */
        version?: string
        /** Records the change as "Translation reverted": the text is an older one of the string. An addition of this platform. */
        revert?: boolean
      }
      answer: ChangedUnit
    }
    /** Change parts of a unit. */
    patch: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** The translation, one text for each plural form. */
        target?: string[]
        /** How far it is: 0 empty, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
        state?: number
        /** Source strings only. */
        explanation?: string
        /** Source strings only. */
        extra_flags?: string
        /** Source strings only: ids of labels. */
        labels?: number[]
        /** As everything/ of the unit gave it: if the string has changed since, nothing is written and the answer is 409. An addition of this platform. */
        version?: string
        /** Records the change as "Translation reverted": the text is an older one of the string. An addition of this platform. */
        revert?: boolean
      }
      answer: ChangedUnit
    }
    /** Remove a string. */
    delete: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/units/{unit}/translations/': {
    /** Translations of a source string. */
    get: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      answer: Unit[]
    }
  }
  '/units/{unit}/everything/': {
    /** Everything about a unit. */
    get: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: {
        /** Only these of the lists, separated by commas: checks, suggestions, comments, nearby, other_languages, glossary, memory, history, screenshots. */
        parts?: string
      }
      answer: UnitWork
    }
  }
  '/units/{unit}/check/': {
    /** Check a translation without saving it. */
    post: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** The translation, one text for each plural form. */
        target: string[]
      }
      answer: CheckedText
    }
  }
  '/units/{unit}/checks/{check}/dismiss/': {
    /** Say that a string is right though it fails a check. */
    post: {
      path: {
        /** Id of a unit. */
        unit: string | number
        /** Id of a check, such as end_stop. */
        check: string | number
      }
      query: NoParameters
      answer: FailingCheck[]
    }
  }
  '/units/{unit}/checks/{check}/restore/': {
    /** Take that back: the check counts again. */
    post: {
      path: {
        /** Id of a unit. */
        unit: string | number
        /** Id of a check, such as end_stop. */
        check: string | number
      }
      query: NoParameters
      answer: FailingCheck[]
    }
  }
  '/units/{unit}/machinery/': {
    /** Machine translations of a unit. */
    get: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      answer: MachineTranslation[]
    }
  }
  '/units/{unit}/comments/': {
    /** Comments on a unit. */
    get: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Comment>
    }
    /** Comment on a unit. */
    post: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** What somebody wrote. */
        comment: string
        /** What it is about: this translation, the source string, or a fault in the source string. */
        scope?: "translation" | "global" | "report"
        /** When it was written, for comments from elsewhere; needs user.edit. */
        timestamp?: string
        /** Whose it is, for comments from elsewhere; needs user.edit. */
        user_email?: string
      }
      answer: Comment
    }
  }
  '/comments/{comment}/resolve/': {
    /** Resolve a comment. */
    post: {
      path: {
        /** Id of a comment. */
        comment: string | number
      }
      query: NoParameters
      answer: Comment
    }
  }
  '/suggestions/': {
    /** List of suggestions. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Suggestion>
    }
  }
  '/suggestions/{suggestion}/': {
    /** One suggestion. */
    get: {
      path: {
        /** Id of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      answer: Suggestion
    }
    /** Reject a suggestion. */
    delete: {
      path: {
        /** Id of a suggestion. */
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
        /** Id of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      body: {
        /** Also approve it. */
        approve?: boolean
      }
      answer: JsonObject
    }
  }
  '/suggestions/{suggestion}/vote/': {
    /** Vote. */
    post: {
      path: {
        /** Id of a suggestion. */
        suggestion: string | number
      }
      query: NoParameters
      body: {
        /** Positive to vote for it, negative to vote against it, 0 to take the vote back. */
        value: 1 | 0 | -1
      }
      answer: SuggestionOutcome
    }
  }
  '/units/{unit}/suggestions/': {
    /** Suggestions for a unit. */
    get: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Suggestion>
    }
    /** Suggest a translation. */
    post: {
      path: {
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      body: {
        /** The translation, one text for each plural form. */
        target: string[]
      }
      answer: SuggestionOutcome | Suggestion
    }
  }
  '/screenshots/': {
    /** List of screenshots. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Screenshot>
    }
    /** Add a screenshot. */
    post: {
      query: NoParameters
      body: {
        /** The picture: PNG, JPEG, WebP or GIF. */
        image: Blob
        /** What people call it. */
        name: string
        /** Slug of the project. */
        project_slug: string
        /** Slug of the component. */
        component_slug: string
        /** Code of the language. */
        language_code: string
      }
      answer: Screenshot
    }
  }
  '/components/{project}/{component}/screenshots/': {
    /** Screenshots of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Screenshot>
    }
  }
  '/screenshots/{screenshot}/': {
    /** One screenshot. */
    get: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      answer: Screenshot
    }
    /** Rename a screenshot. */
    put: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
      }
      answer: Screenshot
    }
    /** Rename a screenshot. */
    patch: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name?: string
      }
      answer: Screenshot
    }
    /** Remove a screenshot. */
    delete: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/screenshots/{screenshot}/file/': {
    /** Download the picture. */
    get: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      answer: Blob
    }
    /** Replace the picture. */
    post: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** The picture: PNG, JPEG, WebP or GIF. */
        image: Blob
      }
      answer: Screenshot
    }
    /** Replace the picture. */
    put: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** The picture: PNG, JPEG, WebP or GIF. */
        image: Blob
      }
      answer: Screenshot
    }
  }
  '/screenshots/{screenshot}/units/': {
    /** Say that a string is on the picture. */
    post: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
      }
      query: NoParameters
      body: {
        /** Id of the string. */
        unit_id: number
      }
      answer: Screenshot
    }
  }
  '/screenshots/{screenshot}/units/{unit}/': {
    /** Take a string off the picture. */
    delete: {
      path: {
        /** Id of a screenshot. */
        screenshot: string | number
        /** Id of a unit. */
        unit: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/addons/': {
    /** List of add-ons. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Addon>
    }
  }
  '/addons/{addon}/': {
    /** One add-on. */
    get: {
      path: {
        /** Id of an add-on. */
        addon: string | number
      }
      query: NoParameters
      answer: Addon
    }
    /** Change the settings. */
    put: {
      path: {
        /** Id of an add-on. */
        addon: string | number
      }
      query: NoParameters
      body: {
        /** Settings of the add-on. */
        configuration: unknown
      }
      answer: Addon
    }
    /** Change the settings. */
    patch: {
      path: {
        /** Id of an add-on. */
        addon: string | number
      }
      query: NoParameters
      body: {
        /** Settings of the add-on; which there are depends on its name. */
        configuration?: unknown
      }
      answer: Addon
    }
    /** Uninstall an add-on. */
    delete: {
      path: {
        /** Id of an add-on. */
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
        /** Id of an add-on. */
        addon: string | number
      }
      query: NoParameters
      answer: StartedTask
    }
  }
  '/addons/{addon}/deliveries/': {
    /** Outcomes of a web hook. */
    get: {
      path: {
        /** Id of an add-on. */
        addon: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
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
        /** What people call it. */
        name: "weblate.autotranslate.autotranslate" | "weblate.consistency.languages" | "weblate.flags.bulk" | "weblate.flags.same_edit" | "weblate.flags.target_edit" | "weblate.generate.prefill" | "weblate.removal.comments" | "weblate.removal.suggestions" | "weblate.webhook.webhook"
        /** Settings of the add-on; which there are depends on its name. */
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
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: "weblate.autotranslate.autotranslate" | "weblate.consistency.languages" | "weblate.flags.bulk" | "weblate.flags.same_edit" | "weblate.flags.target_edit" | "weblate.generate.prefill" | "weblate.removal.comments" | "weblate.removal.suggestions" | "weblate.webhook.webhook"
        /** Settings of the add-on; which there are depends on its name. */
        configuration?: unknown
      }
      answer: Addon
    }
  }
  '/categories/': {
    /** List of categories. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Category>
    }
    /** Create a category. */
    post: {
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Its part of every address: letters, digits, hyphens and underscores. */
        slug: string
        /** Address or slug of the project. */
        project: unknown
        /** Address or id of the category that this one lies in; null for none. */
        category?: unknown
      }
      answer: Category
    }
  }
  '/categories/{category}/': {
    /** One category. */
    get: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      answer: Category
    }
    /** Rename or move a category. */
    put: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name: string
        /** Its part of every address: letters, digits, hyphens and underscores. */
        slug: string
        /** Address or slug of the project. */
        project?: unknown
        /** Address or id of the category that this one lies in; null for none. */
        category?: unknown
      }
      answer: Category
    }
    /** Rename or move a category. */
    patch: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** What people call it. */
        name?: string
        /** Its part of every address: letters, digits, hyphens and underscores. */
        slug?: string
        /** Address or slug of the project. */
        project?: unknown
        /** Address or id of the category that this one lies in; null for none. */
        category?: unknown
      }
      answer: Category
    }
    /** Remove an empty category. */
    delete: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/categories/{category}/statistics/': {
    /** Statistics of a category. */
    get: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      answer: Statistics
    }
  }
  '/projects/{project}/categories/': {
    /** Categories of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Category>
    }
  }
  '/reports/': {
    /** List of your reports. */
    get: {
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Ask for a report. */
    post: {
      query: NoParameters
      body: {
        /** What the report counts. */
        kind: "credits" | "counts"
        /** From when on changes count. */
        start: string
        /** Now, when it is left out. */
        end?: string
        /** Only the language with this code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/projects/{project}/reports/': {
    /** List of your reports. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Ask for a report. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: NoParameters
      body: {
        /** What the report counts. */
        kind: "credits" | "counts"
        /** From when on changes count. */
        start: string
        /** Now, when it is left out. */
        end?: string
        /** Only the language with this code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/categories/{category}/reports/': {
    /** List of your reports. */
    get: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Ask for a report. */
    post: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: NoParameters
      body: {
        /** What the report counts. */
        kind: "credits" | "counts"
        /** From when on changes count. */
        start: string
        /** Now, when it is left out. */
        end?: string
        /** Only the language with this code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/components/{project}/{component}/reports/': {
    /** List of your reports. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** A page number, or "last". */
        page?: string
        /** How many a page has. */
        page_size?: number
      }
      answer: Page<Report>
    }
    /** Ask for a report. */
    post: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: NoParameters
      body: {
        /** What the report counts. */
        kind: "credits" | "counts"
        /** From when on changes count. */
        start: string
        /** Now, when it is left out. */
        end?: string
        /** Only the language with this code. */
        language?: string | null
      }
      answer: StartedTask
    }
  }
  '/reports/{report}/': {
    /** One report. */
    get: {
      path: {
        /** Id of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Report
    }
    /** Remove a report. */
    delete: {
      path: {
        /** Id of a report. */
        report: string | number
      }
      query: NoParameters
      answer: undefined
    }
  }
  '/reports/{report}/json/': {
    /** The report as json. */
    get: {
      path: {
        /** Id of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/reports/{report}/html/': {
    /** The report as html. */
    get: {
      path: {
        /** Id of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/reports/{report}/rst/': {
    /** The report as rst. */
    get: {
      path: {
        /** Id of a report. */
        report: string | number
      }
      query: NoParameters
      answer: Blob
    }
  }
  '/projects/{project}/credits/': {
    /** Credits of a project. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
      }
      query: {
        /** From this instant on. */
        start: string
        /** Up to this instant. */
        end: string
        /** Only the language with this code. */
        lang?: string
      }
      answer: Credits[]
    }
  }
  '/categories/{category}/credits/': {
    /** Credits of a category. */
    get: {
      path: {
        /** Id of a category. */
        category: string | number
      }
      query: {
        /** From this instant on. */
        start: string
        /** Up to this instant. */
        end: string
        /** Only the language with this code. */
        lang?: string
      }
      answer: Credits[]
    }
  }
  '/components/{project}/{component}/credits/': {
    /** Credits of a component. */
    get: {
      path: {
        /** Slug of a project. */
        project: string | number
        /** Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F). */
        component: string | number
      }
      query: {
        /** From this instant on. */
        start: string
        /** Up to this instant. */
        end: string
        /** Only the language with this code. */
        lang?: string
      }
      answer: Credits[]
    }
  }
  '/tasks/{task}/': {
    /** How far a task is. */
    get: {
      path: {
        /** Id of a task. */
        task: string | number
      }
      query: NoParameters
      answer: Task
    }
    /** Forget a task; one that has not begun is never done. */
    delete: {
      path: {
        /** Id of a task. */
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
        /** At least two characters. */
        q?: string
      }
      answer: SearchResult[]
    }
  }
  '/metrics/': {
    /** Numbers of the site. */
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
