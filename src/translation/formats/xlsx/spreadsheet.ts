// Reads an uploaded workbook like a CSV file with the same cells.

import { csv } from '../csv/csv.ts'
import { guardIfAmbiguous } from '../csv/formulas.ts'
import { csvField } from '../csv/scanner.ts'
import type { ParsedFile, ParseOptions } from '../format.ts'
import { readXlsx } from './read-xlsx.ts'

export async function parseSpreadsheet(bytes: Uint8Array, options: ParseOptions = {}): Promise<ParsedFile> {
  const rows = await readXlsx(bytes)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const lines = rows.map(row =>
    Array.from({ length: width }, (_, i) => csvField(guardIfAmbiguous(row[i] ?? ''), true)).join(','),
  )
  return csv.parse(Buffer.from(`${lines.join('\r\n')}\r\n`), { ...options, encoding: 'utf-8' })
}
