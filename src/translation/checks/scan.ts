// Scanners for "from this mark to that one". A lazy regular expression would look for a missing closing mark again from
// every opening one, which takes quadratic time on hostile text; these look at each character a fixed number of times.

import type { Span } from './checked-unit.ts'

/** Answers "where is the next `mark` at or after this place?" for places that only move forward. */
export function nextPlace(text: string, mark: string): (from: number) => number {
  let place = -1
  let searchedFrom = -1
  return from => {
    if (searchedFrom >= 0 && (place < 0 || place >= from)) return place
    searchedFrom = from
    place = text.indexOf(mark, from)
    return place
  }
}

/** A match with what stands between the marks. */
export interface Delimited extends Span {
  readonly inner: string
}

/** All non-empty ranges from `open` to the next `close`, from left to right. */
export function delimited(text: string, open: string, close: string): Delimited[] {
  const parts: Delimited[] = []
  const closing = nextPlace(text, close)
  let at = text.indexOf(open)
  while (at >= 0) {
    const begin = at + open.length
    const end = closing(begin + 1)
    if (end < 0) break
    parts.push({ start: at, end: end + close.length, inner: text.slice(begin, end) })
    at = text.indexOf(open, end + close.length)
  }
  return parts
}

/** Replaces the spans, which must be sorted and must not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], replacement: (span: Span) => string): string {
  let result = ''
  let at = 0
  for (const span of spans) {
    result += text.slice(at, span.start) + replacement(span)
    at = span.end
  }
  return result + text.slice(at)
}

/** Sorts spans and merges those that overlap. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of spans.filter(span => span.end > span.start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
