import { nullable, readOnly, shape } from '#fields/field.ts'
import { dateTime, integer, percentage, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import { areChecksPending, type CheckedPlace } from '../../catalogue/pending-checks.ts'
import type { Totals } from '../../statistics/statistics.ts'
import { percent } from '../../statistics/statistics.ts'
import { oneDecimal, type RawJson } from '../json.ts'
import { JsonAnswer } from '../resource.ts'

const number = readOnly(integer())
const share = readOnly(percentage())

/** Members that all kinds of statistics have, including those of a language. */
const languageNumbers = {
  total: number,
  total_words: number,
  total_chars: number,
  last_change: readOnly(nullable(dateTime())),
  recent_changes: number,
  translated: number,
  translated_words: number,
  translated_percent: share,
  translated_words_percent: share,
  translated_chars: number,
  translated_chars_percent: share,
  fuzzy: number,
  fuzzy_percent: share,
  failing: number,
  failing_percent: share,
  approved: number,
  approved_percent: share,
  readonly: number,
  readonly_percent: share,
  suggestions: number,
  comments: number,
}

/** Adds words and characters for states that language statistics count only in strings. */
const numbers = {
  ...languageNumbers,
  fuzzy_words: number,
  fuzzy_words_percent: share,
  fuzzy_chars: number,
  fuzzy_chars_percent: share,
  approved_words: number,
  approved_words_percent: share,
  approved_chars: number,
  approved_chars_percent: share,
  readonly_words: number,
  readonly_words_percent: share,
  readonly_chars: number,
  readonly_chars_percent: share,
}

export const LanguageStatistics = shape('LanguageStatistics', 'String, word and character counts of a language.', {
  ...languageNumbers,
  name: readOnly(text()),
  url: readOnly(webAddress()),
})

export const Statistics = shape('Statistics', 'String, word and character counts by state.', {
  ...numbers,
  name: readOnly(text()),
  url: readOnly(webAddress()),
})

export const TranslationStatistics = shape(
  'TranslationStatistics',
  'Statistics of one language within a component, project or category.',
  {
    ...numbers,
    name: readOnly(text()),
    url: readOnly(webAddress()),
    code: readOnly(text()),
    translate_url: readOnly(webAddress()),
    last_author: readOnly(nullable(text())),
  },
)

/** Response header set while checks are still running, so `failing` may change. */
const CHECKS_PENDING = 'X-Checks-Pending'

/** A statistics response that reports whether all checks have run. */
export async function withPendingChecks(db: Reader, place: CheckedPlace, body: unknown): Promise<JsonAnswer> {
  return new JsonAnswer(body, 200, (await areChecksPending(db, place)) ? { [CHECKS_PENDING]: 'true' } : {})
}

type Numbers = Record<string, number | string | RawJson | null>

/** Statistics of a language: only the members that clients expect. */
export function languageStatisticsNumbers(totals: Totals): Numbers {
  const all = statisticsNumbers(totals, true)
  return Object.fromEntries(Object.keys(languageNumbers).map(name => [name, all[name] ?? null]))
}

/**
 * Statistics of any object. With reviews on, completion means approved; an object without strings then counts as
 * complete by approval only.
 */
export function statisticsNumbers(t: Totals, review: boolean): Numbers {
  const done = review ? 0 : 100
  const approved = review ? 100 : 0
  const of = (part: number, total: number, whenEmpty: 0 | 100 = 0) => oneDecimal(percent(part, total, whenEmpty))
  return {
    total: t.total,
    total_words: t.total_words,
    total_chars: t.total_chars,
    last_change: t.last_change === null ? null : isoMicroseconds(t.last_change),
    recent_changes: t.recent_changes,
    translated: t.translated,
    translated_words: t.translated_words,
    translated_percent: of(t.translated, t.total, done),
    translated_words_percent: of(t.translated_words, t.total_words, done),
    translated_chars: t.translated_chars,
    translated_chars_percent: of(t.translated_chars, t.total_chars, done),
    fuzzy: t.fuzzy,
    fuzzy_percent: of(t.fuzzy, t.total),
    fuzzy_words: t.fuzzy_words,
    fuzzy_words_percent: of(t.fuzzy_words, t.total_words),
    fuzzy_chars: t.fuzzy_chars,
    fuzzy_chars_percent: of(t.fuzzy_chars, t.total_chars),
    failing: t.failing,
    failing_percent: of(t.failing, t.total),
    approved: t.approved,
    approved_percent: of(t.approved, t.total, approved),
    approved_words: t.approved_words,
    approved_words_percent: of(t.approved_words, t.total_words, approved),
    approved_chars: t.approved_chars,
    approved_chars_percent: of(t.approved_chars, t.total_chars, approved),
    readonly: t.readonly,
    readonly_percent: of(t.readonly, t.total),
    readonly_words: t.readonly_words,
    readonly_words_percent: of(t.readonly_words, t.total_words),
    readonly_chars: t.readonly_chars,
    readonly_chars_percent: of(t.readonly_chars, t.total_chars),
    suggestions: t.suggestions,
    comments: t.comments,
  }
}
