import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'

const file = dataFile<({ format: string } & SharedRow)[]>('date-formats')
const formats = lazily(() => rowsByLanguage(file()))

/** Where a language has formats of its own to choose from, or offers others than English does. */
interface Preferences extends SharedRow {
  readonly choices?: readonly string[]
  readonly formats?: Readonly<Record<string, string>>
}
const preferencesFile = dataFile<Preferences[]>('date-preferences')
const preferences = lazily(() => rowsByLanguage(preferencesFile()))

const ENGLISH = new Map([
  ['mdy', 'H:i, F j, Y'],
  ['dmy', 'H:i, j F Y'],
  ['ymd', 'H:i, Y F j'],
  ['ISO 8601', 'xnY-xnm-xnd"T"xnH:xni:xns'],
])

/**
 * How a language writes a time and a date together, in the letters of `{{#time:}}`. Most do it as English does. A reader's
 * preference counts where the language, or else English, has such a format.
 */
export function dateTimeFormat(code: string, preference = 'default'): string {
  const own = preferences().get(code)?.formats
  const chosen = own && Object.hasOwn(own, preference) ? own[preference] : ENGLISH.get(preference)
  return chosen ?? formats().get(code)?.format ?? 'H:i, j F Y'
}

/** What a language writes between hours and minutes. */
export const hourSeparator = (code: string): string => /[GH]([^\p{L}]+)i/u.exec(dateTimeFormat(code))?.[1] ?? ':'

/** The values that the preference `date` takes in a language. */
export const datePreferences = (code: string): readonly string[] => [
  'default',
  ...(preferences().get(code)?.choices ?? ENGLISH.keys()),
]
