// `os.clock`, `os.date` and `os.time`. Dates are in UTC.

import { isoWeek } from '../functions/time-format.ts'
import { secondsOfToday } from '../functions/time-lasts.ts'
import type { Current, Invocation } from './invocation.ts'
import { LuaRaised } from './machine.ts'
import { isTable, type LuaTable, type LuaValue, type SimpleFunction } from './values.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
]

const two = (value: number, filler = '0') => String(value).padStart(2, filler)
const dayOfYear = (date: Date): number =>
  Math.floor(
    (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) - Date.UTC(date.getUTCFullYear(), 0)) /
      86_400_000,
  )
const twelve = (date: Date): number => date.getUTCHours() % 12 || 12
/** Weeks that start on a given weekday; days before the first are in week 0. */
const week = (date: Date, firstDay: number): number =>
  Math.floor((dayOfYear(date) + 7 - ((date.getUTCDay() - firstDay + 7) % 7)) / 7)

type Piece = (date: Date) => string

const PIECES: Readonly<Record<string, Piece>> = {
  a: date => DAYS[date.getUTCDay()]!.slice(0, 3),
  A: date => DAYS[date.getUTCDay()]!,
  b: date => MONTHS[date.getUTCMonth()]!.slice(0, 3),
  h: date => MONTHS[date.getUTCMonth()]!.slice(0, 3),
  B: date => MONTHS[date.getUTCMonth()]!,
  C: date => two(Math.floor(date.getUTCFullYear() / 100)),
  d: date => two(date.getUTCDate()),
  e: date => two(date.getUTCDate(), ' '),
  g: date => two(isoWeek(date).year % 100),
  G: date => String(isoWeek(date).year),
  H: date => two(date.getUTCHours()),
  I: date => two(twelve(date)),
  j: date => String(dayOfYear(date) + 1).padStart(3, '0'),
  k: date => two(date.getUTCHours(), ' '),
  l: date => two(twelve(date), ' '),
  m: date => two(date.getUTCMonth() + 1),
  M: date => two(date.getUTCMinutes()),
  n: () => '\n',
  p: date => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  P: date => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  s: date => String(Math.floor(date.getTime() / 1000)),
  S: date => two(date.getUTCSeconds()),
  t: () => '\t',
  u: date => String(date.getUTCDay() || 7),
  U: date => two(week(date, 0)),
  V: date => two(isoWeek(date).week),
  w: date => String(date.getUTCDay()),
  W: date => two(week(date, 1)),
  y: date => two(date.getUTCFullYear() % 100),
  Y: date => String(date.getUTCFullYear()),
  z: () => '+0000',
  Z: () => 'UTC',
  '%': () => '%',
}
const COMPOSED: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
}

function written(format: string, date: Date): string {
  const plain = format.replace(/%[EO]?([cDFrRTxX])/g, (_, letter: string) => COMPOSED[letter]!)
  return plain.replace(/%[EO]?(.)/gs, (whole, letter: string) => PIECES[letter]?.(date) ?? whole)
}

/** Seconds until the text of the current time changes. */
function secondsUntilChange(format: string, now: Date): number {
  const plain = format.replaceAll('%%', '')
  if (/%[EO]?[crsSTX+]/.test(plain)) return 1
  if (/%[EO]?[MR]/.test(plain)) return 60 - now.getUTCSeconds()
  if (/%[EO]?[HIklpP]/.test(plain)) return 3600 - now.getUTCMinutes() * 60 - now.getUTCSeconds()
  return secondsOfToday(now)
}

function fieldsOf(date: Date): LuaTable {
  return new Map<string, LuaValue>([
    ['sec', date.getUTCSeconds()],
    ['min', date.getUTCMinutes()],
    ['hour', date.getUTCHours()],
    ['day', date.getUTCDate()],
    ['month', date.getUTCMonth() + 1],
    ['year', date.getUTCFullYear()],
    ['wday', date.getUTCDay() + 1],
    ['yday', dayOfYear(date) + 1],
    ['isdst', false],
  ])
}

function changesAfter({ state }: Invocation, seconds: number): void {
  state.lastsAtMost(seconds)
  state.changesAfter(seconds)
}

function date(run: Invocation, format: LuaValue, time: LuaValue): LuaValue {
  if (format !== undefined && typeof format !== 'string')
    throw new LuaRaised("bad argument #1 to 'date' (string expected)")
  if (time !== undefined && Number.isNaN(Number(time)))
    throw new LuaRaised("bad argument #2 to 'date' (number expected)")
  const wanted = (format ?? '%c').replace(/^!/, '')
  const shown = new Date(time === undefined ? run.state.host.now : Math.floor(Number(time)) * 1000)
  if (Number.isNaN(shown.getTime())) throw new LuaRaised("bad argument #2 to 'date' (time out of range)")
  const isTableWanted = wanted.startsWith('*t')
  if (time === undefined) changesAfter(run, isTableWanted ? secondsOfToday(shown) : secondsUntilChange(wanted, shown))
  return isTableWanted ? fieldsOf(shown) : written(wanted, shown)
}

function time(run: Invocation, fields: LuaValue): LuaValue {
  if (fields === undefined) {
    changesAfter(run, 1)
    return Math.floor(run.state.host.now / 1000)
  }
  if (!isTable(fields)) throw new LuaRaised("bad argument #1 to 'time' (table expected)")
  const field = (name: string, fallback?: number): number => {
    const value = fields.get(name) ?? fallback
    if (value === undefined) throw new LuaRaised(`field '${name}' missing in date table`)
    return Math.floor(Number(value))
  }
  const moment = new Date(0)
  moment.setUTCFullYear(field('year'), field('month') - 1, field('day'))
  moment.setUTCHours(field('hour', 12), field('min', 0), field('sec', 0))
  return Number.isNaN(moment.getTime()) ? undefined : moment.getTime() / 1000
}

export const clockFunctions = (current: Current): Record<string, SimpleFunction> => ({
  clock: () => {
    const { user, system } = process.threadCpuUsage()
    return Math.round(((user + system) / 1e6) * 50_000) / 50_000
  },
  date: (format, moment) => date(current(), format, moment),
  time: fields => time(current(), fields),
})
