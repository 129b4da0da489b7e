import type { TextKey } from './texts/index.ts'

// Structure of the notification settings page, shared by the server and the browser script.

interface KindGroup {
  readonly title: TextKey
  /** Label of each notification, by its API name. */
  readonly kinds: readonly (readonly [kind: string, sentence: TextKey])[]
}

/** All notifications, most important first. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    title: 'notifications.group_people',
    kinds: [
      ['MentionCommentNotificaton', 'notifications.mention'],
      ['LastAuthorCommentNotificaton', 'notifications.answer'],
      ['NewCommentNotificaton', 'notifications.comment'],
      ['NewAnnouncementNotificaton', 'notifications.announcement'],
    ],
  },
  {
    title: 'notifications.group_work',
    kinds: [
      ['NewStringNotificaton', 'notifications.new_string'],
      ['NewSuggestionNotificaton', 'notifications.new_suggestion'],
      ['ToDoStringsNotification', 'notifications.unfinished'],
      ['PendingSuggestionsNotification', 'notifications.pending'],
    ],
  },
  {
    title: 'notifications.group_others',
    kinds: [
      ['TranslatedStringNotificaton', 'notifications.translated'],
      ['ChangedStringNotificaton', 'notifications.changed'],
      ['ApprovedStringNotificaton', 'notifications.approved'],
      ['TranslationActivitySummaryNotification', 'notifications.summary'],
      ['LanguageTranslatedNotificaton', 'notifications.language_done'],
      ['ComponentTranslatedNotificaton', 'notifications.component_done'],
      ['NewContributorNotificaton', 'notifications.contributor'],
    ],
  },
  {
    title: 'notifications.group_projects',
    kinds: [
      ['NewTranslationNotificaton', 'notifications.new_language'],
      ['NewComponentNotificaton', 'notifications.new_component'],
      ['LockNotification', 'notifications.lock'],
      ['LicenseNotification', 'notifications.license'],
    ],
  },
  {
    title: 'notifications.group_problems',
    kinds: [
      ['NewAlertNotificaton', 'notifications.alert'],
      ['ParseErrorNotification', 'notifications.parse_error'],
      ['MergeFailureNotification', 'notifications.merge_failure'],
      ['RepositoryNotification', 'notifications.repository'],
    ],
  },
]

export const SENTENCES: ReadonlyMap<string, TextKey> = new Map(KIND_GROUPS.flatMap(group => group.kinds))

/** Summaries: sent only as digests, never immediately. */
export const SUMMARIES: readonly string[] = [
  'TranslationActivitySummaryNotification',
  'PendingSuggestionsNotification',
  'ToDoStringsNotification',
]

/** Columns, by API scope number. */
export const SCOPES: readonly (readonly [scope: number, title: TextKey])[] = [
  [10, 'notifications.watched'],
  [20, 'notifications.managed'],
  [0, 'notifications.everywhere'],
]

export const FREQUENCIES: readonly (readonly [frequency: number, word: TextKey])[] = [
  [0, 'notifications.never'],
  [1, 'notifications.at_once'],
  [2, 'notifications.daily'],
  [3, 'notifications.weekly'],
  [4, 'notifications.monthly'],
]

export const PRESET_TEXTS = {
  mine: ['notifications.preset_mine', 'notifications.preset_mine_about'],
  projects: ['notifications.preset_projects', 'notifications.preset_projects_about'],
  languages: ['notifications.preset_languages', 'notifications.preset_languages_about'],
  nothing: ['notifications.preset_nothing', 'notifications.preset_nothing_about'],
} as const satisfies Readonly<Record<string, readonly [TextKey, TextKey]>>

/** A subscription. */
export interface MatrixRow {
  readonly id: number
  readonly notification: string
  readonly scope: number
  readonly frequency: number
  /** Project or component of an exception: its name, and `project` or `project/component`. Null for the columns. */
  readonly place: { readonly name: string; readonly path: string } | null
}

/** No row: wider scopes decide. */
export const UNSET = ''

interface CellChoice {
  /** The frequency, or empty to follow wider scopes. */
  readonly value: string
  readonly text: TextKey
}

export interface Cell {
  readonly value: string
  readonly choices: readonly CellChoice[]
}

/**
 * One cell with its value and options. An empty value means "never" unless a wider scope sends email; then it follows
 * that scope, and "never" is a separate option.
 */
export function cellOf(rows: readonly MatrixRow[], kind: string, scope: number): Cell {
  const of = (at: number) => rows.find(row => row.notification === kind && row.scope === at)
  const own = of(scope)
  const wider = scope === 20 ? [10, 0] : scope === 10 ? [0] : []
  const follows = wider.some(at => (of(at)?.frequency ?? 0) !== 0)
  const words = FREQUENCIES.filter(
    ([frequency]) =>
      (frequency !== 0 || follows) && (frequency !== 1 || own?.frequency === 1 || !SUMMARIES.includes(kind)),
  )
  const unset: CellChoice = {
    value: UNSET,
    text: !follows ? 'notifications.never' : scope === 20 ? 'notifications.as_others' : 'notifications.as_everywhere',
  }
  const choices = [unset, ...words.map(([frequency, text]) => ({ value: String(frequency), text }))]
  const value = own === undefined || (own.frequency === 0 && !follows) ? UNSET : String(own.frequency)
  return { value, choices }
}

/** A line in the list of exceptions: one row, or all rows of a place if they have the same frequency. */
export interface ExceptionLine {
  readonly rows: readonly MatrixRow[]
  readonly isEverything: boolean
}

export function exceptionLines(rows: readonly MatrixRow[]): ExceptionLine[] {
  const places = Map.groupBy(
    rows.filter(row => row.scope >= 30),
    row => `${row.scope} ${row.place?.path ?? ''}`,
  )
  return [...places.values()].flatMap(group => {
    const isEverything =
      group[0]!.place !== null &&
      new Set(group.map(row => row.notification)).size === SENTENCES.size &&
      group.every(row => row.frequency === group[0]!.frequency)
    return isEverything
      ? [{ rows: group, isEverything }]
      : group.map((row): ExceptionLine => ({ rows: [row], isEverything: false }))
  })
}
