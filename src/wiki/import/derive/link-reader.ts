import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Clock } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import type { Site } from '../../site/site.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { CurrentPage } from './current-pages.ts'
import type { FromWorker, ToWorker, WorkerSetup } from './harvest-worker.ts'
import { type HostData, loadHostData, pageSource } from './host-data.ts'
import { PageHarvester } from './page-harvester.ts'

/** Reads the links of pages, here or in threads of its own. */
export interface LinkReader {
  /** What each page links to, in the same order. */
  read(pages: readonly CurrentPage[]): Promise<Harvest[]>
  close(): Promise<void>
}

/** Threads take longer to start than a small wiki takes to be read. */
const WORTH_THREADS = 5000
const MAX_THREADS = 8
const SHARE = 50

export async function openLinkReader(db: Reader, site: Site, clock: Clock): Promise<LinkReader> {
  const data = await loadHostData(db, site, clock)
  const threads = Math.min(MAX_THREADS, availableParallelism() - 1)
  if (threads < 1 || data.stats.pages < WORTH_THREADS) return new LocalReader(db, site, data)
  return new ThreadedReader(db, site, data, threads)
}

class LocalReader implements LinkReader {
  readonly #harvester: PageHarvester

  constructor(db: Reader, site: Site, data: HostData) {
    this.#harvester = new PageHarvester(site, data, (ns, dbkey) => pageSource(db, ns, dbkey))
  }

  async read(pages: readonly CurrentPage[]): Promise<Harvest[]> {
    const harvests: Harvest[] = []
    for (const page of pages) harvests.push(await this.#harvester.read(page))
    return harvests
  }

  async close(): Promise<void> {}
}

interface Waiting {
  readonly resolve: (harvests: Harvest[]) => void
  readonly reject: (error: Error) => void
}

class ThreadedReader implements LinkReader {
  readonly #workers: Worker[]
  readonly #waiting = new Map<number, Waiting>()
  #nextId = 0

  constructor(db: Reader, site: Site, data: HostData, threads: number) {
    const setup: WorkerSetup = { info: site.info, data }
    this.#workers = Array.from({ length: threads }, () => this.#start(db, setup))
  }

  async read(pages: readonly CurrentPage[]): Promise<Harvest[]> {
    const parts: Promise<Harvest[]>[] = []
    for (let from = 0; from < pages.length; from += SHARE) {
      parts.push(this.#ask(this.#workers[parts.length % this.#workers.length]!, pages.slice(from, from + SHARE)))
    }
    return (await Promise.all(parts)).flat()
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(worker => worker.terminate()))
  }

  #ask(worker: Worker, pages: readonly CurrentPage[]): Promise<Harvest[]> {
    const id = this.#nextId++
    const message: ToWorker = {
      kind: 'read',
      id,
      pages: pages.map(({ context, text, model }) => ({ context, text, model })),
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage(message)
    })
  }

  #start(db: Reader, setup: WorkerSetup): Worker {
    const worker = new Worker(new URL('./harvest-worker.ts', import.meta.url), { workerData: setup })
    const failAll = (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.on('error', error => failAll(error as Error))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'needs') {
        const answer = (source: Awaited<ReturnType<typeof pageSource>>) =>
          worker.postMessage({ kind: 'page', source } satisfies ToWorker)
        pageSource(db, message.ns, message.dbkey).then(answer, failAll)
        return
      }
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (message.kind === 'failed') waiting?.reject(new Error(message.error))
      else waiting?.resolve(message.harvests as Harvest[])
    })
    return worker
  }
}
