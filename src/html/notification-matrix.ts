import type { TextKey } from './texts/index.ts'

// What the page of notifications is made of, for the server and for the script of the page.

interface KindGroup {
  readonly title: TextKey
  /** By its name on the wire, what happens in a sentence. */
  readonly kinds: readonly (readonly [kind: string, sentence: TextKey])[]
}

/** Every kind of notification, in the order in which people care. */
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

/** Kinds that sum up: they come in digests, never at once. */
export const SUMMARIES: readonly string[] = [
  'TranslationActivitySummaryNotification',
  'PendingSuggestionsNotification',
  'ToDoStringsNotification',
]

/** The columns, by the numbers of the wire. */
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

/** A subscription as the page knows it. */
export interface MatrixRow {
  readonly id: number
  readonly notification: string
  readonly scope: number
  readonly frequency: number
  /** What an exception is about: its name, and `project` or `project/component`; null for the columns. */
  readonly place: { readonly name: string; readonly path: string } | null
}

/** No row of its own: wider ones decide. */
export const UNSET = ''

interface CellChoice {
  /** The frequency, or nothing for no choice of its own. */
  readonly value: string
  readonly text: TextKey
}

export interface Cell {
  readonly value: string
  readonly choices: readonly CellChoice[]
}

/**
 * One cell: what is chosen, and what can be. Where nothing wider brings mail, not to choose is "never"; where something does,
 * not to choose follows it, and "never" has to be said.
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

/** A line of the exceptions: one row, or the rows of all kinds of a place where they say the same. */
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
