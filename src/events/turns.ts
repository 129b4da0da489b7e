import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may go on before everybody else has had a turn. */
const SLICE_MS = 10

/**
 * Lets long work on the main thread take turns with everything else. On SQLite nothing ever waits, so that a loop over
 * many rows would answer no request until its end.
 */
export class Turns {
  readonly #signal: AbortSignal | undefined
  readonly #sliceMs: number
  #since = performance.now()

  constructor(signal?: AbortSignal, sliceMs: number = SLICE_MS) {
    this.#signal = signal
    this.#sliceMs = sliceMs
  }

  /** To be awaited between two pieces of work: gives up the turn when it has lasted, and throws when nobody wants the rest. */
  async breathe(): Promise<void> {
    this.#signal?.throwIfAborted()
    if (performance.now() - this.#since < this.#sliceMs) return
    await nextTurn()
    this.#signal?.throwIfAborted()
    this.#since = performance.now()
  }
}
