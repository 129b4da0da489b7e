import { type PhpArray, type PhpValue, unserialize } from '../../php/unserialize.ts'

/** The parts of a log entry that its parameters depend on. */
export interface LogEntry {
  readonly type: string
  readonly action: string
  /** Unix time in seconds. */
  readonly timestamp: number
  readonly params: LogParams
}

/**
 * Parameters of a log entry under their stored names: `4::target`, `5:bool:cascade`, `details`. Entries from before
 * 2012 have no names, only the keys "0", "1" and so on.
 */
export type LogParams = Map<string, PhpValue>

/** Parses the `log.params` column: serialized PHP, or lines in old entries. */
export function readLogParams(stored: string): LogParams {
  const params = serialised(stored) ?? lines(stored)
  // The associated revision is internal.
  params.delete('associated_rev_id')
  return params
}

function serialised(stored: string): LogParams | null {
  // Only arrays have named parameters.
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

/** Strings and numbers as text; empty for everything else. */
export const textOf = (value: PhpValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const NEVER = new Set(['', 'infinity', 'infinite', 'indefinite', 'never'])

/** Whether an expiry means "never". */
export const isNever = (value: PhpValue | undefined): boolean => NEVER.has(textOf(value))

/** Truthiness as in PHP. */
export const truthOf = (value: PhpValue | undefined): boolean =>
  isPhpArray(value) ? value.size > 0 : Boolean(value) && value !== '0'

/** Gives parameters their current names: `{ 0: '4:title:target', '4::target': '4:title:target' }`. */
export function renamed(params: LogParams, names: Readonly<Record<string, string>>): LogParams {
  const result: LogParams = new Map()
  for (const [key, value] of params) result.set(names[key] ?? key, value)
  return result
}
