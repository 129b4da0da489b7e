import { parseTimestamp } from '../../site/timestamp.ts'
import type { XmpProperty } from './xmp-names.ts'

/** Validates and converts a value; null when it is not valid for the property. */
export function checkedValue({ check, allowed }: XmpProperty, text: string): unknown {
  switch (check) {
    case 'boolean':
      return text === 'True' || text === 'False' ? text : null
    case 'rational':
      return /^-?\d+\/(?:\d+[1-9]|[1-9]\d*)$/.test(text) ? text : null
    case 'integer':
      return /^[-+]?\d+$/.test(text) ? text : null
    case 'language':
      return /^[-A-Za-z0-9]{2,}$/.test(text) ? text : null
    case 'rating':
      return rating(text)
    case 'closed':
      return allowed.some(each => isWithin(each, text)) ? text : null
    case 'real':
      return isNumeric(text) && Number(text) !== 0 && (allowed.length === 0 || isInRange(allowed[0]!, Number(text)))
        ? text
        : null
    case 'date':
      return cameraTime(text)
    case 'place':
      return degrees(text)
    default:
      return text
  }
}

const isNumeric = (text: string): boolean => /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text)

function isInRange(range: string, value: number): boolean {
  const [low, high] = range.split('..').map(Number)
  return value >= low! && value <= high!
}

const isWithin = (allowed: string, text: string): boolean =>
  allowed.includes('..') ? isNumeric(text) && isInRange(allowed, Math.trunc(Number(text))) : allowed === text

/** From 0 to 5; negative values mean "rejected". */
function rating(text: string): string | null {
  if (!/^[-+]?\d*\.?\d*$/.test(text) || !isNumeric(text)) return null
  if (Number(text) < 0) return '-1'
  return Number(text) > 5 ? '5' : text
}

const DATE =
  /^([0-3]\d{3})(?:-([01]\d)(?:-([0-3]\d)(?:T([0-2]\d):([0-6]\d)(?::([0-6]\d)(?:\.\d+)?)?([-+]\d{2}:\d{2}|Z)?)?)?)?$/

/** Formats a time the EXIF way, `2020:01:02 03:04:05`, as precisely as the value allows. */
function cameraTime(text: string): string | null {
  const match = DATE.exec(text)
  if (!match || match[1] === '0000') return null
  const [, year, month, day, hour, minute, second, zone] = match
  const date = [year, month, day].filter(part => part !== undefined).join(':')
  if (hour === undefined) return date
  if (zone === undefined || zone === 'Z') return `${date} ${[hour, minute, second].filter(Boolean).join(':')}`
  const at = parseTimestamp(`${year}${month}${day}${hour}${minute}${second ?? '00'}`)
  if (at === null || at === undefined) return null
  const ahead = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))) * (zone.startsWith('-') ? -60 : 60)
  const shown = new Date((at + ahead) * 1000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':')
  return second === undefined ? shown.slice(0, -3) : shown
}

/** Converts degrees and minutes to signed decimal degrees. */
function degrees(text: string): number | null {
  const whole = /(\d{1,3}),(\d{1,2}),(\d{1,2})([NWSE])$/.exec(text)
  const parts = whole ?? /(\d{1,3}),(\d{1,2}(?:.\d*)?)([NWSE])$/.exec(text)
  if (!parts) return null
  const seconds = whole ? Number(whole[3]) * (1 / 3600) : 0
  const sum = Number(parts[1]) + Number.parseFloat(parts[2]!) * (1 / 60) + seconds
  return /[SW]$/.test(text) ? -sum : sum
}

/** Packs the flash fields into one number; null unless all of them are set. */
export function flashValue(flash: Readonly<Record<string, unknown>>): number | null {
  const { Fired, Function: missing, Mode, RedEyeMode, Return } = flash
  if ([Fired, missing, Mode, RedEyeMode, Return].includes(undefined)) return null
  const bit = (value: unknown) => (value === 'True' ? 1 : 0)
  return bit(Fired) | (Number(Return) << 1) | (Number(Mode) << 3) | (bit(missing) << 5) | (bit(RedEyeMode) << 6)
}
