import type { CurrentPage } from './current-pages.ts'
import type { HarvestThreads } from './harvest-threads.ts'
import { type PackedLinks, TargetIds } from './packed-links.ts'
import type { PageToRead } from './page-harvester.ts'

/** Links found on some pages. */
export interface FoundLinks {
  readonly links: PackedLinks
  /** Maps names in the links to IDs; shared between parcels from the same source. */
  readonly ids: TargetIds
}

/** The links of some pages. */
export interface LinkParcel extends FoundLinks {
  readonly pages: readonly CurrentPage[]
}

/** Extracts links from pages, in this thread or in others. */
export interface LinkReader {
  /** Links in page order. Parcels must be stored in the order in which they were requested. */
  read(pages: readonly CurrentPage[]): Promise<LinkParcel[]>
  close(): Promise<void>
}

/** Pages per request to a thread. */
const SHARE = 50

export function* sharesOf<T>(pages: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < pages.length; from += SHARE) yield pages.slice(from, from + SHARE)
}

export class ThreadedReader implements LinkReader {
  readonly #threads: HarvestThreads
  readonly #ids: readonly TargetIds[]
  #next = 0

  constructor(threads: HarvestThreads) {
    this.#threads = threads
    this.#ids = Array.from({ length: threads.count }, () => new TargetIds())
  }

  read(pages: readonly CurrentPage[]): Promise<LinkParcel[]> {
    return Promise.all([...sharesOf(pages)].map(async share => ({ pages: share, ...(await this.ask(share)) })))
  }

  /** Extracts the links of one share of pages. */
  async ask(pages: readonly PageToRead[]): Promise<FoundLinks> {
    const thread = this.#next
    this.#next = (thread + 1) % this.#threads.count
    return { links: await this.#threads.read(thread, pages), ids: this.#ids[thread]! }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
