import { isoMicroseconds } from '#fields/timestamp.ts'
import { type Html, html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import type { LanguageRow } from '../catalogue/languages.ts'
import { percent } from '../statistics/statistics.ts'

const STEPS = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [604_800, 'day'],
  [2_629_800, 'week'],
  [31_557_600, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
] as const

/** Time units in days, with the threshold from which each is used. */
const SPANS = [
  [730, 'year', 365],
  [60, 'month', 30.4],
  [1, 'day', 1],
  [1 / 24, 'hour', 1 / 24],
] as const

/** The reader's language settings. */
export type Speaker = Pick<Reader, 'language' | 'timeZone' | 't'>

/** Formats numbers, times and language names for one reader. Times are in microseconds. */
export class Wording {
  readonly #reader: Speaker
  readonly #now: number
  readonly #numbers: Intl.NumberFormat
  readonly #shares: Intl.NumberFormat
  readonly #compact: Intl.NumberFormat
  readonly #days: Intl.DateTimeFormat
  readonly #moments: Intl.DateTimeFormat
  readonly #relative: Intl.RelativeTimeFormat
  readonly #languages: Intl.DisplayNames | null

  constructor(reader: Speaker, now: number) {
    const { language, timeZone } = reader
    this.#reader = reader
    this.#now = now
    this.#numbers = new Intl.NumberFormat(language)
    this.#shares = new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    this.#compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
    this.#days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    this.#moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    this.#relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    // The site's own names are in English.
    this.#languages = /^en\b/.test(language)
      ? null
      : new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  }

  number(value: number): string {
    return this.#numbers.format(value)
  }

  /** `12 K`: for axes. */
  compact(value: number): string {
    return this.#compact.format(value)
  }

  share(part: number, whole: number): string {
    return this.#shares.format(percent(part, whole) / 100)
  }

  /** Truncated to an integer, so that 100% always means complete. */
  roundShare(part: number, whole: number): string {
    const cut = Math.floor(percent(part, whole)) / 100
    return new Intl.NumberFormat(this.#reader.language, { style: 'percent' }).format(cut)
  }

  /** A date in UTC. */
  day(at: number): string {
    return this.#days.format(at / 1000)
  }

  month(at: number): string {
    return new Intl.DateTimeFormat(this.#reader.language, { month: 'short', timeZone: 'UTC' }).format(at / 1000)
  }

  /** Relative time, with the exact time as a tooltip. */
  ago(at: number): Html {
    const moment = this.#moments.format(at / 1000)
    return html`<time datetime="${isoMicroseconds(at)}" title="${moment}">${this.#since(at)}</time>`
  }

  /** A duration, for example "9 days". */
  duration(days: number): string {
    const [, unit, size] = SPANS.find(([from]) => days >= from) ?? ([0, 'minute', 1 / 1440] as const)
    const count = Math.max(1, Math.round(days / size))
    return new Intl.NumberFormat(this.#reader.language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
    }).format(count)
  }

  daysSince(at: number): number {
    return (this.#now - at) / 86_400_000_000
  }

  #since(at: number): string {
    const seconds = (at - this.#now) / 1_000_000
    let size = 1
    for (const [below, unit] of STEPS) {
      if (Math.abs(seconds) < below)
        return unit === 'second'
          ? this.#reader.t('frame.just_now')
          : this.#relative.format(Math.round(seconds / size), unit)
      size = below
    }
    return ''
  }

  /** The language's name in the reader's language. */
  language({ code, name }: Pick<LanguageRow, 'code' | 'name'>): string {
    return displayName(this.#languages, code) ?? name
  }

  /** The language's own name, if known and different. */
  ownName(language: Pick<LanguageRow, 'code' | 'name'>): string | null {
    const own = displayName(namesIn(tagOf(language.code)), language.code)
    return own === null || own.toLowerCase() === this.language(language).toLowerCase() ? null : own
  }
}

/** The language tag for `lang` and `Intl`. */
export const tagOf = (code: string): string => code.replace(/@.*/, '').replaceAll('_', '-')

function namesIn(tag: string): Intl.DisplayNames | null {
  try {
    return Intl.DisplayNames.supportedLocalesOf(tag).length === 0
      ? null
      : new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' })
  } catch {
    return null
  }
}

/** Null for codes with a modifier (`sr@latin`), which have their own names here. */
function displayName(names: Intl.DisplayNames | null, code: string): string | null {
  if (code.includes('@')) return null
  try {
    return names?.of(tagOf(code)) ?? null
  } catch {
    return null
  }
}
