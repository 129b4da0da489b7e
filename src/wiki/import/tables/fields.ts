import type { CellValue } from '#store/insert-rows.ts'
import type { SqlValue } from '../readers/sql/sql-table.ts'
import { secondsOf } from '../timestamps.ts'
import type { Field } from './mapping.ts'
import { RowFault } from './refused-rows.ts'

interface Otherwise {
  /** Value for versions without this column. */
  readonly otherwise?: CellValue
}

export const integer = (column: string, options: Otherwise = {}): Field => ({ column, form: 'integer', ...options })

export const number = (column: string, options: Otherwise = {}): Field => ({ column, form: 'number', ...options })

export const bytes = (column: string, options: Otherwise = {}): Field => ({ column, form: 'bytes', ...options })

export const text = (column: string, options: Otherwise = {}): Field => ({
  column,
  form: 'text',
  convert: withoutNul,
  ...options,
})

/** A page title. Invalid UTF-8 means that the wiki was dumped in another encoding. */
export const title = (column: string): Field => ({
  column,
  form: 'text',
  convert: value => {
    const given = withoutNul(value)
    if (typeof given === 'string' && given.includes('\ufffd')) throw new RowFault(`the title "${given}" is not UTF-8`)
    return given
  },
})

/** A time; null when there is none. */
export const time = (column: string, options: Otherwise = {}): Field => ({
  column,
  form: 'text',
  convert: value => (value === null ? null : secondsOf(value as string)),
  ...options,
})

/** A time in a column that requires one. */
export const requiredTime = (column: string, options: Otherwise = {}): Field => ({
  column,
  form: 'text',
  convert: value => (value === null ? 0 : (secondsOf(value as string) ?? 0)),
  ...options,
})

/** An expiry; "infinity" is null. */
export const expiry = time

/** Removes NUL characters, which PostgreSQL does not store: fixed-width columns are padded with them. */
function withoutNul(value: SqlValue): CellValue {
  if (typeof value !== 'string' || !value.includes('\0')) return value
  return value.replaceAll('\0', '')
}

/** An account ID; 0 means an unregistered user. */
export const accountOrNone = (column: string): Field => ({
  column,
  form: 'integer',
  convert: value => (value === 0 ? null : value),
})

export const countOrZero = (column: string): Field => ({ column, form: 'integer', convert: value => value ?? 0 })
