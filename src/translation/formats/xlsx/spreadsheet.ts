// A workbook that somebody filled in, read like the CSV file with the same cells.

import { csv } from '../csv/csv.ts'
import { guardIfAmbiguous } from '../csv/formulas.ts'
import { csvField } from '../csv/scanner.ts'
import type { ParsedFile, ParseOptions } from '../format.ts'
import { readXlsx } from './read-xlsx.ts'

export function parseSpreadsheet(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const rows = readXlsx(bytes)
  const width = Math.max(0, ...rows.map(row => row.length))
  const lines = rows.map(row =>
    Array.from({ length: width }, (_, i) => csvField(guardIfAmbiguous(row[i] ?? ''), true)).join(','),
  )
  return csv.parse(Buffer.from(`${lines.join('\r\n')}\r\n`), { ...options, encoding: 'utf-8' })
}
