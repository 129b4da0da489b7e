// Building blocks of date and time formats, and the words in them.

import { englishMonth } from './month-names.ts'
import { COUNTS } from './time-steps.ts'

export const MONTHS = 'january february march april may june july august september october november december'.split(' ')
/** Recognized in upper case only. */
const ROMAN = 'I II III IV V VI VII VIII IX X XI XII'.split(' ')

/** 0 for other words. */
export const monthNamed = (word: string): number => englishMonth(word) || ROMAN.indexOf(word) + 1

/** A pattern for words in any case. */
export const anyCase = (words: readonly string[]): string =>
  `(?:${words
    .toSorted((a, b) => b.length - a.length)
    .map(word => word.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`))
    .join('|')})`

const DAY_NAMES = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
export const ABBREVIATIONS = [...MONTHS.map(name => name.slice(0, 3)), 'sept']
const UNIT_NAMES =
  'msec millisecond µsec microsecond usec sec second min minute hour day fortnight forthnight month year'
export const DAY_WORDS = [...DAY_NAMES.flatMap(day => [`${day}s`, day, day.slice(0, 3)]), 'weekdays', 'weekday']
const UNIT_WORDS = ['ms', 'µs', ...UNIT_NAMES.split(' ').flatMap(unit => [`${unit}s`, unit]), 'weeks', ...DAY_WORDS]
const COUNT_WORDS = Object.keys(COUNTS)
const TURN_WORDS = ['next', 'last', 'previous', 'this']

/** Named subpatterns. Where digits are ambiguous, longer numbers come first. */
const PIECES: Readonly<Record<string, string>> = {
  hour24: '(?:2[0-4]|[01]?[0-9])',
  hour24lz: '(?:[01][0-9]|2[0-4])',
  hour12: '(?:1[0-2]|0?[1-9])',
  minute: '[0-5]?[0-9]',
  minutelz: '[0-5][0-9]',
  second: '(?:60|[0-5]?[0-9])',
  secondlz: '(?:60|[0-5][0-9])',
  // AM or PM must end the text or a word.
  meridian: '[AaPp]\\.?[Mm]\\.?(?:[\\t ]|$)',
  month: '(?:1[0-2]|0?[0-9])',
  monthlz: '(?:0[0-9]|1[0-2])',
  day: '(?:(?:3[01]|[0-2]?[0-9])(?:st|nd|rd|th)?)',
  daylz: '(?:0[0-9]|[12][0-9]|3[01])',
  year: '[0-9]{1,4}',
  year2: '[0-9]{2}',
  year4: '[0-9]{4}',
  dayofyear: '(?:00[1-9]|0[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-6])',
  week: '(?:0[1-9]|[1-4][0-9]|5[0-3])',
  monthabbr: anyCase(ABBREVIATIONS),
  monthtext: `(?:${anyCase([...MONTHS, ...ABBREVIATIONS])}|${ROMAN.toSorted((a, b) => b.length - a.length).join('|')})`,
  space: '(?:[ \\t]+)',
  gap: '[ .\\t-]*',
  zone: '(?:GMT)?[+-](?:(?:[01][0-9]|2[0-4]):[0-5][0-9]:(?:60|[0-5][0-9])|(?:[01][0-9]|2[0-4])[0-5][0-9](?:60|[0-5][0-9])|(?:2[0-4]|[01]?[0-9])(?::?[0-5]?[0-9])?)',
  letters: '(?:[A-Z][a-z]+(?:[_/-][A-Za-z]+)+|\\(?[A-Za-z]{1,6}\\)?)',
  dayword: anyCase(DAY_WORDS),
  unit: anyCase(UNIT_WORDS),
  count: anyCase(COUNT_WORDS),
  turn: anyCase(TURN_WORDS),
}

/** A format anchored at the start of a text, with subpatterns inserted by name. */
export const form = (pattern: string, flags = ''): RegExp =>
  new RegExp(`^(?:${pattern.replace(/<(\w+)>/g, (_, name: string) => PIECES[name]!)})`, flags)
