import pg from 'pg'
import type { Answer, Command } from './batch.ts'
import { CONNECT_MS, type Hosts } from './hosts.ts'

/** Ignores error events: a broken connection is reported through the current query. */
export class QuietClient extends pg.Client {
  /** See `Hosts.generation`. */
  generation: number

  constructor({ hosts, ...config }: pg.ClientConfig & { hosts: Hosts }) {
    super({
      ...config,
      connectionString: hosts.current,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    this.generation = hosts.generation
    // Without a listener, Node.js ends the process. The pool has one too, but only while the client is idle.
    this.on('error', () => {})
  }
}

/** A statement that is sent with the next one, and the list that gets its rows. */
interface WaitingStatement {
  readonly command: Command
  readonly rows: unknown[]
}

/** A connection while a caller has it, with what was not sent yet. */
export class BorrowedClient {
  /** Null between a broken connection and its replacement. */
  current: pg.PoolClient | null
  /** The transaction begins with its first statement. */
  isBeginning = false
  #waiting: WaitingStatement[] = []

  constructor(client: pg.PoolClient) {
    this.current = client
  }

  get isUnused(): boolean {
    return this.isBeginning && this.#waiting.length === 0
  }

  begin(): Answer {
    this.isBeginning = true
    return NOTHING
  }

  /** Its rows arrive in the list of the answer. */
  add(command: Command): Answer {
    const answer: Answer = { ...NOTHING, rows: [] }
    this.#waiting.push({ command, rows: answer.rows })
    return answer
  }

  take(): { readonly isBeginning: boolean; readonly waiting: readonly WaitingStatement[] } {
    const taken = { isBeginning: this.isBeginning, waiting: this.#waiting }
    this.isBeginning = false
    if (taken.waiting.length > 0) this.#waiting = []
    return taken
  }
}

/** Response to what was not sent. */
export const NOTHING: Answer = { command: '', rowCount: 0, rows: [] }
