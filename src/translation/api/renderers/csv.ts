import { isRawJson } from '../json.ts'

/** A list as a table, an object as a table of one row. Nested members get dotted names; the envelope of a page is left out. */
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

/** Spreadsheets run a text that begins like this as a formula, which may send what stands beside it elsewhere. */
const FORMULA = /^[=+\-@\t\r]/

/** A text that could be a formula gets an apostrophe, which spreadsheets take as "this is text". Numbers are none. */
function quoted(text: string): string {
  const plain = FORMULA.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
