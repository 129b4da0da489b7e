// How long strings are laid out over lines. A file follows one of a few habits; the writer keeps to the file's own.

import { breakBefore, columnsOf } from './line-breaks.ts'
import { escapePo } from './strings.ts'

export interface WrapStyle {
  // Columns between the quotes; Infinity for no wrapping.
  readonly width: number
  // Whether a line break inside the text also starts a new line in the file.
  readonly atNewlines: boolean
}

export const gettextStyle: WrapStyle = { width: 77, atNewlines: true }
const unwrapped: WrapStyle = { width: Infinity, atNewlines: true }
const singleLine: WrapStyle = { width: Infinity, atNewlines: false }

export function styleOfWidth(wrap: number): WrapStyle {
  if (wrap < 0) return singleLine
  return wrap === 0 || wrap > 1000 ? unwrapped : { width: wrap, atNewlines: true }
}

// The lines of a field, without line endings: keyword and string, or keyword and "" followed by a string per line.
export function layOut(keyword: string, value: string, style: WrapStyle): string[] {
  const escaped = escapePo(value)
  const inner = value.indexOf('\n')
  const severalLines = style.atNewlines && inner !== -1 && inner !== value.length - 1
  const fits = keyword.length + 1 + columnsOf(escaped) <= style.width
  if (!severalLines && fits) return [`${keyword} "${escaped}"`]
  const pieces = style.atNewlines ? (value.match(/[^\n]*\n|[^\n]+$/g) ?? ['']) : [value]
  const lines = pieces.flatMap(piece => fill(escapePo(piece), style.width))
  if (lines.length === 1 && style.width === Infinity) return [`${keyword} "${lines[0]}"`]
  return [`${keyword} ""`, ...lines.map(line => `"${line}"`)]
}

function fill(escaped: string, width: number): string[] {
  if (columnsOf(escaped) <= width) return [escaped]
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const chunk of chunksOf(escaped)) {
    const size = columnsOf(chunk)
    if (columns > 0 && columns + size > width) {
      lines.push(line)
      line = ''
      columns = 0
    }
    line += chunk
    columns += size
  }
  lines.push(line)
  return lines
}

// The pieces between places where a line may end.
function chunksOf(escaped: string): string[] {
  const characters = [...escaped]
  const chunks: string[] = []
  let chunk = characters[0] ?? ''
  for (let i = 1; i < characters.length; i++) {
    if (breakBefore(characters, i)) {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += characters[i]
  }
  chunks.push(chunk)
  return chunks
}

// The habit that would have written most of the given fields as they stand. Only fields that tell habits apart count.
export function detectStyle(fields: Iterable<{ lines: string[]; keyword: string; value: string }>): WrapStyle {
  const candidates = [gettextStyle, unwrapped, singleLine]
  const hits = candidates.map(() => 0)
  let seen = 0
  for (const { keyword, value, lines } of fields) {
    if ((value.length < 60 && !value.includes('\n')) || value.length > 5000) continue
    candidates.forEach((style, i) => {
      if (layOut(keyword, value, style).join('\n') === lines.join('\n')) hits[i]!++
    })
    if (++seen === 200) break
  }
  return candidates[hits.indexOf(Math.max(...hits))]!
}
