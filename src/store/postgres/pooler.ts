import type pg from 'pg'

/** Errors for a named statement that is missing on this connection, or that another client has already created. */
const NAMED_STATEMENT_ERRORS: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** The configuration of the pooler makes it unusable. */
class UnusablePooler extends Error {
  readonly code = 'POOLER'
}

/** A dropped search path would lead to the tables of another site. */
const lostSearchPath = (expected: string, actual: string): UnusablePooler =>
  new UnusablePooler(
    `the connection pooler drops the search_path "${expected}" of the database URL (it is "${actual}"). ` +
      'Set it for the role ("alter role … set search_path = …") or connect without the pooler',
  )

const statementMode = (): UnusablePooler =>
  new UnusablePooler(
    'the connection pooler runs in statement mode, which does not support transactions. Set pool_mode to transaction or session',
  )

/**
 * Detects a connection pooler like PgBouncer. In transaction mode, each transaction may run on another connection, so
 * no state can be kept between transactions. Session mode is handled the same way: statements are unnamed, and locks
 * are held by transactions (lock.ts).
 */
export class Pooler {
  readonly #searchPath: string | null
  #isPresent: boolean | undefined

  constructor(url: string) {
    this.#searchPath = searchPathOf(url)
  }

  get isPresent(): boolean {
    return this.#isPresent === true
  }

  /** Call for each new connection. Queries the server only until the result is known. */
  async detect(client: pg.ClientBase): Promise<void> {
    if (this.#isPresent !== undefined) return
    const { rows } = await client.query<{ pid: number; path: string }>(
      "select pg_backend_pid() as pid, current_setting('search_path') as path",
    )
    const { pid, path } = rows[0]!
    // A pooler reports its own process ids, which it uses for cancel requests.
    const isPresent = pid !== (client as unknown as { processID: number }).processID
    if (isPresent && this.#searchPath !== null && this.#searchPath !== path)
      throw lostSearchPath(this.#searchPath, path)
    this.#isPresent = isPresent
  }

  /** Why a transaction could not begin. */
  explainBeginning(error: unknown): unknown {
    const { message } = ((error as Error).cause ?? error) as Error
    return /statement pooling mode/.test(message) ? statementMode() : error
  }

  /** Whether this error reveals a pooler that `detect` could not see. Remembers the result. */
  isRevealedBy(error: unknown): boolean {
    if (this.isPresent || !NAMED_STATEMENT_ERRORS.has((error as { code?: unknown } | null)?.code)) return false
    this.#isPresent = true
    return true
  }
}

/** The search path in the options of the URL, if any. */
function searchPathOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const options = new URL(url).searchParams.get('options') ?? ''
  return /(?:-c\s*|--)search_path=(\S+)/.exec(options)?.[1] ?? null
}
