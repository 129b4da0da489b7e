import type { Services } from '#core/services.ts'
import { lastChange } from '#store/log-order.ts'

/** Polling interval of the change log while there are listeners. */
const LOOK_MS = 500

/** Wakes listeners when the change log grows. One query serves all of them. */
export class LogWatch {
  readonly #services: Services
  readonly #waiting = new Set<{ readonly seq: number; wake(): void }>()
  #timer: NodeJS.Timeout | null = null
  #isLooking = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Resolves when there are entries after a number, when the signal aborts, or after some time. */
  beyond(seq: number, end: AbortSignal, longest: number): Promise<void> {
    if (end.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const timeout = setTimeout(() => waiting.wake(), longest)
      timeout.unref()
      const waiting = {
        seq,
        wake: () => {
          clearTimeout(timeout)
          end.removeEventListener('abort', waiting.wake)
          this.#waiting.delete(waiting)
          resolve()
        },
      }
      end.addEventListener('abort', waiting.wake, { once: true })
      this.#waiting.add(waiting)
      this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
    })
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) {
      if (this.#timer !== null) clearInterval(this.#timer)
      this.#timer = null
      return
    }
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const last = await lastChange(this.#services.store.read)
      for (const waiting of [...this.#waiting]) if (last > waiting.seq) waiting.wake()
    } catch (error) {
      this.#services.log('live.follow_failed', { err: error })
    } finally {
      this.#isLooking = false
    }
  }
}
