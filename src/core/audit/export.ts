import type { Reader } from '#store/store.ts'
import type { EntryRow } from './entry.ts'
import { type AuditFilter, eachEntry } from './find-entries.ts'

export const EXPORT_FORMATS = { jsonl: 'application/jsonl; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const
export type ExportFormat = keyof typeof EXPORT_FORMATS

const COLUMNS = [
  'seq',
  'at',
  'sealed_at',
  'category',
  'event',
  'account_id',
  'actor',
  'subject',
  'address',
  'data',
  'previous',
  'hash',
] as const satisfies readonly (keyof EntryRow)[]

/** Entries as text, oldest first. Lines of JSON have all that is needed to verify them without the database. */
export async function* exportEntries(
  db: Reader,
  format: ExportFormat,
  filter: AuditFilter = {},
): AsyncGenerator<string> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`
  const line = format === 'csv' ? csvLine : jsonLine
  for await (const rows of eachEntry(db, filter)) yield rows.map(line).join('')
}

const time = (at: number): string => new Date(at * 1000).toISOString().replace('.000', '')

const readable = (row: EntryRow) => ({ ...row, at: time(row.at), sealed_at: time(row.sealed_at) })

function jsonLine(row: EntryRow): string {
  const { seq, at, sealed_at, category, event, account_id, actor, subject, address, data, previous, hash } =
    readable(row)
  const entry = { seq, at, sealed_at, category, event, account_id, actor, subject, address, data, previous, hash }
  return `${JSON.stringify(entry)}\n`
}

function csvLine(row: EntryRow): string {
  const text = readable(row)
  return `${COLUMNS.map(column => cell(text[column])).join(',')}\r\n`
}

/** Spreadsheets run text with these prefixes as a formula, so it gets an apostrophe, which marks text. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const plain = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
