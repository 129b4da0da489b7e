import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'

const file = dataFile<({ format: string } & SharedRow)[]>('date-formats')
const formats = lazily(() => rowsByLanguage(file()))

/** How a language writes a time and a date together, in the letters of `{{#time:}}`. Most do it as English does. */
export const dateTimeFormat = (code: string): string => formats().get(code)?.format ?? 'H:i, j F Y'
