import { AsyncLocalStorage } from 'node:async_hooks'

const readings = new AsyncLocalStorage<Reading>()

/**
 * Where the reads of one request go: to one replica, or to the primary. Without a `Reading`, they go to the primary, so
 * background work never sees a replica. See docs/decisions/replicas.md.
 */
export class Reading {
  /** Position in the primary's log that reads must include; 0 for any. */
  #position: number
  readonly #onWrite: (position: number) => void
  /** The chosen replica, null for the primary, undefined before the first read. */
  #choice: Promise<object | null> | null | undefined

  /** `onWrite` gets the position of each committed write. */
  constructor(position: number, onWrite: (position: number) => void) {
    this.#position = position
    this.#onWrite = onWrite
  }

  /** Runs the request, including everything it starts. */
  run<T>(work: () => T): T {
    return readings.run(this, work)
  }

  get isOnPrimary(): boolean {
    return this.#choice === null
  }

  /** Sends all further reads to the primary. */
  usePrimary(): void {
    this.#choice = null
  }

  /** Further reads include this position. */
  require(position: number): void {
    if (position <= this.#position) return
    this.#position = position
    if (this.#choice !== null) this.#choice = undefined
  }

  wrote(position: number): void {
    this.require(position)
    this.usePrimary()
    this.#onWrite(position)
  }

  /** The replica for the next read. All reads of a request use the same one, so that time never runs backwards. */
  async replica<R extends object>(choose: (position: number) => Promise<R | null>): Promise<R | null> {
    this.#choice ??= this.#choice === null ? null : choose(this.#position)
    const chosen = (await this.#choice) as R | null
    // Another statement of the request may have moved on to the primary meanwhile.
    return this.#choice === null ? null : chosen
  }
}

export const currentReading = (): Reading | undefined => readings.getStore()

/** Whether the current request reads from a replica, or may choose one. */
export const mayReadReplica = (): boolean => readings.getStore()?.isOnPrimary === false

/** The current request reads from the primary from here on. */
export const readFromPrimary = (): void => readings.getStore()?.usePrimary()
