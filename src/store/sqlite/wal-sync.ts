import { type FileHandle, open } from 'node:fs/promises'
import { StoreUnavailable } from '../store-error.ts'

/**
 * Flushes the write-ahead log to disk for the commits that wait for it, off the event loop. SQLite's own way
 * (`synchronous = FULL`) would block all requests of this process during every commit (docs/decisions/commits.md).
 */
export class WalSync {
  readonly #flushFile: () => Promise<void>
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #failure: StoreUnavailable | null = null
  /** Set while commits need not wait for the disk. */
  isOff = false

  constructor(flushFile: () => Promise<void>) {
    this.#flushFile = flushFile
  }

  /** Resolves when everything that was committed before the call is on disk. */
  flush(): Promise<void> {
    if (this.isOff) return Promise.resolve()
    if (this.#running === null) return this.#run()
    // The running one may have begun before the commit. All that wait share the next one.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = null
        return this.#run()
      })
    return this.#next
  }

  /** Rejects writes after a failed flush: the operating system may have dropped data that it could not write. */
  refuseAfterFailure(): void {
    if (this.#failure !== null) throw this.#failure
  }

  #run(): Promise<void> {
    const running = this.#flushFile()
      .catch(error => {
        this.#failure ??= new StoreUnavailable('failing', error)
        throw this.#failure
      })
      .finally(() => {
        if (this.#running === running) this.#running = null
      })
    this.#running = running
    return running
  }
}

/** The log of a database file. It exists as long as a connection is open. */
export class WalFile {
  readonly #path: string
  #handle: Promise<FileHandle> | null = null

  constructor(file: string) {
    this.#path = `${file}-wal`
  }

  readonly flush = async (): Promise<void> => {
    this.#handle ??= open(this.#path, 'r+')
    await (await this.#handle).datasync()
  }

  async close(): Promise<void> {
    const handle = await this.#handle?.catch(() => null)
    await handle?.close()
  }
}
