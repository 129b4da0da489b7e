// An absolute date and time plus relative terms: "+3 days", "last monday", "first day of". The whole text is parsed
// first and resolved afterwards.

/** A missing part is taken from the current time. */
type Part = number | null

/** The parsed parts of a text. */
export interface Fields {
  year: Part
  month: Part
  day: Part
  hour: Part
  minute: Part
  second: Part
  /** Number of times found: a second one is an error, except that four digits after a time are a year. */
  times: number
  hasDate: boolean
  /** Number of time zones found: the first one counts. */
  zones: number
  /** Offset from UTC in seconds, once the text names a time zone. */
  zone: number | null
  /** A time zone by location, such as Europe/Riga. */
  place: string | null
  /** Relative terms, applied after parsing. */
  readonly relative: Relative
  /** The first or last day of the month. */
  edge: 'first' | 'last' | null
  /** Whether a weekday counts from the start or the end of the month. */
  weekdayOf: 'first' | 'last' | null
  /** Working days to add; null for none. */
  workdays: number | null
}

interface Relative {
  year: number
  month: number
  day: number
  second: number
  /** From 0 (Sunday) to 6; negative after "ago". */
  weekday: number | null
  /** If today is that weekday: 1 selects today, 0 the next one. 2 selects it in the week from Monday to Sunday. */
  behaviour: 0 | 1 | 2
}

export const noFields = (): Fields => ({
  year: null,
  month: null,
  day: null,
  hour: null,
  minute: null,
  second: null,
  times: 0,
  hasDate: false,
  zones: 0,
  zone: null,
  place: null,
  relative: { year: 0, month: 0, day: 0, second: 0, weekday: null, behaviour: 0 },
  edge: null,
  weekdayOf: null,
  workdays: null,
})

/** Resets the time to midnight and allows another one. */
export function clearTime(fields: Fields): void {
  Object.assign(fields, { hour: 0, minute: 0, second: 0, times: 0 })
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** -1 for other words. */
export const weekdayNamed = (word: string): number =>
  DAYS.findIndex(day => day === word || `${day}s` === word || day.slice(0, 3) === word)

/** Words that stand for a number. */
export const COUNTS: Readonly<Record<string, number>> = {
  last: -1,
  previous: -1,
  this: 0,
  next: 1,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eight: 8,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
}

/** Time units: the field they change, and by how much. Fractions of a second are parsed and ignored. */
const UNITS: Readonly<Record<string, readonly ['year' | 'month' | 'day' | 'second', number]>> = {
  ms: ['second', 0],
  msec: ['second', 0],
  millisecond: ['second', 0],
  usec: ['second', 0],
  microsecond: ['second', 0],
  µs: ['second', 0],
  µsec: ['second', 0],
  sec: ['second', 1],
  second: ['second', 1],
  min: ['second', 60],
  minute: ['second', 60],
  hour: ['second', 3600],
  day: ['day', 1],
  week: ['day', 7],
  fortnight: ['day', 14],
  forthnight: ['day', 14],
  month: ['month', 1],
  year: ['year', 1],
}

/** Adds a relative term. A count in words ("next friday") resets the time, one in digits ("3 fridays") keeps it. */
export function step(
  fields: Fields,
  amount: number,
  unit: string,
  { behaviour, keepsTime }: { readonly behaviour: 0 | 1; readonly keepsTime: boolean },
): void {
  const { relative } = fields
  const word = unit.toLowerCase()
  const weekday = weekdayNamed(word)
  if (word === 'weekday' || word === 'weekdays') {
    if (!keepsTime) clearTime(fields)
    fields.workdays = amount
  } else if (weekday >= 0) {
    if (!keepsTime) clearTime(fields)
    relative.day += 7 * (amount > 0 ? amount - 1 : amount)
    Object.assign(relative, { weekday, behaviour })
  } else {
    const [part, size] = UNITS[word] ?? UNITS[word.replace(/s$/, '')] ?? ['day', 0]
    relative[part] += amount * size
  }
}

/** Negates all relative terms so far. */
export function ago(fields: Fields): void {
  const { relative } = fields
  for (const name of ['year', 'month', 'day', 'second'] as const) relative[name] = -relative[name]
  relative.weekday = relative.weekday === null ? null : -relative.weekday || -7
  if (fields.workdays !== null) fields.workdays = -fields.workdays
}

/** A complete date and time; parts may be out of range. */
export interface Instant {
  year: number
  month: number
  day: number
  readonly hour: number
  readonly minute: number
  second: number
}

/** Normalizes the date: April 31 becomes May 1. */
function normalise(at: Instant): void {
  const date = new Date(0)
  date.setUTCFullYear(at.year, at.month - 1, at.day)
  at.year = date.getUTCFullYear()
  at.month = date.getUTCMonth() + 1
  at.day = date.getUTCDate()
}

function dayOfWeek({ year, month, day }: Instant): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCDay()
}

/** Resolves the fields to local time in their time zone. Missing parts are taken from `now`. */
export function settle(fields: Fields, now: Date): Instant {
  const isDay = fields.hasDate && fields.times === 0
  const time = (part: Part, present: number) => (isDay ? 0 : (part ?? present))
  const at: Instant = {
    year: fields.year ?? now.getUTCFullYear(),
    month: fields.month ?? now.getUTCMonth() + 1,
    day: fields.day ?? now.getUTCDate(),
    hour: time(fields.hour, now.getUTCHours()),
    minute: time(fields.minute, now.getUTCMinutes()),
    second: time(fields.second, now.getUTCSeconds()),
  }
  const { relative } = fields
  let { month } = relative
  if (fields.weekdayOf !== null) {
    at.day = 1
    at.month += month + (fields.weekdayOf === 'last' ? 1 : 0)
    month = 0
  }
  toEdge(at, fields.edge)
  normalise(at)
  if (relative.weekday !== null) toWeekday(at, relative, relative.weekday)
  normalise(at)
  at.day += relative.day
  at.month += month
  at.year += relative.year
  toEdge(at, fields.edge)
  normalise(at)
  if (fields.workdays !== null) addWorkdays(at, fields.workdays)
  at.second += relative.second
  return at
}

function toEdge(at: Instant, edge: Fields['edge']): void {
  if (edge === 'first') at.day = 1
  if (edge !== 'last') return
  at.day = 0
  at.month++
}

function toWeekday(at: Instant, { day, behaviour }: Relative, weekday: number): void {
  const today = dayOfWeek(at)
  if (behaviour === 2) {
    // Weeks start on Monday, so Sunday is the last day.
    const wanted = today === 0 && weekday !== 0 ? weekday - 7 : weekday === 0 && today !== 0 ? 7 : weekday
    at.day += wanted - today
    return
  }
  if (weekday < 0) {
    at.day -= 7 - (-weekday - today)
    return
  }
  const ahead = weekday - today
  const isPast = day < 0 ? ahead < 0 : ahead <= -behaviour
  at.day += isPast ? ahead + 7 : ahead
}

/** Five working days make a week; the remainder may cross a weekend. */
function addWorkdays(at: Instant, count: number): void {
  const today = dayOfWeek(at)
  const rest = count % 5
  at.day += Math.trunc(count / 5) * 7 + rest
  if (count > 0) {
    if (rest === 0) at.day -= today === 0 ? 2 : today === 6 ? 1 : 0
    else if (today === 6) at.day += 1
    else if (today + rest > 5) at.day += 2
  } else if (rest === 0) at.day += today === 6 ? 2 : today === 0 ? 1 : 0
  else if (today === 0) at.day -= 1
  else if (today + rest < 1) at.day -= 2
}
