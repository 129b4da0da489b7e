import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'

const file = dataFile<({ format: string } & SharedRow)[]>('date-formats')
const formats = lazily(() => rowsByLanguage(file()))

/** Format of a date with time, in the syntax of `{{#time:}}`. Defaults to the English one, which most languages use. */
export const dateTimeFormat = (code: string): string => formats().get(code)?.format ?? 'H:i, j F Y'
