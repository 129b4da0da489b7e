import { AsyncLocalStorage } from 'node:async_hooks'

interface CachedRead {
  readonly at: number
  readonly result: Promise<unknown>
}

/** What one request has read. */
export class RequestReads {
  /** Null when the request has ended, because timers that it has set live on. */
  reads: Map<unknown, CachedRead> | null = new Map()

  /** Runs the rest of the request. */
  run(next: () => unknown): void {
    requests.run(this, next)
  }

  end(): void {
    this.reads = null
  }
}

const requests = new AsyncLocalStorage<RequestReads>()

/** Long requests read again after this time. */
const CACHED_MS = 1000

/**
 * Reads something only once in a request, until the request itself writes. What others write meanwhile may be missing,
 * as if the request had come before it.
 */
export function oncePerRequest<T>(key: unknown, read: () => Promise<T>): Promise<T> {
  const reads = requests.getStore()?.reads
  if (!reads) return read()
  const cached = reads.get(key)
  const now = performance.now()
  if (cached !== undefined && now - cached.at < CACHED_MS) return cached.result as Promise<T>
  const result = read()
  reads.set(key, { at: now, result })
  // A failure may be temporary.
  result.catch(() => reads.delete(key))
  return result
}

/** Call after each transaction. */
export const forgetReads = (): void => requests.getStore()?.reads?.clear()
