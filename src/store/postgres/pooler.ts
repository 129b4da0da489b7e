import type pg from 'pg'

/** What PostgreSQL says when a named statement is not on this connection, or is there already though nobody here made it. */
const STRAYED: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** The pooler is set up so that nothing can work through it. */
class UnusablePooler extends Error {
  readonly code = 'POOLER'
}

/** A search path that does not arrive would lead to another site's tables. */
const lostSearchPath = (wanted: string, found: string): UnusablePooler =>
  new UnusablePooler(
    `the connection pooler drops the search_path "${wanted}" of the database address (it is "${found}"). ` +
      'Set it for the role ("alter role … set search_path = …") or connect without the pooler',
  )

const statementMode = (): UnusablePooler =>
  new UnusablePooler(
    'the connection pooler runs in statement mode, which has no transactions. Set pool_mode to transaction or session',
  )

/**
 * Finds out whether the connections lead to a pooler such as PgBouncer rather than to PostgreSQL itself. In its transaction
 * mode each transaction may run on another connection, so that nothing outside of one may rely on what came before. Both modes
 * are served alike: statements have no names, and locks are held by transactions (lock.ts).
 */
export class Pooler {
  readonly #searchPath: string | null
  #isThere: boolean | undefined

  constructor(url: string) {
    this.#searchPath = searchPathOf(url)
  }

  get isThere(): boolean {
    return this.#isThere === true
  }

  /** To be called with each new connection; only the first ones have to be looked at. */
  async lookFor(client: pg.ClientBase): Promise<void> {
    if (this.#isThere !== undefined) return
    const { rows } = await client.query<{ pid: number; path: string }>(
      "select pg_backend_pid() as pid, current_setting('search_path') as path",
    )
    const { pid, path } = rows[0]!
    // A pooler hands out numbers of its own, by which it knows whose query is to be cancelled.
    const isThere = pid !== (client as unknown as { processID: number }).processID
    if (isThere && this.#searchPath !== null && this.#searchPath !== path) throw lostSearchPath(this.#searchPath, path)
    this.#isThere = isThere
  }

  /** Why a transaction could not begin. */
  explainBeginning(error: unknown): unknown {
    const { message } = ((error as Error).cause ?? error) as Error
    return /statement pooling mode/.test(message) ? statementMode() : error
  }

  /** Whether this error shows that there is one that looks like PostgreSQL itself; from then on it is known. */
  isBehind(error: unknown): boolean {
    if (this.isThere || !STRAYED.has((error as { code?: unknown } | null)?.code)) return false
    this.#isThere = true
    return true
  }
}

/** The search path that the address asks for, if it does. */
function searchPathOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const options = new URL(url).searchParams.get('options') ?? ''
  return /(?:-c\s*|--)search_path=(\S+)/.exec(options)?.[1] ?? null
}
