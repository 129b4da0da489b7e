// Removes differences between two wikis: times since the start, URLs, tokens, keys of stashed files, counters.
import { escapeRegExp } from '#wiki/wikitext/text.ts'
import type { Captured } from './replayer.ts'
import { isNewNumber, NUMBERED } from './same-answer.ts'
import type { Answer, Step } from './scenarios.ts'

export interface Run {
  readonly base: string
  /** Seconds since 1970. */
  readonly start: number
  readonly now: number
  /** How far the system clock, which dates files, is ahead of the wiki's. */
  readonly ahead?: number
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const TIMES = new RegExp(
  String.raw`(?<!\d)(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z|(?<!\d)(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?!\d)|` +
    String.raw`(\d\d):(\d\d), (\d{1,2}) (${MONTHS.join('|')}) (\d{4})`,
  'g',
)
const GONE =
  'docref servedby curtimestamp lag host trace touched thumburl thumbsha1 responsiveUrls parsetime cachereport'.split(
    ' ',
  )
/** For uploads, also rendered warnings and names of temporary files. */
const GONE_OF_UPLOADS = ['html', 'extmetadata', 'canonicaltitle']

/** Running totals, of which only the increase within a scenario is compared. */
const COUNTERS = ['editcount', 'hitcount']

export function normalise(answer: Answer, step: Step, captured: Captured, run: Run): Answer {
  const texts = new Texts(captured, run)
  const gone = new Set(GONE.filter(key => !step.keep?.includes(key)))
  for (const key of [...(step.drop ?? []), ...(step.p.action === 'upload' ? GONE_OF_UPLOADS : [])]) gone.add(key)

  const since = (what: string, count: number): number => {
    if (!captured.has(`_${what}`)) captured.set(`_${what}`, count)
    return count - (captured.get(`_${what}`) as number)
  }
  const counted = (value: Record<string, unknown>, key: string): Record<string, unknown> => {
    const entries = Object.entries(value)
    if (key === 'statistics')
      return Object.fromEntries(entries.map(([name, count]) => [name, isInteger(count) ? since(name, count) : count]))
    const added = COUNTERS.filter(name => 'name' in value && isInteger(value[name]))
    return {
      ...value,
      ...Object.fromEntries(added.map(name => [name, since(`${name} ${value.name}`, value[name] as number)])),
    }
  }
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) {
      const list = value.map(part => walk(part, key))
      return step.sort?.includes(key)
        ? list
            .map(part => [sortKey(part), part] as const)
            .sort(byKey)
            .map(([, part]) => part)
        : list
    }
    if (typeof value === 'object' && value !== null) {
      const kept = Object.entries(counted(value as Record<string, unknown>, key)).filter(([name]) => !gone.has(name))
      return Object.fromEntries(
        kept.map(([name, part]) => [
          name,
          name.endsWith('token') && typeof part === 'string' ? '<token>' : walk(part, name),
        ]),
      )
    }
    if (isInteger(value) && value > 1e13) return texts.plain(String(value)) === '<now>' ? '<now>' : value
    if (typeof value !== 'string' || (key in NUMBERED && /^\d{1,13}$/.test(value))) return value
    return texts.plain(value)
  }
  const body = walk(answer.body, '')
  return { ...answer, body: step.pick ? picked(body, step.pick) : body }
}

const isInteger = (value: unknown): value is number => Number.isInteger(value)
const sortKey = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(byKey))
      : part,
  )
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** Keeps only these fields of the top-level objects. */
function picked(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const only = (value: object) => Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
  return Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => key !== 'warnings')
      .map(([key, value]) => [key, isObject(value) ? only(value) : value]),
  )
}

class Texts {
  readonly #marks: readonly (readonly [RegExp, string])[]
  readonly #run: Run

  constructor(captured: Captured, run: Run) {
    this.#run = run
    this.#marks = [...captured]
      .filter(([name, value]) => !name.startsWith('_') && (typeof value === 'string' || isInteger(value)))
      .map(([name, value]) => [String(value), name] as const)
      .filter(([value]) => value.length >= 3 && !isTime(value))
      .sort(([a], [b]) => b.length - a.length)
      .map(([value, name]) => [new RegExp(`(?<![0-9A-Za-z])${escapeRegExp(value)}(?![0-9A-Za-z])`, 'g'), `«${name}»`])
  }

  plain(text: string): string {
    const { base } = this.#run
    let plain = text.replaceAll(base, 'http://SITE').replaceAll(base.split('//')[1]!, 'SITE')
    for (const [value, mark] of this.#marks) plain = plain.replace(value, () => mark)
    return plain
      .replace(/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} 20\d\d \d\d:\d\d:\d\d GMT/g, '<date>')
      .replace(TIMES, (time, ...fields) => this.#time(time, fields))
      .replace(/[0-9a-z]{8,14}\.[0-9a-z]{4,8}\.\d+\.(png|jpg|jpeg|gif|svg|webp|txt)/g, '<filekey>')
      .replace(/[0-9a-f]{32,40}\+\\\\?/g, '<token>')
      .replace(/\bcurid=(\d+)/g, (same, id) => (isNewNumber('page', Number(id)) ? 'curid=#' : same))
      .replace(/(?<=lock ID is )#\d+/g, '#')
      .replace(/<now>\|(\d+|«\w+»)/g, '<now>|#')
      .replace(/\b(pageid|oldrevid|newrevid)(="|";i:)\d+/g, '$1$2#')
      .replace(/\s*<!-- diff cache key .*?-->\s*/g, '')
      .replace(/\n?<!--\s*(NewPP limit report|Transclusion expansion|Saved in).*?-->/gs, '')
  }

  /** Allows for the precision of the time format and some latency. */
  #time(text: string, fields: readonly string[]): string {
    const [time, doubt] = secondsOf(fields)
    const { start, now, ahead = 0 } = this.#run
    if (Number.isNaN(time)) return text
    if (time === nextMidnight(now)) return '<tomorrow>'
    const isNow = (at: number) => start - doubt <= at && at <= now + 3
    if (isNow(time) || isNow(time - ahead)) return '<now>'
    const hours = Math.round((time - now) / 3600)
    return hours >= 1 && hours < 24 * 800 && Math.abs(time - now - hours * 3600) < 180 ? `<now+${hours}h>` : text
  }
}

/** `expiry=tomorrow` is a different day at each run. */
const nextMidnight = (now: number): number => (Math.floor(now / 86_400) + 1) * 86_400

function secondsOf(fields: readonly string[]): [seconds: number, doubt: number] {
  const utc = (...parts: [number, number, number, number, number, number]) => Date.UTC(...parts) / 1000
  const digits = fields[0] ? fields.slice(0, 6) : fields[6] ? fields.slice(6, 12) : null
  if (digits) {
    const [year, month, day, hour, minute, second] = digits.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    return [utc(year, month - 1, day, hour, minute, second), 2]
  }
  const [hour, minute, day, month, year] = fields.slice(12, 17)
  return [utc(Number(year), MONTHS.indexOf(month!), Number(day), Number(hour), Number(minute), 0), 61]
}

const isTime = (text: string): boolean => text.replace(TIMES, '') === '' && text !== ''
