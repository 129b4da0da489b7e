import { isRawJson } from '../json.ts'

/** CSV of a list, or of an object as one row. Nested members get dotted names; the pagination envelope is left out. */
export function toCsv(body: unknown): string {
  const rows = rowsOf(body).map(row => flatten(row))
  if (rows.length === 0) return ''
  const columns = [...new Set(rows.flatMap(row => [...row.keys()]))]
  const lines = [columns, ...rows.map(row => columns.map(column => row.get(column) ?? ''))]
  return lines.map(line => `${line.map(quoted).join(',')}\r\n`).join('')
}

function rowsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  const results = (body as { results?: unknown } | null)?.results
  return Array.isArray(results) ? results : [body]
}

function flatten(value: unknown, prefix = '', into = new Map<string, string>()): Map<string, string> {
  if (isRawJson(value)) into.set(prefix, value.rawJSON)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, prefix === '' ? key : `${prefix}.${key}`, into)
  } else into.set(prefix, value === null || value === undefined ? '' : String(value))
  return into
}

/** Spreadsheets run text with these prefixes as a formula, which could leak neighbouring cells. */
const FORMULA = /^[=+\-@\t\r]/

/** Prefixes possible formulas with an apostrophe, which marks text in spreadsheets. Numbers stay unchanged. */
function quoted(text: string): string {
  const plain = FORMULA.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
