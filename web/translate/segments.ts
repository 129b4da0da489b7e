/** A segment of a source text, by kind. */
export interface Segment {
  readonly kind: 'text' | 'placeable' | 'space' | 'newline' | 'invisible'
  readonly text: string
  /** Name of an invisible character. */
  readonly name?: string
}

/** Invisible characters, with their abbreviations in the Unicode charts. */
const INVISIBLE: Readonly<Record<string, string>> = {
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u061c': 'ALM',
  '\u2007': 'FIGSP',
  '\u2009': 'THSP',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u202f': 'NNBSP',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\u3000': 'IDSP',
  '\ufeff': 'BOM',
}

/** Common placeholder and tag syntax, used until the server returns the string's placeholders. */
const LIKELY =
  /%(?:\d+\$)?(?:\([\w.-]+\))?[-+#0 ]*\d*(?:\.\d+)?(?:hh|h|ll|l|q|L|j|z|t)?[sdioufFeEgGxXcrap@]|\$?\{\{?[^{}\n]*\}\}?|<\/?[A-Za-z][^<>\n]*>/g

export type Range = readonly [from: number, to: number, ...rest: unknown[]]

export const likelyRanges = (text: string): Range[] =>
  Array.from(text.matchAll(LIKELY), match => [match.index, match.index + match[0].length] as const)

/** Splits a text into placeholders and tags (from `ranges`), and spaces, line ends and invisible characters. */
export function segments(text: string, ranges: readonly Range[] = likelyRanges(text)): Segment[] {
  const result: Segment[] = []
  let at = 0
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from < at || to <= from || to > text.length) continue
    plain(text, at, from, result)
    result.push({ kind: 'placeable', text: text.slice(from, to) })
    at = to
  }
  plain(text, at, text.length, result)
  return result
}

/** Leading, trailing and repeated spaces, and unusual characters. */
function plain(whole: string, from: number, to: number, into: Segment[]): void {
  let start = from
  const put = (until: number, next?: Segment) => {
    if (until > start) into.push({ kind: 'text', text: whole.slice(start, until) })
    if (next) into.push(next)
  }
  for (let i = from; i < to; ) {
    const mark = whole[i]!
    if (mark === '\n' || mark === '\r') {
      const text = whole.startsWith('\r\n', i) && i + 1 < to ? '\r\n' : mark
      put(i, { kind: 'newline', text })
      i = start = i + text.length
    } else if (INVISIBLE[mark] !== undefined) {
      put(i, { kind: 'invisible', text: mark, name: INVISIBLE[mark] })
      start = ++i
    } else if (mark === ' ' || mark === '\t') {
      let end = i
      while (end < to && (whole[end] === ' ' || whole[end] === '\t')) end++
      const isOverlooked =
        end - i > 1 ||
        mark === '\t' ||
        i === 0 ||
        end === whole.length ||
        isLineEnd(whole[i - 1]) ||
        isLineEnd(whole[end])
      if (isOverlooked) {
        put(i, { kind: 'space', text: whole.slice(i, end) })
        start = end
      }
      i = end
    } else i++
  }
  put(to)
}

const isLineEnd = (mark: string | undefined): boolean => mark === '\n' || mark === '\r'

/** Visible symbols for whitespace. */
export const shownSpace = (text: string): string => text.replaceAll(' ', '·').replaceAll('\t', '⇥')
