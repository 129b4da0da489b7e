// Parsing and formatting of dates in {{#time:}}.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hebrewNumeral, roman } from './numerals.ts'
import { formatTime } from './time-format.ts'
import { parseTime } from './time-parse.ts'

/** A Sunday afternoon. */
const now = new Date('2026-11-15T14:05:09Z')
const read = (text: string): string | undefined => parseTime(text, now)?.toISOString().slice(0, 19)

test('parses fixed formats', () => {
  for (const [text, expected] of [
    ['2020-02-29', '2020-02-29T00:00:00'],
    ['2020-02-29T12:34:56Z', '2020-02-29T12:34:56'],
    ['2020/2/9', '2020-02-09T00:00:00'],
    ['2/9/2020', '2020-02-09T00:00:00'],
    ['2/9/69', '2069-02-09T00:00:00'],
    ['2/9/70', '1970-02-09T00:00:00'],
    ['9.2.2020', '2020-02-09T00:00:00'],
    ['20200209', '2020-02-09T00:00:00'],
    ['20200209123456', '2020-02-09T12:34:56'],
    ['2020-02', '2020-02-01T00:00:00'],
    ['@86400', '1970-01-02T00:00:00'],
    ['@-1', '1969-12-31T23:59:59'],
  ] as const)
    assert.equal(read(text), expected, text)
})

test('parses month names', () => {
  for (const [text, expected] of [
    ['9 February 2020', '2020-02-09T00:00:00'],
    ['9th Feb. 2020', '2020-02-09T00:00:00'],
    ['February 9, 2020', '2020-02-09T00:00:00'],
    ['Feb 9', '2026-02-09T00:00:00'],
    ['1 march', '2026-03-01T00:00:00'],
    ['May 2020', '2020-05-01T00:00:00'],
    ['9 February 2020 3:04 pm', '2020-02-09T15:04:00'],
  ] as const)
    assert.equal(read(text), expected, text)
})

test('parses times of day and time zones', () => {
  for (const [text, expected] of [
    ['8:30', '2026-11-15T08:30:00'],
    ['12:00 am', '2026-11-15T00:00:00'],
    ['12:00 p.m.', '2026-11-15T12:00:00'],
    ['3 pm', '2026-11-15T15:00:00'],
    ['1730', '2026-11-15T17:30:00'],
    ['2020-01-01 00:30 +0200', '2019-12-31T22:30:00'],
    ['2020-01-01 00:30 -01:00', '2020-01-01T01:30:00'],
    ['2020-01-01 UTC', '2020-01-01T00:00:00'],
  ] as const)
    assert.equal(read(text), expected, text)
})

test('parses relative terms', () => {
  for (const [text, expected] of [
    ['now', '2026-11-15T14:05:09'],
    ['today', '2026-11-15T00:00:00'],
    ['noon', '2026-11-15T12:00:00'],
    ['tomorrow', '2026-11-16T00:00:00'],
    ['yesterday', '2026-11-14T00:00:00'],
    ['+3 days', '2026-11-18T14:05:09'],
    ['-2 weeks', '2026-11-01T14:05:09'],
    ['2 months ago', '2026-09-15T14:05:09'],
    ['+1 fortnight', '2026-11-29T14:05:09'],
    ['next year', '2027-11-15T14:05:09'],
    ['+90 seconds', '2026-11-15T14:06:39'],
    ['first day of', '2026-11-01T14:05:09'],
    ['last day of', '2026-11-30T14:05:09'],
    ['monday', '2026-11-16T00:00:00'],
    ['sunday', '2026-11-15T00:00:00'],
    ['next sunday', '2026-11-22T00:00:00'],
    ['last sunday', '2026-11-08T00:00:00'],
    ['2020-02-29 +1 year', '2021-03-01T00:00:00'],
  ] as const)
    assert.equal(read(text), expected, text)
})

test('rejects invalid dates', () => {
  for (const text of ['frog', '2020-13-01', '25:00', '8:61', '9 Frogtober 2020', 'x'.repeat(300)])
    assert.equal(read(text), undefined, text)
})

const english = { message: () => null }
const written = (format: string, date: string, offset = 0): string =>
  formatTime(english, format, new Date(`${date}Z`), offset)

test('formats with each letter', () => {
  for (const [format, expected] of [
    ['Y-m-d H:i:s', '2024-02-05 03:04:09'],
    ['y n j G g h A a', '24 2 5 3 3 03 AM am'],
    ['N w z t L', '1 1 35 29 1'],
    ['W o', '06 2024'],
    ['c', '2024-02-05T03:04:09+00:00'],
    ['r', 'Mon, 05 Feb 2024 03:04:09 +0000'],
    ['U', '1707102249'],
    ['e I O P T Z', 'UTC 0 +0000 +00:00 UTC 0'],
    ['\\Y"Year" Y "', 'YYear 2024 "'],
    ['xrY xnY xx', 'MMXXIV 2024 x'],
    ['xkY xoY', '2567 113'],
    ['?', '?'],
  ] as const)
    assert.equal(written(format, '2024-02-05T03:04:09'), expected, format)
})

test('formats time zones, other calendars and ISO weeks', () => {
  assert.equal(written('c O Z U', '2024-01-01T00:00:00', 120), '2024-01-01T00:00:00+02:00 +0200 7200 1704060000')
  assert.equal(written('P', '2024-01-01T00:00:00', -90), '-01:30')
  assert.equal(written('o-W', '2021-01-03T00:00:00'), '2020-53')
  assert.equal(written('xij xin xiY', '2024-03-20T00:00:00'), '1 1 1403')
  assert.equal(written('xjY', '2024-03-20T00:00:00'), '5784')
  assert.equal(written('xmY', '2024-03-20T00:00:00'), '1445')
})

test('formats Roman numerals up to their limit', () => {
  assert.deepEqual([1, 4, 9, 1994, 2026, 0, 10_001].map(roman), ['I', 'IV', 'IX', 'MCMXCIV', 'MMXXVI', '0', '10001'])
})

test('formats Hebrew numerals', () => {
  const numbers = [1, 15, 16, 20, 115, 1000, 1001, 3000, 5784, 9999, 0, 10_000]
  const expected = [
    "א'",
    'ט"ו',
    'ט"ז',
    "כ'",
    'קט"ו',
    "א' אלף",
    "א'א'",
    "ג' אלפים",
    'ה\'תשפ"ד',
    'ט\'תתקצ"ט',
    '0',
    '10000',
  ]
  assert.deepEqual(numbers.map(hebrewNumeral), expected)
  assert.equal(written('xhxjj xhxjY xjj', '2024-02-05T03:04:09'), 'כ"ו ה\'תשפ"ד 26')
})

test('shows the last character of unknown codes', () => {
  assert.equal(written('xa x1 xiQ v', '2024-02-05T03:04:09'), 'a 1 Q v')
})

test('formats the lengths of months in other calendars', () => {
  assert.equal(written('xit xiz xiy xjt', '2027-01-01T00:00:00'), '30 286 05 29')
  assert.equal(written('xit xiY-xin-xij', '2024-03-19T00:00:00'), '29 1402-12-29')
  assert.equal(written('xkY', '1935-02-01T00:00:00'), '2477')
})

test('parses days of any month, and letters as time zones', () => {
  for (const [text, expected] of [
    ['last day of january 2037', '2037-01-31T00:00:00'],
    ['last day of february 2028', '2028-02-29T00:00:00'],
    ['last day of next month', '2026-12-31T14:05:09'],
    ['2037-03-05 last day of', '2037-03-31T00:00:00'],
    ['first day of last month noon', '2026-10-01T12:00:00'],
    ['first monday of january 2037', '2037-01-05T00:00:00'],
    ['last monday of january 2037', '2037-01-26T00:00:00'],
    ['second tuesday of next month', '2026-12-08T00:00:00'],
    ['sixth day', '2026-11-21T14:05:09'],
    ['february', '2026-02-15T00:00:00'],
    ['a week', '2026-11-15T13:05:09'],
    ['10:00 b', '2026-11-15T08:00:00'],
    ['an hour', undefined],
    ['last january of', undefined],
  ] as const)
    assert.equal(read(text), expected, text)
})

test('parses unusual formats like PHP', () => {
  for (const [text, expected] of [
    ['3 weekdays', '2026-11-18T14:05:09'],
    ['XII 2027', '2027-12-01T00:00:00'],
    ['5 XI', '2026-11-05T00:00:00'],
    ['12:00 UTC+2', '2026-11-15T12:00:00'],
    ['12:00 GMT+2', '2026-11-15T10:00:00'],
    ['.5 days', '2026-11-20T14:05:09'],
    ['2027-06-07T10', '2027-06-07T10:00:00'],
    ['2027-06-07T1011', '2027-06-07T10:11:00'],
    ['2027.158', '2027-06-07T00:00:00'],
    ['7.6.27', '2026-11-15T07:06:27'],
    ['05/Jan/2027:10:11:12 +0200', '2027-01-05T08:11:12'],
    ['Jan 5 10:11pm', '2026-01-05T22:11:00'],
    ['10:30 2027', '2027-11-15T10:30:00'],
    ['tomorrow noon', '2026-11-16T12:00:00'],
    ['last fri of july 2028', '2028-07-28T00:00:00'],
    ['+1 weekday +2 weekdays', '2026-11-17T14:05:09'],
    ['-2 weekdays', '2026-11-12T14:05:09'],
    ['2 weekdays ago', '2026-11-12T14:05:09'],
    ['next weekday', '2026-11-16T00:00:00'],
    ['1 fortnight', '2026-11-29T14:05:09'],
    ['+1 week 2 days', '2026-11-24T14:05:09'],
    ['2 forthnights', '2026-12-13T14:05:09'],
    ['1 sat', '2026-11-21T14:05:09'],
    ['+2 sundays', '2026-11-22T14:05:09'],
    ['third monday', '2026-11-30T00:00:00'],
    ['this week', '2026-11-09T14:05:09'],
    ['next week', '2026-11-16T14:05:09'],
    ['sunday this week', '2026-11-15T00:00:00'],
    ['monday next week', '2026-11-16T00:00:00'],
    ['front of 5pm', '2026-11-15T16:45:00'],
    ['back of 7am', '2026-11-15T07:15:00'],
    ['2027W05', '2027-02-01T00:00:00'],
    ['2027-W05-3', '2027-02-03T00:00:00'],
    ['2027-001', '2027-01-01T00:00:00'],
    ['27-12-31', '2027-12-31T00:00:00'],
    ['6/7', '2026-06-07T00:00:00'],
    ['10.30', '2026-11-15T10:30:00'],
    ['t102030', '2026-11-15T10:20:30'],
    ['++1 week', '2026-11-22T14:05:09'],
    ['+-1 week', '2026-11-08T14:05:09'],
    ['1 week.', '2026-11-22T14:05:09'],
    ['1 month 3 days ago', '2026-10-12T14:05:09'],
    ['1 week ago tomorrow', '2026-11-16T00:00:00'],
    ['2027-01-01 12:00 EST', '2027-01-01T17:00:00'],
    ['2027-01-01 12:00 GMT-5', '2027-01-01T17:00:00'],
    ['12:00 America/New_York', '2026-11-15T17:00:00'],
    ['2027-06-07 12:00 America/New_York', '2027-06-07T16:00:00'],
    ['first week', undefined],
    ['sixth week', undefined],
    ['tues', undefined],
    ['12:00 Nowhere/City', undefined],
  ] as const)
    assert.equal(read(text), expected, text)
})
