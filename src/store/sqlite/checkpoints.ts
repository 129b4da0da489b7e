import { Worker } from 'node:worker_threads'

/** About 20 pages per commit: 3,000 pages, or 12 MB of log. */
const COMMITS = 150
/** Large transactions count by their rows. */
const ROWS = 10_000
/** A thread that has nothing to do ends, to release its memory. */
const IDLE_MS = 5000

/**
 * Moves committed pages from the write-ahead log into the database in a thread while there are many commits. SQLite
 * would do so inside a commit, and wait for the disk twice, which blocks all requests of this process
 * (docs/decisions/commits.md).
 */
export class Checkpoints {
  readonly #file: string
  readonly #onFailure: () => void
  #commits = 0
  #rows = 0
  #thread: Worker | null = null
  #isRunning = false
  #idle: NodeJS.Timeout | null = null

  /** `onFailure` is called when the thread fails. The writer must then copy the log itself. */
  constructor(file: string, onFailure: () => void) {
    this.#file = file
    this.#onFailure = onFailure
  }

  /** `rows` is how many rows this process has changed since it opened the database. */
  noteCommit(rows: number): void {
    this.#commits += 1
    if ((this.#commits < COMMITS && rows - this.#rows < ROWS) || this.#isRunning) return
    this.#commits = 0
    this.#rows = rows
    this.#isRunning = true
    if (this.#idle) clearTimeout(this.#idle)
    this.#thread ??= this.#start()
    this.#thread.postMessage('checkpoint')
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    if (!thread) return
    // The process must not end while the caller still waits for the database to close.
    thread.ref()
    thread.postMessage('close')
    await new Promise(resolve => thread.once('exit', resolve))
  }

  #start(): Worker {
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: this.#file })
    thread.unref()
    thread.on('message', () => {
      this.#isRunning = false
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    })
    thread.on('error', this.#onFailure)
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null
      this.#isRunning = false
    })
    return thread
  }
}
