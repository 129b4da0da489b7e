import type { Totals } from '../../statistics/statistics.ts'

/** A counter and the search that finds exactly its strings. */
export interface Counted {
  readonly q: string
  readonly strings: (t: Totals) => number
  readonly words?: (t: Totals) => number
  readonly characters?: (t: Totals) => number
}

export const COUNTED = {
  all: { q: '', strings: t => t.total, words: t => t.total_words, characters: t => t.total_chars },
  finished: {
    q: 'state:>=translated',
    strings: t => t.translated,
    words: t => t.translated_words,
    characters: t => t.translated_chars,
  },
  unfinished: {
    q: 'state:<translated',
    strings: t => t.total - t.translated,
    words: t => t.total_words - t.translated_words,
    characters: t => t.total_chars - t.translated_chars,
  },
  approved: {
    q: 'state:approved',
    strings: t => t.approved,
    words: t => t.approved_words,
    characters: t => t.approved_chars,
  },
  translated: {
    q: 'state:translated',
    strings: t => t.translated - t.approved - t.readonly,
    words: t => t.translated_words - t.approved_words - t.readonly_words,
    characters: t => t.translated_chars - t.approved_chars - t.readonly_chars,
  },
  readonly: {
    q: 'state:readonly',
    strings: t => t.readonly,
    words: t => t.readonly_words,
    characters: t => t.readonly_chars,
  },
  needsEditing: {
    q: 'is:needs-editing',
    strings: t => t.fuzzy,
    words: t => t.fuzzy_words,
    characters: t => t.fuzzy_chars,
  },
  open: {
    q: 'state:empty',
    strings: t => t.total - t.translated - t.fuzzy,
    words: t => t.total_words - t.translated_words - t.fuzzy_words,
    characters: t => t.total_chars - t.translated_chars - t.fuzzy_chars,
  },
  failing: { q: 'has:check', strings: t => t.failing, words: t => t.failing_words, characters: t => t.failing_chars },
  suggestions: { q: 'has:suggestion', strings: t => t.suggestions },
  comments: { q: 'has:comment', strings: t => t.comments },
} as const satisfies Record<string, Counted>

/** The number of results, if the search matches a stored counter. */
export function countOf(q: string, totals: Totals): number | null {
  const counted: Counted | undefined = Object.values(COUNTED).find(each => each.q === q.trim())
  return counted ? counted.strings(totals) : null
}
