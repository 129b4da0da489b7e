import { type PhpArray, type PhpValue, unserialize } from '../../php/unserialize.ts'

/** What a log says of one action, as far as showing its parameters depends on it. */
export interface LogEntry {
  readonly type: string
  readonly action: string
  /** Unix time in seconds. */
  readonly timestamp: number
  readonly params: LogParams
}

/**
 * The parameters of a log entry under the names they are stored with: `4::target`, `5:bool:cascade`, `details`. Entries
 * from before 2012 have no names; there the keys are "0", "1" and so on.
 */
export type LogParams = Map<string, PhpValue>

/** What a column `log.params` holds: serialised PHP, or lines in old entries. */
export function readLogParams(stored: string): LogParams {
  const params = serialised(stored) ?? lines(stored)
  // Which revision an entry belongs to is a matter between tables.
  params.delete('associated_rev_id')
  return params
}

function serialised(stored: string): LogParams | null {
  // Nothing else can be read as parameters with names.
  if (!stored.startsWith('a:')) return null
  try {
    const value = unserialize(stored)
    if (!(value instanceof Map)) return null
    const params: LogParams = new Map()
    for (const [key, entry] of value) params.set(String(key), entry)
    return params
  } catch {
    return null
  }
}

const lines = (stored: string): LogParams =>
  new Map(stored === '' ? [] : stored.split('\n').map((line, index) => [String(index), line]))

export const isPhpArray = (value: PhpValue | undefined): value is PhpArray => value instanceof Map

/** A text or number as text; what is neither is nothing. */
export const textOf = (value: PhpValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const NEVER = new Set(['', 'infinity', 'infinite', 'indefinite', 'never'])

/** Whether an expiry says that there is none. */
export const isNever = (value: PhpValue | undefined): boolean => NEVER.has(textOf(value))

/** What PHP takes for true. */
export const truthOf = (value: PhpValue | undefined): boolean =>
  isPhpArray(value) ? value.size > 0 : Boolean(value) && value !== '0'

/** Gives parameters the names they have today: `{ 0: '4:title:target', '4::target': '4:title:target' }`. */
export function renamed(params: LogParams, names: Readonly<Record<string, string>>): LogParams {
  const result: LogParams = new Map()
  for (const [key, value] of params) result.set(names[key] ?? key, value)
  return result
}
