// What is counted on from a date: "+3 days", "last monday", "first day of". Everything is read first and settled then.

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** Less than a second is read and not counted. */
const unitSeconds: Record<string, number> = {
  ...{ second: 1, sec: 1, minute: 60, min: 60, hour: 3600 },
  ...{ ms: 0, msec: 0, millisecond: 0, usec: 0, microsecond: 0, µs: 0 },
}
/** Words that count. */
export const words: Record<string, number> = {
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
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
}

export interface Fields {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Minutes ahead of UTC, once the text names a zone. */
  zone: number | null
  /** A place whose clocks are meant, such as Europe/Riga. */
  place: string | null
  /** What is counted on from the date and time, when all is read. */
  relative: Relative
  /** Which day of the month it is, once the month is known: counted from its end where negative; any day, or one of the week. */
  ofMonth: { readonly count: number; readonly weekday: number | null } | null
}

interface Relative {
  year: number
  month: number
  day: number
  second: number
  /** Working days. */
  weekdays: number
  /** A day of the week; `sameDay` says whether today can be it, `thisWeek` that it is looked for from Monday to Sunday. */
  weekday: { readonly day: number; readonly sameDay: boolean } | null
  thisWeek: boolean
}

export function clearTime(fields: Fields): void {
  Object.assign(fields, { hour: 0, minute: 0, second: 0 })
}

export function fieldsOf(date: Date): Fields {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    zone: null,
    place: null,
    relative: { year: 0, month: 0, day: 0, second: 0, weekdays: 0, weekday: null, thisWeek: false },
    ofMonth: null,
  }
}

/** -1 for other words. */
export const weekdayNamed = (word: string): number =>
  dayNames.findIndex(day => day === word || day.slice(0, 3) === word)

const isWeekday = (unit: string): boolean => /^weekdays?$/.test(unit)

/** One step of some units. A count in words ("next friday") begins the day anew, one in digits ("3 fridays") keeps the time. */
export function step(fields: Fields, amount: number, unit: string, counted: 'digits' | 'words'): boolean {
  const { relative } = fields
  const whole = unit.toLowerCase()
  const name = whole.length > 2 ? whole.replace(/s$/, '') : whole
  if (isWeekday(whole)) {
    if (counted === 'words') clearTime(fields)
    relative.weekdays += amount
    return true
  }
  const weekday = weekdayNamed(whole.length > 4 ? name : whole)
  if (weekday >= 0) {
    if (counted === 'words') clearTime(fields)
    relative.day += 7 * (amount > 0 ? amount - 1 : amount)
    relative.weekday = { day: weekday, sameDay: counted === 'digits' || amount === 0 }
  } else if (name === 'day') relative.day += amount
  else if (name === 'week') relative.day += 7 * amount
  else if (name === 'fortnight' || name === 'forthnight') relative.day += 14 * amount
  else if (name === 'month') relative.month += amount
  else if (name === 'year') relative.year += amount
  else if (unitSeconds[name] !== undefined) relative.second += amount * unitSeconds[name]
  else return false
  return true
}

/** "next friday", "last month": a week is one that begins on Monday, unless the text names another day of it. */
export function stepInWords(fields: Fields, word: string, unit: string): boolean {
  const amount = words[word]!
  const isWeek = unit.toLowerCase() === 'week'
  if (isWeek && !/^(?:last|previous|this|next)$/.test(word)) return false
  if (!step(fields, amount, unit, 'words')) return false
  if (isWeek) {
    fields.relative.thisWeek = true
    fields.relative.weekday ??= { day: 1, sameDay: true }
  }
  return true
}

/** Turns around everything that was counted so far. */
export function ago({ relative }: Fields): boolean {
  for (const name of ['year', 'month', 'day', 'second', 'weekdays'] as const) relative[name] = -relative[name]
  if (relative.weekday) relative.weekday = { day: -(relative.weekday.day || 7), sameDay: relative.weekday.sameDay }
  return true
}

export const dayOfWeek = ({ year, month, day }: Fields): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** Goes to the day of the week that was named, then on by what was counted. */
function settleSteps(fields: Fields): void {
  const { relative } = fields
  const { weekday, thisWeek } = relative
  if (weekday !== null) {
    const today = dayOfWeek(fields)
    if (thisWeek) fields.day += (weekday.day || 7) - (today || 7)
    else if (weekday.day < 0) fields.day -= 7 - (Math.abs(weekday.day) - today)
    else {
      const ahead = weekday.day - today
      const isPast = relative.day < 0 ? ahead < 0 : weekday.sameDay ? ahead < 0 : ahead <= 0
      fields.day += isPast ? ahead + 7 : ahead
    }
    // Months are counted on from the day that it really is.
    const { year, month, day } = fieldsOf(new Date(Date.UTC(fields.year, fields.month - 1, fields.day)))
    Object.assign(fields, { year, month, day })
  }
  fields.year += relative.year
  fields.month += relative.month
  fields.day += relative.day
  fields.second += relative.second
}

/** Goes on by working days. */
function settleWeekdays(fields: Fields): void {
  const { weekdays } = fields.relative
  if (weekdays === 0) return
  const direction = Math.sign(weekdays)
  const few = ((Math.abs(weekdays) - 1) % 5) + 1
  for (let left = few; left > 0; ) {
    fields.day += direction
    if (dayOfWeek(fields) % 6 !== 0) left--
  }
  fields.day += ((Math.abs(weekdays) - few) / 5) * 7 * direction
}

export function dayOfMonth(fields: Fields, count: number, day: string): boolean {
  const weekday = day === 'day' ? null : weekdayNamed(day)
  if (count === 0 || weekday === -1 || (weekday === null && Math.abs(count) !== 1)) return false
  if (weekday !== null) clearTime(fields)
  fields.ofMonth = { count, weekday }
  return true
}

/** Months are counted on, so that the first and the last day are those of the month that is meant. */
function settleDay(fields: Fields): void {
  if (fields.ofMonth === null) return
  const { count, weekday } = fields.ofMonth
  if (count < 0) fields.month++
  fields.day = count < 0 ? 0 : 1
  if (weekday === null) return
  const from = new Date(Date.UTC(fields.year, fields.month - 1, fields.day)).getUTCDay()
  fields.day += count < 0 ? -((from - weekday + 7) % 7) : ((weekday - from + 7) % 7) + 7 * (count - 1)
}

/** Goes on from the date and time that were named. */
export function settle(fields: Fields): void {
  settleSteps(fields)
  settleDay(fields)
  settleWeekdays(fields)
}
