import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement that waits for others to travel with. */
export interface WaitingRead {
  readonly sql: string
  readonly values: readonly unknown[]
  resolve(answer: unknown): void
  reject(error: unknown): void
}

type Send = (reads: readonly WaitingRead[]) => void

/** Statements that were asked together. They may go to several databases: the primary and its replicas. */
export class ReadGroup {
  readonly #waiting = new Map<Send, WaitingRead[]>()

  /** Sends the statement with all others that are asked before the event loop goes on. */
  add(send: Send, sql: string, values: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const read = { sql, values, resolve, reject }
      const others = this.#waiting.get(send)
      if (others !== undefined) return others.push(read)
      this.#waiting.set(send, [read])
      setImmediate(() => {
        const reads = this.#waiting.get(send)!
        this.#waiting.delete(send)
        send(reads)
      })
    })
  }
}

const groups = new AsyncLocalStorage<ReadGroup>()

export const currentGroup = (): ReadGroup | undefined => groups.getStore()

/**
 * Starts several independent reads whose statements share round trips on PostgreSQL: the first statements of all, then
 * the second ones, and so on. For short statements only, because each waits for all of them.
 */
export const readTogether = <T extends readonly unknown[]>(
  start: () => { [Index in keyof T]: Promise<T[Index]> },
): Promise<T> => groups.run(currentGroup() ?? new ReadGroup(), () => Promise.all(start())) as Promise<T>
