/** What keeps the database from doing its work at present. */
type StoreTrouble = 'away' | 'lost' | 'busy' | 'full' | 'read-only' | 'failing' | 'files' | 'outdated' | 'newer'

const sentences: Readonly<Record<StoreTrouble, string>> = {
  away: 'The database cannot be reached.',
  lost: 'The connection to the database was lost.',
  busy: 'The database is too busy.',
  full: 'The disk of the database is full.',
  'read-only': 'The database cannot be written.',
  failing: 'The database cannot be read or written properly.',
  files: 'The store of uploaded files does not answer as it should.',
  outdated:
    'A newer version of Parlance has migrated the database, so this server no longer writes to it. Update this server.',
  newer:
    'A newer version of Parlance has migrated the database, and this server cannot read this part of it. Update this server.',
}

/** Seconds after which trying again makes sense: some troubles end by themselves, for others somebody has to do something. */
const patience: Readonly<Record<StoreTrouble, number>> = {
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

/** The data can still be read; only changing it is out of the question. */
const ONLY_WRITES: ReadonlySet<StoreTrouble> = new Set(['full', 'read-only', 'outdated'])

/**
 * The database, or the store of files beside it, cannot serve now: not the request is at fault, and the same one may go well later. Every error of a driver that
 * means this becomes one of these, on both engines, where the driver is called.
 */
export class StoreUnavailable extends Error {
  readonly trouble: StoreTrouble
  /**
   * Whether something may have been written all the same: the connection went away after the commit was sent and before it
   * was confirmed. Then nobody may simply do it again.
   */
  readonly mayBeWritten: boolean
  /** As the driver has it, for those that explain why a start failed. */
  readonly code: string | undefined

  constructor(trouble: StoreTrouble, cause: unknown, mayBeWritten = false) {
    super(
      sentences[trouble] +
        (mayBeWritten ? ' Whether the change was stored is not known: look before you repeat it.' : ''),
      { cause },
    )
    this.trouble = trouble
    this.mayBeWritten = mayBeWritten
    this.code = codeOf(cause)
  }

  get retryAfter(): number {
    return patience[this.trouble]
  }

  /** Whether the data can still be read, and only changing it is out of the question. */
  get onlyWrites(): boolean {
    return ONLY_WRITES.has(this.trouble)
  }
}

/** A transaction whose connection broke before its commit has left no trace and may be begun anew on another connection. */
const isLostBeforeCommit = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.trouble === 'lost' && !error.mayBeWritten

/** Two transactions got in each other's way on PostgreSQL: they waited for each other, or both added the same key. */
const RACES: ReadonlySet<unknown> = new Set(['40P01', '40001', '23505'])

/** Whether doing the same once more is likely to go well: nothing was stored, and what was in the way may be gone. */
export const isLostRace = (error: unknown): boolean => isLostBeforeCommit(error) || RACES.has(codeOf(error))

const DUPLICATES: ReadonlySet<unknown> = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** Whether a write failed because another row has the same key. */
export const isDuplicate = (error: unknown): boolean => DUPLICATES.has(codeOf(error))

/** Codes by which the engines say that the data is at fault: SQLite's constraints, PostgreSQL's classes 22 and 23. */
const DATA = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|2[23][0-9A-Z]{3}$)/

/** Whether the database refused what it was given, and would refuse it again. */
export const isRefusedData = (error: unknown): boolean => DATA.test(codeOf(error) ?? '')

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

const byCode: readonly (readonly [RegExp, StoreTrouble])[] = [
  // PostgreSQL; appendix A of its manual has the list.
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

/** Whether a driver's code means that whoever runs the server can do something about it. */
export const isForOperators = (code: string): boolean => FOR_OPERATORS.has(code)

/** The driver of PostgreSQL gives these no code. */
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

/** What a driver threw, as a `StoreUnavailable` if it is about the database's health; otherwise as it is. */
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

/** Why a request cannot be answered now, if the database or the disk beside it is why; null for any other error. */
export function unavailability(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error
  const trouble = DISK[codeOf(error) ?? '']
  return trouble === undefined ? null : new StoreUnavailable(trouble, error)
}

/** A server that was started anew leaves broken connections behind, and more than one may come to hand. */
const BEGINNINGS = 3

/** How writing to a database went last. */
export interface Writing {
  trouble: StoreUnavailable | null
}

/**
 * Runs a transaction so that its caller learns what matters: the first thing that went wrong, not what followed from it, and
 * whether it is known that nothing was written. `run` begins, does the work that it is given, and commits. A connection that
 * turns out to be broken before the work has begun is nobody's concern: another one is tried.
 */
export async function reportingOutcome<W, T>(
  writing: Writing,
  work: (tx: W) => Promise<T>,
  run: (work: (tx: W) => Promise<T>) => Promise<T>,
): Promise<T> {
  for (let beginning = 1; ; beginning++) {
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
      return done
    } catch (error) {
      const first = storeError(failed ? failed.with : error)
      const reached = stage as 'beginning' | 'working' | 'committing'
      if (reached === 'beginning' && isLostBeforeCommit(first) && beginning < BEGINNINGS) continue
      if (first instanceof StoreUnavailable) writing.trouble = first
      throw reached === 'committing' ? leftOpen(first) : first
    }
  }
}

/** When a commit fails with anything but these, the database itself has said that it did not happen. */
const leftOpen = (error: unknown): unknown =>
  error instanceof StoreUnavailable && (error.trouble === 'lost' || error.trouble === 'failing')
    ? new StoreUnavailable(error.trouble, error.cause, true)
    : error
