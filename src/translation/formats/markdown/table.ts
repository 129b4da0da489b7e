// Rows of Markdown tables.

import { type Line, trimmedRange } from '../document/text-lines.ts'

/** The cells of a row, without white space. Bars after a backslash are text. */
export function cellsOf(text: string, row: Line): Line[] {
  const cells: Line[] = []
  let start = text[row.start] === '|' ? row.start + 1 : row.start
  for (let i = start; i < row.end; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '|') {
      cells.push(trimmedRange(text, start, i))
      start = i + 1
    }
  }
  const last = trimmedRange(text, Math.min(start, row.end), row.end)
  if (last.start < last.end || start < row.end || cells.length === 0) cells.push(last)
  return cells
}
