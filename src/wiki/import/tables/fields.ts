import type { CellValue } from '#store/insert-rows.ts'
import type { SqlValue } from '../readers/sql/sql-table.ts'
import { secondsOf } from '../timestamps.ts'
import type { Field } from './mapping.ts'
import { RowFault } from './refused-rows.ts'

interface Otherwise {
  /** Value for dumps of versions that have no such column. */
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

/** A page's title. Bytes that are not UTF-8 mean that the wiki was dumped in another encoding. */
export const title = (column: string): Field => ({
  column,
  form: 'text',
  convert: value => {
    const given = withoutNul(value)
    if (typeof given === 'string' && given.includes('\ufffd')) throw new RowFault(`the title "${given}" is not UTF-8`)
    return given
  },
})

/** An instant; rows without one get none. */
export const time = (column: string, options: Otherwise = {}): Field => ({
  column,
  form: 'text',
  convert: value => (value === null ? null : secondsOf(value as string)),
  ...options,
})

/** An instant where our table must have one. */
export const requiredTime = (column: string, options: Otherwise = {}): Field => ({
  column,
  form: 'text',
  convert: value => (value === null ? 0 : (secondsOf(value as string) ?? 0)),
  ...options,
})

/** An instant at which something ends; "infinity" is none. */
export const expiry = time

/** PostgreSQL stores no NUL in text, and no text of a wiki is meant to have one: fixed-width columns are padded with it. */
function withoutNul(value: SqlValue): CellValue {
  if (typeof value !== 'string' || !value.includes('\0')) return value
  return value.replaceAll('\0', '')
}

/** A user's number; 0 stands for somebody without an account. */
export const accountOrNone = (column: string): Field => ({
  column,
  form: 'integer',
  convert: value => (value === 0 ? null : value),
})

export const countOrZero = (column: string): Field => ({ column, form: 'integer', convert: value => value ?? 0 })
