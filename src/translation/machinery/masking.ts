// Hides placeholders from a service and puts them back into its answer.

import { type Notation, type Piece, piecesOf } from './notation.ts'

export interface Range {
  readonly start: number
  readonly end: number
}

/** A placeholder, with the characters next to it in the source; empty at an end of the text. */
interface Part {
  readonly text: string
  readonly before: string
  readonly after: string
}

export interface Masked {
  /** The text to send; null if there is nothing to translate. */
  readonly sent: string | null
  readonly source: string
  /** White space around the source, which services drop. */
  readonly leading: string
  readonly trailing: string
  readonly parts: readonly Part[]
}

/** What is wrong with the placeholders of an answer. */
export interface Loss {
  readonly placeholder: string
  readonly problem: 'missing' | 'repeated' | 'unknown'
}

/** Masks ranges of a source text. They may overlap and need not be sorted. */
export function mask(source: string, ranges: readonly Range[], notation: Notation): Masked {
  const leading = /^\s*/.exec(source)![0]
  const trailing = source.length === leading.length ? '' : /\s*$/.exec(source)![0]
  const from = leading.length
  const to = source.length - trailing.length
  const parts: Part[] = []
  let text = ''
  let plain = ''
  let at = from
  for (const { start, end } of joined([...ranges, ...fragileIn(source, notation)], from, to)) {
    const original = source.slice(start, end)
    plain += source.slice(at, start)
    text += notation.encode(source.slice(at, start))
    parts.push({
      text: original,
      before: start === from ? '' : source[start - 1]!,
      after: end === to ? '' : source[end]!,
    })
    text += notation.mark(parts.length, original)
    at = end
  }
  plain += source.slice(at, to)
  text += notation.encode(source.slice(at, to))
  return { sent: /\p{L}/u.test(plain) ? text : null, source, leading, trailing, parts }
}

const fragileIn = (source: string, { fragile }: Notation): Range[] =>
  fragile === null
    ? []
    : Array.from(source.matchAll(fragile), match => ({ start: match.index, end: match.index + match[0].length }))

/** Sorted ranges inside the text. Those that touch become one, because nothing can stand between them. */
function joined(ranges: readonly Range[], from: number, to: number): Range[] {
  const inside = ranges
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start)
  const result: { start: number; end: number }[] = []
  for (const range of inside) {
    const last = result.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push(range)
  }
  return result
}

/** Rules for spaces in the target language. */
export interface Spacing {
  /** Words are separated by spaces. */
  readonly separatesWords: boolean
  /** Words such as "in" and "to" are written as part of the next word. */
  readonly hasPrefixes: boolean
}

/** The answer with its placeholders, or what is wrong with them. */
export function restore(masked: Masked, answer: string, notation: Notation, spacing: Spacing): string | Loss {
  const { parts, leading, trailing } = masked
  const pieces = piecesOf(answer, notation)
  const numbers = pieces.filter(piece => typeof piece === 'number')
  const loss = lossIn(numbers, parts)
  if (loss !== null) return loss
  return `${leading}${spaced(pieces, parts, spacing).trim()}${trailing}`
}

function lossIn(numbers: readonly number[], parts: readonly Part[]): Loss | null {
  const seen = new Set<number>()
  for (const number of numbers) {
    const part = parts[number - 1]
    if (part === undefined) return { placeholder: String(number), problem: 'unknown' }
    if (seen.has(number)) return { placeholder: part.text, problem: 'repeated' }
    seen.add(number)
  }
  const missing = parts.find((_, i) => !seen.has(i + 1))
  return missing === undefined ? null : { placeholder: missing.text, problem: 'missing' }
}

/** Joins the pieces, with spaces around placeholders as in the source where the service changed them. */
function spaced(pieces: readonly Piece[], parts: readonly Part[], spacing: Spacing): string {
  let result = ''
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      const previous = pieces[i - 1]
      result += typeof previous === 'number' ? textAfter(parts[previous - 1]!, piece, spacing) : piece
    } else result = textBefore(parts[piece - 1]!, result, spacing) + parts[piece - 1]!.text
  }
  return result
}

const WORD = /[\p{L}\p{N}]/u
const isSpace = (char: string): boolean => /^\s$/u.test(char)
const isOpening = (text: string): boolean => /^<[^/!]/.test(text) && !text.endsWith('/>')
const isClosing = (text: string): boolean => text.startsWith('</')

function textBefore(part: Part, text: string, { separatesWords, hasPrefixes }: Spacing): string {
  const trimmed = text.trimEnd()
  if (trimmed === '') return text
  const last = [...trimmed.slice(-2)].at(-1)!
  if (isSpace(part.before)) {
    const isGlued = trimmed.length === text.length && WORD.test(last)
    return isGlued && separatesWords && !hasPrefixes ? `${text} ` : text.replace(/ {2,10}$/, ' ')
  }
  const isSameMark = last === part.before && !WORD.test(last)
  return isSameMark || (isClosing(part.text) && part.before !== '') ? trimmed : text
}

function textAfter(part: Part, text: string, { separatesWords }: Spacing): string {
  const trimmed = text.trimStart()
  if (trimmed === '') return text
  const first = [...trimmed.slice(0, 2)][0]!
  if (isSpace(part.after)) {
    const isGlued = trimmed.length === text.length && WORD.test(first)
    return isGlued && separatesWords ? ` ${text}` : text.replace(/^ {2,}/, ' ')
  }
  const isSameMark = first === part.after && !WORD.test(first)
  return isSameMark || (isOpening(part.text) && part.after !== '') ? trimmed : text
}
