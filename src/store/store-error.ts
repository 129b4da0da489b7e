import { forgetReads } from './request-reads.ts'

/** Why the database is unavailable. */
type StoreTrouble = 'away' | 'lost' | 'busy' | 'full' | 'read-only' | 'failing' | 'files' | 'outdated' | 'newer'

const sentences: Readonly<Record<StoreTrouble, string>> = {
  away: 'The database cannot be reached.',
  lost: 'The connection to the database was lost.',
  busy: 'The database is too busy.',
  full: 'The disk of the database is full.',
  'read-only': 'The database is read-only.',
  failing: 'The database reports read or write errors.',
  files: 'The store for uploaded files is not available.',
  outdated:
    'A newer version of Parlance has migrated the database, so this server no longer writes to it. Update this server.',
  newer:
    'A newer version of Parlance has migrated the database, and this server cannot read this part of it. Update this server.',
}

/** Seconds until a retry makes sense. Longer for problems that an operator has to fix. */
const retryAfter: Readonly<Record<StoreTrouble, number>> = {
  away: 5,
  lost: 5,
  busy: 5,
  full: 30,
  'read-only': 30,
  failing: 30,
  files: 5,
  outdated: 30,
  newer: 30,
}

/** Problems that prevent writing but not reading. */
const ONLY_WRITES: ReadonlySet<StoreTrouble> = new Set(['full', 'read-only', 'outdated'])

/**
 * The database or the file store is temporarily unavailable. The request is not at fault and may succeed later. Driver
 * errors of both engines with this meaning are converted where the driver is called.
 */
export class StoreUnavailable extends Error {
  readonly trouble: StoreTrouble
  /**
   * Whether the change may have been written: the connection was lost after sending the commit and before its
   * confirmation. Such a change must not be repeated blindly.
   */
  readonly mayBeWritten: boolean
  /** The driver's code, for explaining a failed start. */
  readonly code: string | undefined

  constructor(trouble: StoreTrouble, cause: unknown, mayBeWritten = false) {
    super(
      sentences[trouble] +
        (mayBeWritten ? ' It is not known whether the change was saved. Check before you try again.' : ''),
      { cause },
    )
    this.trouble = trouble
    this.mayBeWritten = mayBeWritten
    this.code = codeOf(cause)
  }

  get retryAfter(): number {
    return retryAfter[this.trouble]
  }

  /** Whether reading still works. */
  get onlyWrites(): boolean {
    return ONLY_WRITES.has(this.trouble)
  }
}

/** The connection was lost before the commit: nothing was written, and the transaction can be restarted. */
export const isLostBeforeCommit = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.trouble === 'lost' && !error.mayBeWritten

/** PostgreSQL's codes for deadlocks, serialization failures and duplicate keys. */
const RACES: ReadonlySet<unknown> = new Set(['40P01', '40001', '23505'])

/** Whether a retry is likely to succeed: nothing was stored, and the conflict may be gone. */
export const isLostRace = (error: unknown): boolean => isLostBeforeCommit(error) || RACES.has(codeOf(error))

/** Whether a statement gave up waiting for a lock (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

const DUPLICATES: ReadonlySet<unknown> = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** Whether a write failed because another row has the same key. */
export const isDuplicate = (error: unknown): boolean => DUPLICATES.has(codeOf(error))

/** Codes for invalid data: SQLite's constraint errors and PostgreSQL's classes 22 and 23. */
const DATA = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|2[23][0-9A-Z]{3}$)/

/** Whether the database rejected the data and would do so again. */
export const isRefusedData = (error: unknown): boolean => DATA.test(codeOf(error) ?? '')

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

const byCode: readonly (readonly [RegExp, StoreTrouble])[] = [
  // PostgreSQL (see appendix A of its manual).
  [/^(08...|57P0[125]|25P03)$/, 'lost'],
  [/^(57P03|3D000|28...)$/, 'away'],
  [/^53(300|200|400)$/, 'busy'],
  [/^53100$/, 'full'],
  [/^25006$/, 'read-only'],
  [/^(58...|XX00[12])$/, 'failing'],
  // Sockets.
  [/^(ECONNRESET|EPIPE|ETIMEDOUT)$/, 'lost'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'away'],
  // SQLite.
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_READONLY/, 'read-only'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL|NOMEM)/, 'busy'],
  [/^SQLITE_CANTOPEN/, 'away'],
  [/^SQLITE_(IOERR|CORRUPT|NOTADB)/, 'failing'],
]

const FOR_OPERATORS: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ECONNRESET'],
  ...['28P01', '28000', '3D000', '53300', '57P03', '42501'],
  ...['SQLITE_CANTOPEN', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_READONLY', 'SQLITE_FULL', 'SQLITE_IOERR'],
  'POOLER',
])

/** Whether an operator can fix a problem with this driver code. */
export const isForOperators = (code: string): boolean => FOR_OPERATORS.has(code)

/** Errors of the PostgreSQL driver without a code. */
const byMessage: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^(Connection terminated due to connection timeout|timeout expired)/, 'away'],
  [/^Connection terminated|not queryable|^Client was closed/, 'lost'],
  [/^(The database connection is not open|Cannot use a pool after)/, 'away'],
]

function troubleOf(error: unknown): StoreTrouble | undefined {
  const code = codeOf(error) ?? codeOf((error as { errors?: unknown[] } | null)?.errors?.[0])
  if (code !== undefined) return byCode.find(([pattern]) => pattern.test(code))?.[1]
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? byMessage.find(([pattern]) => pattern.test(message))?.[1] : undefined
}

/** Converts a driver error to `StoreUnavailable` if it means that; returns others unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  const trouble = troubleOf(error)
  return trouble === undefined ? error : new StoreUnavailable(trouble, error)
}

const DISK: Readonly<Record<string, StoreTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'failing',
}

/** The error as `StoreUnavailable` if the database or its disk caused it; null for other errors. */
export function unavailability(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error
  const trouble = DISK[codeOf(error) ?? '']
  return trouble === undefined ? null : new StoreUnavailable(trouble, error)
}

/** After a restart of the database server, several pooled connections may be broken. */
const MAX_ATTEMPTS = 3

/** Outcome of the last write to a database. */
export interface Writing {
  trouble: StoreUnavailable | null
}

/**
 * Runs a transaction and reports its outcome precisely: the first error instead of a consequence of it, and whether the
 * change may have been written. `run` begins, runs the given work, and commits. If the connection turns out to be
 * broken before the work has begun, another one is tried.
 */
export async function reportingOutcome<W, T>(
  writing: Writing,
  work: (tx: W) => Promise<T>,
  run: (work: (tx: W) => Promise<T>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let stage: 'beginning' | 'working' | 'committing' = 'beginning'
    let failed: { readonly with: unknown } | undefined
    try {
      const done = await run(async tx => {
        stage = 'working'
        try {
          const result = await work(tx)
          stage = 'committing'
          return result
        } catch (error) {
          failed = { with: error }
          throw error
        }
      })
      writing.trouble = null
      forgetReads()
      return done
    } catch (error) {
      forgetReads()
      const first = storeError(failed ? failed.with : error)
      const reached = stage as 'beginning' | 'working' | 'committing'
      if (reached === 'beginning' && isLostBeforeCommit(first) && attempt < MAX_ATTEMPTS) continue
      if (first instanceof StoreUnavailable) writing.trouble = first
      throw reached === 'committing' ? leftOpen(first) : first
    }
  }
}

/** With these errors, it is unknown whether a failed commit took effect. With others, the database has rejected it. */
const leftOpen = (error: unknown): unknown =>
  error instanceof StoreUnavailable && (error.trouble === 'lost' || error.trouble === 'failing')
    ? new StoreUnavailable(error.trouble, error.cause, true)
    : error
