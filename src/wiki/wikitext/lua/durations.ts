// Lengths of time in words: "2 hours and 5 minutes".

import { listToText } from '#languages/list-format.ts'
import { choosePlural } from '#languages/message-plural.ts'
import { formatNumber } from '#languages/number-format.ts'
import { Frame } from '../state/frame.ts'
import type { Invocation } from './invocation.ts'
import type { LuaTable } from './values.ts'

/** Seconds in an average Gregorian year. */
const YEAR = 31_556_952

const INTERVALS: Readonly<Record<string, readonly [seconds: number, word: string]>> = {
  millennia: [1000 * YEAR, 'millennium|millennia'],
  centuries: [100 * YEAR, 'century|centuries'],
  decades: [10 * YEAR, 'decade|decades'],
  years: [YEAR, 'year|years'],
  weeks: [604_800, 'week|weeks'],
  days: [86_400, 'day|days'],
  hours: [3600, 'hour|hours'],
  minutes: [60, 'minute|minutes'],
  seconds: [1, 'second|seconds'],
}
const USUAL = Object.keys(INTERVALS).filter(name => name !== 'weeks')

/** How often each interval fits, from the longest to the shortest. */
export function intervalsOf(seconds: number, chosen: readonly string[]): LuaTable {
  const wanted = Object.keys(INTERVALS).filter(name => (chosen.length === 0 ? USUAL : chosen).includes(name))
  const shortest = wanted.at(-1)
  const found: LuaTable = new Map()
  let left = Math.round(seconds)
  for (const name of wanted) {
    const [length] = INTERVALS[name]!
    const count = Math.floor(left / length)
    if (count > 0 || (name === shortest && found.size === 0)) {
      found.set(name, count)
      left -= count * length
    }
  }
  return found
}

export function formatDuration(run: Invocation, code: string, seconds: number, chosen: readonly string[]): string {
  const { host, page, site } = run.state
  const message = (key: string) => (code === site.language ? host.message(key) : (host.messageIn?.(code, key) ?? null))
  const parts = [...intervalsOf(seconds, chosen)].map(([name, count]) => {
    const number = formatNumber(code, Number(count))
    const text = message(`duration-${name}`)
    if (text === null) return `${number} ${choosePlural('en', Number(count), INTERVALS[name]![1].split('|'))}`
    return run.expander.expandText(text.replaceAll('$1', number), new Frame(page, null), false)
  })
  return listToText(parts, {
    comma: message('comma-separator') ?? ', ',
    and: message('and') ?? ' and',
    word: message('word-separator') ?? ' ',
  })
}
