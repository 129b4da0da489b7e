// Splits a CSV text into rows of fields with their positions.

import { failAt } from '../format-error.ts'

interface CsvField {
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  readonly value: string
}

export interface CsvRow {
  readonly fields: CsvField[]
  readonly start: number
  // Before the line break.
  end: number
  // After the line break.
  lineEnd: number
}

// `count` is called for each row that may become a unit, and may throw to stop reading.
export function scanCsv(text: string, delimiter: string, count: () => void = () => {}): CsvRow[] {
  const rows: CsvRow[] = []
  let at = 0
  while (at < text.length) {
    const row: CsvRow = { fields: [], start: at, end: at, lineEnd: at }
    for (;;) {
      const field = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter)
      row.fields.push(field)
      at = field.end
      if (text[at] !== delimiter) break
      at++
    }
    row.end = at
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    row.lineEnd = at
    // The first row may name the columns.
    if (rows.length > 0 && row.fields.some(({ value }) => value !== '')) count()
    rows.push(row)
  }
  return rows
}

function plainField(text: string, start: number, delimiter: string): CsvField {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { start, end, quoted: false, value: text.slice(start, end) }
}

function quotedField(text: string, start: number, delimiter: string): CsvField {
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) failAt(text, start, 'a quoted field has no end')
    if (text[quote + 1] !== '"') {
      at = quote + 1
      break
    }
    at = quote + 2
  }
  const next = text[at]
  if (next !== undefined && next !== delimiter && next !== '\r' && next !== '\n') {
    failAt(text, at, 'a quoted field must be followed by a separator or a line break')
  }
  return { start, end: at, quoted: true, value: text.slice(start + 1, at - 1).replaceAll('""', '"') }
}

// The separator that splits the first line into the most fields.
export function detectDelimiter(text: string): string {
  // A quote inside a field is a character like any other.
  const line = text.slice(0, 10_000).replace(/(^|[,;\t|\r\n])"(?:[^"]|"")*"/g, '$1')
  const first = /^[\r\n]*([^\r\n]*)/.exec(line)![1]!
  const counts = [',', ';', '\t', '|'].map(delimiter => ({ delimiter, count: first.split(delimiter).length }))
  return counts.sort((a, b) => b.count - a.count)[0]!.delimiter
}

// For files whose first line is a text: the first separator that occurs. Unlike the most frequent one, it stays the same
// when a field of the line is quoted.
export function firstDelimiter(text: string): string {
  // A quote inside a field is a character like any other.
  const line = text.slice(0, 10_000).replace(/(^|[,;\t|\r\n])"(?:[^"]|"")*"/g, '$1')
  const first = /^[\r\n]*([^\r\n]*)/.exec(line)![1]!
  return [',', ';', '\t', '|'].find(delimiter => first.includes(delimiter)) ?? ','
}

// Also quotes other separators, so that they do not mislead the detection.
export function csvField(value: string, quoted: boolean): string {
  const needed = /[",;\t|\r\n]|^\s|\s$/.test(value)
  return quoted || needed ? `"${value.replaceAll('"', '""')}"` : value
}
