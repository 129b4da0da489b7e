import { withoutAccents } from '#store/full-text/searchable.ts'
import type { Term, WordQuery } from '#store/full-text/word-query.ts'

/** A condition on pages, by a keyword of CirrusSearch. */
export interface Filter {
  readonly kind: 'category' | 'template' | 'link'
  /** Titles, of which a page must have one: `incategory:A|B`. */
  readonly names: readonly string[]
  readonly isExcluded: boolean
}

/** The last edit of a page, in seconds since 1970; both ends are included. */
export interface Edited {
  readonly from: number | null
  readonly to: number | null
}

/** A parsed search query. */
export interface SearchQuery extends WordQuery {
  readonly filters: readonly Filter[]
  /** `prefix:` – the title prefix; it takes the rest of the line. */
  readonly prefix: string | null
  readonly isPrefixExcluded: boolean
  /** `lasteditdate:>2026-01-31`. */
  readonly edited: Edited | null
}

const MAX_TERMS = 50
const MAX_FILTERS = 20
const MAX_NAMES = 20
const FILTERS: Readonly<Record<string, Filter['kind']>> = {
  incategory: 'category',
  hastemplate: 'template',
  linksto: 'link',
}
const PIECES = /(-?)(?:(intitle|insource|incategory|hastemplate|linksto|lasteditdate):[ ]?)?(?:"([^"]*)"?|(\S+))/giu

export function readSearch(text: string): SearchQuery {
  const rest = /(?:^|\s)(-?)prefix:(.*)$/su.exec(text)
  const terms: Term[] = []
  const excluded: Term[] = []
  const filters: Filter[] = []
  let edited: Edited | null = null
  for (const [, minus, written, phrase, word] of text.slice(0, rest?.index ?? text.length).matchAll(PIECES)) {
    const value = phrase ?? word ?? ''
    const key = written?.toLowerCase() ?? ''
    const kind = FILTERS[key]
    if (kind !== undefined) {
      const names = value.split('|', MAX_NAMES).filter(name => name.trim() !== '')
      if (names.length > 0 && filters.length < MAX_FILTERS) filters.push({ kind, names, isExcluded: minus !== '' })
    } else if (key === 'lasteditdate') edited = editedWhen(value, edited)
    else {
      const words = wordsOf(value)
      const isBeginning = phrase === undefined && value.endsWith('*')
      const term = {
        words,
        inTitle: key === 'intitle',
        isBeginning,
        ...(key === 'insource' && { inText: true as const }),
      }
      if (words.length > 0 && terms.length + excluded.length < MAX_TERMS) (minus ? excluded : terms).push(term)
    }
  }
  const prefix = rest ? rest[2]!.trim() : null
  return { included: terms, excluded, filters, prefix, isPrefixExcluded: rest?.[1] === '-', edited }
}

const DAY = 86_400

/** `>2026-01-31`, `>=…`, `<…`, `<=…` or a day, a month or a year alone. Anything else changes nothing. */
function editedWhen(value: string, before: Edited | null): Edited | null {
  const [, sign = '', year, month, day] = /^([<>]=?|=)?(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(value) ?? []
  if (year === undefined) return before
  const first = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)) / 1000
  const next = day ? first + DAY : Date.UTC(Number(year) + (month ? 0 : 1), month ? Number(month) : 0, 1) / 1000
  const { from, to } = before ?? { from: null, to: null }
  if (sign === '>') return { from: next, to }
  if (sign === '>=') return { from: first, to }
  if (sign === '<') return { from, to: first - 1 }
  if (sign === '<=') return { from, to: next - 1 }
  return { from: first, to: next - 1 }
}

/** In scripts without spaces, each character is a word, as in the index. */
const wordsOf = (text: string): string[] =>
  withoutAccents(text).match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu,
  ) ?? []
