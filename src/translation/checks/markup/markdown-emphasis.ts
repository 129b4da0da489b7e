// Emphasis, strike-through and code in Markdown.

import type { Span } from '../checked-unit.ts'
import { characterAt, characterBefore, isWordCharacter } from '../text.ts'
import { autolinks } from './markdown.ts'

interface MarkdownMark extends Span {
  /** The characters that mark it: `**`, `_`, a run of backticks, `<` for an autolink. */
  readonly mark: string
}

interface Run extends Span {
  readonly mark: string
}

const isCode = (run: Run): boolean => run.mark[0] === '`'

/** Runs of the marking characters, without those that are escaped. */
function runs(text: string): Run[] {
  return Array.from(text.matchAll(/\\[\s\S]|`+|\*+|_+|~+/g))
    .filter(([mark]) => !mark.startsWith('\\'))
    .map(({ 0: mark, index }) => ({ start: index, end: index + mark.length, mark }))
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** Code spans: from a run of backticks to the next one of the same length. Within code nothing is escaped. */
export function codeSpans(text: string): MarkdownMark[] {
  const ticks = Array.from(text.matchAll(/`+/g), ({ 0: mark, index }) => ({ mark, start: index }))
  // From right to left: for each run the next one that closes it.
  const closing: (number | undefined)[] = []
  const latest = new Map<number, number>()
  for (let i = ticks.length - 1; i >= 0; i--) {
    const { length } = ticks[i]!.mark
    closing[i] = latest.get(length)
    latest.set(length, i)
  }
  const marks: MarkdownMark[] = []
  for (let i = 0; i < ticks.length; i++) {
    const { mark, start } = ticks[i]!
    const close = closing[i]
    if (close === undefined || isEscaped(text, start)) continue
    marks.push({ start, end: ticks[close]!.start + mark.length, mark })
    i = close
  }
  return marks
}

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

function opens(text: string, { start, end, mark }: Run): boolean {
  if (isSpace(text[end]) || mark === '~') return false
  return mark !== '_' || !isWordCharacter(characterBefore(text, start))
}

function closes(text: string, { start, end, mark }: Run): boolean {
  if (isSpace(text[start - 1]) || mark === '~') return false
  return mark !== '_' || !isWordCharacter(characterAt(text, end))
}

const kind = (mark: string): string => mark.slice(0, 2)

/** All marked ranges of a text, without nested ones. */
export function markdownMarks(text: string): MarkdownMark[] {
  const opaque: MarkdownMark[] = [...codeSpans(text), ...autolinks(text).map(span => ({ ...span, mark: '<' }))]
  opaque.sort((one, other) => one.start - other.start)
  let next = 0
  const visible = runs(text).filter(run => {
    while (next < opaque.length && opaque[next]!.end <= run.start) next++
    return !isCode(run) && !(next < opaque.length && opaque[next]!.start <= run.start)
  })
  // From right to left: for each run the next one that can close it.
  const closing: (number | undefined)[] = []
  const latest = new Map<string, number>()
  for (let i = visible.length - 1; i >= 0; i--) {
    closing[i] = latest.get(kind(visible[i]!.mark))
    if (closes(text, visible[i]!)) latest.set(kind(visible[i]!.mark), i)
  }
  const marks = [...opaque]
  for (let i = 0; i < visible.length; i++) {
    const close = closing[i]
    if (close === undefined || !opens(text, visible[i]!)) continue
    marks.push({ start: visible[i]!.start, end: visible[close]!.end, mark: kind(visible[i]!.mark) })
    i = close
  }
  return marks
}
