import type { CurrentPage } from './current-pages.ts'
import type { HarvestThreads } from './harvest-threads.ts'
import { type PackedLinks, TargetIds } from './packed-links.ts'
import type { PageToRead } from './page-harvester.ts'

/** What was found on some pages. */
export interface FoundLinks {
  readonly links: PackedLinks
  /** Where the names in the links are known; shared by parcels of the same origin. */
  readonly ids: TargetIds
}

/** What some pages link to. */
export interface LinkParcel extends FoundLinks {
  readonly pages: readonly CurrentPage[]
}

/** Reads the links of pages, here or in threads of its own. */
export interface LinkReader {
  /** What the pages link to, in their order. Parcels must be stored in the order in which they were asked for. */
  read(pages: readonly CurrentPage[]): Promise<LinkParcel[]>
  close(): Promise<void>
}

/** Pages that a thread gets at once. */
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

  /** What one share of pages links to. */
  async ask(pages: readonly PageToRead[]): Promise<FoundLinks> {
    const thread = this.#next
    this.#next = (thread + 1) % this.#threads.count
    return { links: await this.#threads.read(thread, pages), ids: this.#ids[thread]! }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
