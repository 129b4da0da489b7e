import type { TextKey } from '../../src/html/texts/index.ts'
import { reader } from './reader.ts'

const plurals = new Intl.PluralRules(reader.language)
const english = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat(reader.language)

/** Interface text in the reader's language. A page includes the sections that its islands need. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const text = reader.texts[key] ?? key
  const count = Number(values.count ?? 0)
  const form =
    typeof text === 'string' ? text : (text[plurals.select(count)] ?? text[english.select(count)] ?? text.other ?? '')
  return form.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
  })
}

const names = /^en\b/.test(reader.language)
  ? null
  : new Intl.DisplayNames(reader.language, { type: 'language', fallback: 'none' })

/** Name of a language in the reader's language. Codes with a modifier (`sr@latin`) have their own names here. */
export function languageName({ code, name }: { readonly code: string; readonly name: string }): string {
  if (names === null || code.includes('@')) return name
  try {
    return names.of(code.replaceAll('_', '-')) ?? name
  } catch {
    return name
  }
}

export const number = (value: number): string => numbers.format(value)

const STEPS = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [604_800, 'day'],
  [2_629_800, 'week'],
  [31_557_600, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
] as const

/** Relative time in the largest fitting unit. */
export function ago(when: string | Date): string {
  const seconds = (new Date(when).getTime() - Date.now()) / 1000
  let size = 1
  for (const [below, unit] of STEPS) {
    if (Math.abs(seconds) < below) {
      if (unit === 'second') return t('frame.just_now')
      return new Intl.RelativeTimeFormat(reader.language, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
    }
    size = below
  }
  return ''
}

/** Full date and time in the reader's time zone. */
export const moment = (when: string | Date): string =>
  new Intl.DateTimeFormat(reader.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: reader.timeZone,
  }).format(new Date(when))
