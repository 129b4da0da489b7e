import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BlockBits } from './bzip2-block.ts'

interface Answer {
  readonly id: number
  readonly data?: Uint8Array<ArrayBuffer>
  readonly error?: string
}

interface Waiting {
  readonly resolve: (data: Buffer) => void
  readonly reject: (error: Error) => void
}

const MAX_WORKERS = 8

/** Threads that decompress bzip2 blocks. They start with the first blocks, so a short file needs only one. */
export class Bzip2Pool {
  readonly size = Math.max(1, Math.min(MAX_WORKERS, availableParallelism()))
  readonly #workers: { readonly worker: Worker; readonly waiting: Map<number, Waiting> }[] = []
  #nextId = 0

  decompress(block: BlockBits): Promise<Buffer> {
    const free = this.#workers.find(({ waiting }) => waiting.size === 0)
    const chosen =
      free ??
      (this.#workers.length < this.size
        ? this.#start()
        : this.#workers.reduce((least, one) => (one.waiting.size < least.waiting.size ? one : least)))
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      chosen.waiting.set(id, { resolve, reject })
      chosen.worker.postMessage({ id, block })
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()))
  }

  #start() {
    const worker = new Worker(new URL('./bzip2-worker.ts', import.meta.url))
    const waiting = new Map<number, Waiting>()
    worker.on('message', ({ id, data, error }: Answer) => {
      const request = waiting.get(id)
      waiting.delete(id)
      if (data === undefined) request?.reject(new Error(error))
      else request?.resolve(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    })
    worker.on('error', error => {
      for (const { reject } of waiting.values()) reject(error as Error)
      waiting.clear()
    })
    const entry = { worker, waiting }
    this.#workers.push(entry)
    return entry
  }
}
