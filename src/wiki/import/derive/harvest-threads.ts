import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { THREAD_NURSERY_MB } from '#events/v8-settings.ts'
import type { FromWorker, HarvestSetup, ToWorker } from './harvest-worker.ts'
import type { PageSource } from './host-data.ts'
import type { PackedLinks } from './packed-links.ts'
import type { PageToRead } from './page-harvester.ts'

const MAX_THREADS = 8

type FindPage = (ns: number, dbkey: string) => Promise<PageSource>

/**
 * Threads that extract links. Starting them takes a while, so callers can
 * start them early; `begin` gives them the wiki.
 */
export class HarvestThreads {
  readonly #threads: readonly HarvestThread[]

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => new HarvestThread())
  }

  get count(): number {
    return this.#threads.length
  }

  begin(setup: HarvestSetup, find: FindPage): void {
    for (const thread of this.#threads) thread.begin(setup, find)
  }

  /** Links of pages. Each thread answers in the order of the requests. */
  read(thread: number, pages: readonly PageToRead[]): Promise<PackedLinks> {
    return this.#threads[thread]!.read(pages)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.close()))
  }
}

/** One thread per CPU except the one that stores, but at least one. */
export const startThreads = (): HarvestThreads =>
  new HarvestThreads(Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)))

const resourceLimits = { maxYoungGenerationSizeMb: THREAD_NURSERY_MB }

interface Waiting {
  readonly resolve: (packed: PackedLinks) => void
  readonly reject: (error: Error) => void
}

class HarvestThread {
  readonly #worker = new Worker(new URL('./harvest-worker.ts', import.meta.url), { resourceLimits })
  readonly #waiting = new Map<number, Waiting>()
  #failure: Error | undefined
  #nextId = 0
  #find: FindPage | undefined

  constructor() {
    this.#worker.on('error', error => this.#fail(error as Error))
    this.#worker.on('message', (message: FromWorker) => this.#take(message))
    // Does not keep the process alive while idle. Adding a listener would undo that, so this comes last.
    this.#worker.unref()
  }

  begin(setup: HarvestSetup, find: FindPage): void {
    this.#find = find
    this.#worker.ref()
    this.#tell({ kind: 'begin', setup })
  }

  read(pages: readonly PageToRead[]): Promise<PackedLinks> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#waiting.set(id, { resolve, reject })
      this.#tell({ kind: 'read', id, pages: pages.map(({ context, text, model }) => ({ context, text, model })) })
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #take(message: FromWorker): void {
    if (message.kind === 'needs') {
      this.#find!(message.ns, message.dbkey).then(
        source => this.#tell({ kind: 'page', source }),
        error => this.#fail(error as Error),
      )
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'failed') waiting?.reject(new Error(message.error))
    else waiting?.resolve(message.packed)
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
