// How long the output of {{#time:}} for the current time stays valid.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Format letters by the smallest part of the time they show. */
const SHOWN: readonly (readonly [letters: RegExp, until: (date: Date) => number])[] = [
  [/[sUcr]/, () => 1],
  [/i/, date => MINUTE - date.getUTCSeconds()],
  [/[HGhg]/, date => HOUR - (secondOfDay(date) % HOUR)],
  [/[aA]/, date => DAY / 2 - (secondOfDay(date) % (DAY / 2))],
  [/[djDlNwz]/, date => secondsOfToday(date)],
  [/[Wo]/, date => until(date, nextIsoWeek(date))],
  [/[FmMnt]/, date => until(date, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))],
  [/[Yy]/, date => until(date, Date.UTC(date.getUTCFullYear() + 1, 0))],
  [/L/, date => until(date, Date.UTC(nextLeapChange(date.getUTCFullYear()), 0))],
]

const secondOfDay = (date: Date): number =>
  date.getUTCHours() * HOUR + date.getUTCMinutes() * MINUTE + date.getUTCSeconds()
/** Seconds until midnight. */
export const secondsOfToday = (date: Date): number => DAY - secondOfDay(date)
const until = (date: Date, end: number): number => Math.floor((end - date.getTime()) / 1000)

function nextIsoWeek(date: Date): number {
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - sinceMonday + 7)
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function nextLeapChange(year: number): number {
  let next = year + 1
  while (isLeap(next) === isLeap(year)) next++
  return next
}

/** Seconds until the output changes; null for never. */
export function secondsItLasts(format: string, now: Date): number | null {
  const letters = format.replace(/\\.|"[^"]*"/g, '')
  const ends = SHOWN.filter(([shown]) => shown.test(letters)).map(([, end]) => end(now))
  return ends.length === 0 ? null : Math.min(...ends)
}
