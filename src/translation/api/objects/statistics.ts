import { percent } from '../../statistics/percent.ts'
import type { Totals } from '../../statistics/statistics.ts'
import { isoMicroseconds } from '../../statistics/timestamp.ts'
import { nullable, readOnly, shape } from '../fields/field.ts'
import { dateTime, integer, percentage, text, webAddress } from '../fields/kinds.ts'
import { oneDecimal, type RawJson } from '../json.ts'

const number = readOnly(integer())
const share = readOnly(percentage())

const numbers = {
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

export const Numbers = shape(
  'Numbers',
  'Counts of strings, words and characters by status, of a place that needs no name.',
  numbers,
)

export const Statistics = shape('Statistics', 'Counts of strings, words and characters by status.', {
  ...numbers,
  name: readOnly(text()),
  url: readOnly(webAddress()),
})

export const TranslationStatistics = shape('TranslationStatistics', 'Statistics of one language in some place.', {
  ...numbers,
  name: readOnly(text()),
  url: readOnly(webAddress()),
  code: readOnly(text()),
  translate_url: readOnly(webAddress()),
  last_author: readOnly(nullable(text())),
})

/**
 * The numbers of any object. Where reviews are on, being approved is what completes it; an object without strings is
 * complete by that measure, and only by that.
 */
export function statisticsNumbers(t: Totals, review: boolean): Record<string, number | string | RawJson | null> {
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
    failing: t.failing,
    failing_percent: of(t.failing, t.total),
    approved: t.approved,
    approved_percent: of(t.approved, t.total, approved),
    readonly: t.readonly,
    readonly_percent: of(t.readonly, t.total),
    suggestions: t.suggestions,
    comments: t.comments,
  }
}
