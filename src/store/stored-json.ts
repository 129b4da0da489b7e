// Reads JSON stored in text columns. Invalid values are read as a fallback, so that one row never breaks a list, and
// `db check` reports them.

import { sql } from 'kysely'
import type { Reader } from './store.ts'
import type { Database } from './tables/database.ts'

type Table = keyof Database & string

const KINDS = {
  object: { words: 'a JSON object', fits: (value: unknown) => isObject(value) },
  texts: { words: 'a JSON list of texts', fits: (value: unknown) => isListOf(value, 'string') },
  numbers: { words: 'a JSON list of numbers', fits: (value: unknown) => isListOf(value, 'number') },
  list: { words: 'a JSON list', fits: (value: unknown) => Array.isArray(value) },
  value: { words: 'JSON', fits: () => true },
} as const

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf = (value: unknown, type: string): boolean =>
  Array.isArray(value) && value.every(each => typeof each === type)

/** The parsed value; undefined if it is not of the expected kind. */
function parsed(kind: keyof typeof KINDS, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return KINDS[kind].fits(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Creates a function that parses a column and replaces invalid values with a fallback. */
const reader =
  <T>(kind: keyof typeof KINDS, fallback: () => T) =>
  (text: string | null): T =>
    text === null ? fallback() : ((parsed(kind, text) as T | undefined) ?? fallback())

const object = reader<Record<string, unknown>>('object', () => ({}))

/** For columns where a fallback would change the meaning of the row: null if invalid. */
export const fittingObject = <T extends object>(text: string): Partial<T> | null =>
  (parsed('object', text) as Partial<T> | undefined) ?? null

export const storedObject = <T extends object>(text: string | null): Partial<T> => object(text) as Partial<T>
export const storedTexts = reader<string[]>('texts', () => [])
export const storedList = reader<unknown[]>('list', () => [])
export const storedNumbers = reader<number[]>('numbers', () => [])
export const storedValue = reader<unknown>('value', () => null)

interface JsonColumn {
  readonly table: Table
  readonly column: string
  readonly kind: keyof typeof KINDS
  /** Column that identifies a row. */
  readonly key: string
  /** Whether an empty text is valid. */
  readonly mayBeEmpty?: true
}

/** All columns that are read as JSON. */
export const JSON_COLUMNS: readonly JsonColumn[] = [
  { table: 'component', column: 'enforced_checks', kind: 'texts', key: 'id' },
  { table: 'component', column: 'file_format_params', kind: 'object', key: 'id' },
  { table: 'project', column: 'settings', kind: 'object', key: 'id' },
  { table: 'translation_change', column: 'details', kind: 'object', key: 'id' },
  { table: 'alert', column: 'details', kind: 'object', key: 'id' },
  { table: 'addon', column: 'configuration', kind: 'object', key: 'id' },
  { table: 'webhook', column: 'events', kind: 'texts', key: 'id' },
  { table: 'webhook', column: 'actions', kind: 'numbers', key: 'id' },
  { table: 'task', column: 'payload', kind: 'object', key: 'id' },
  { table: 'task', column: 'result', kind: 'value', key: 'id' },
  { table: 'report', column: 'parameters', kind: 'object', key: 'id' },
  { table: 'report', column: 'data', kind: 'value', key: 'id' },
  { table: 'component_draft', column: 'wishes', kind: 'object', key: 'id' },
  { table: 'held_file', column: 'details', kind: 'object', key: 'filename' },
  { table: 'notice', column: 'changes', kind: 'numbers', key: 'id' },
  { table: 'mail', column: 'message', kind: 'object', key: 'id', mayBeEmpty: true },
  { table: 'audit_entry', column: 'data', kind: 'object', key: 'seq' },
  { table: 'change_log', column: 'data', kind: 'object', key: 'seq' },
  { table: 'job', column: 'payload', kind: 'object', key: 'id' },
  { table: 'session', column: 'data', kind: 'object', key: 'id_hash' },
  { table: 'account_link', column: 'data', kind: 'object', key: 'id' },
  { table: 'bot_password', column: 'grants', kind: 'texts', key: 'app_id', mayBeEmpty: true },
  { table: 'site_setting', column: 'value', kind: 'value', key: 'key' },
  { table: 'import_checkpoint', column: 'position', kind: 'value', key: 'source' },
  { table: 'import_checkpoint', column: 'summary', kind: 'object', key: 'source', mayBeEmpty: true },
]

const BATCH_SIZE = 2000

interface Row {
  key: number | string
  text: string | null
}

async function rowsAfter(db: Reader, { table, column, key }: JsonColumn, after: Row['key'] | null): Promise<Row[]> {
  const from = after === null ? sql`` : sql`where ${sql.ref(key)} > ${after}`
  const result = await sql<Row>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as text from ${sql.table(table)} ${from}
    order by ${sql.ref(key)} limit ${sql.lit(BATCH_SIZE)}`.execute(db)
  return result.rows
}

/** Describes rows with invalid JSON. */
export async function* unfitJson(db: Reader): AsyncGenerator<string> {
  for (const { table, column, kind, key, mayBeEmpty } of JSON_COLUMNS) {
    for (let after: Row['key'] | null = null; ; ) {
      const rows = await rowsAfter(db, { table, column, kind, key }, after)
      for (const row of rows)
        if (row.text !== null && !(mayBeEmpty && row.text === '') && parsed(kind, row.text) === undefined)
          yield `${table}.${column} of row ${row.key} is not ${KINDS[kind].words} and is treated as missing`
      if (rows.length < BATCH_SIZE) break
      after = rows.at(-1)!.key
    }
  }
}
