import type { Reader } from '#store/store.ts'
import type { Site } from '../../site/site.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { ImportContext } from '../context.ts'
import type { CurrentPage } from './current-pages.ts'
import { type HarvestThreads, startThreads } from './harvest-threads.ts'
import { type HostData, loadHostData, pageSource } from './host-data.ts'
import { LinkPacker, type PackedLinks, TargetIds, type TargetTable } from './packed-links.ts'
import type { PageHarvester } from './page-harvester.ts'

/** What some pages link to. */
export interface LinkParcel {
  readonly pages: readonly CurrentPage[]
  readonly links: PackedLinks
  /** Where the names in the links are known; shared by parcels of the same origin. */
  readonly ids: TargetIds
}

/** Reads the links of pages, here or in threads of its own. */
export interface LinkReader {
  /** What the pages link to, in their order. Parcels must be stored in the order in which they were asked for. */
  read(pages: readonly CurrentPage[]): Promise<LinkParcel[]>
  close(): Promise<void>
}

/** Threads that do not run yet take longer to start than a small wiki takes to be read. */
const WORTH_THREADS = 5000
const SHARE = 50

export async function openLinkReader(
  db: Reader,
  site: Site,
  targetTables: readonly TargetTable[],
  context: ImportContext,
): Promise<LinkReader> {
  const data = await loadHostData(db, site, context)
  const { threads: running } = context
  if (running === undefined && data.stats.pages < WORTH_THREADS) return localReader(db, site, data, targetTables)
  const threads = running ?? startThreads()
  threads.begin({ info: site.info, data, targetTables }, (ns, dbkey) => pageSource(db, ns, dbkey))
  return new ThreadedReader(threads)
}

async function localReader(
  db: Reader,
  site: Site,
  data: HostData,
  targetTables: readonly TargetTable[],
): Promise<LinkReader> {
  const { PageHarvester } = await import('./page-harvester.ts')
  const harvester = new PageHarvester(site, data, (ns, dbkey) => pageSource(db, ns, dbkey))
  return new LocalReader(harvester, new LinkPacker(targetTables))
}

class LocalReader implements LinkReader {
  readonly #harvester: PageHarvester
  readonly #packer: LinkPacker
  readonly #ids = new TargetIds()

  constructor(harvester: PageHarvester, packer: LinkPacker) {
    this.#harvester = harvester
    this.#packer = packer
  }

  async read(pages: readonly CurrentPage[]): Promise<LinkParcel[]> {
    const harvests: Harvest[] = []
    for (const page of pages) harvests.push(await this.#harvester.read(page))
    return [{ pages, links: this.#packer.pack(harvests), ids: this.#ids }]
  }

  async close(): Promise<void> {}
}

class ThreadedReader implements LinkReader {
  readonly #threads: HarvestThreads
  readonly #ids: readonly TargetIds[]
  #next = 0

  constructor(threads: HarvestThreads) {
    this.#threads = threads
    this.#ids = Array.from({ length: threads.count }, () => new TargetIds())
  }

  read(pages: readonly CurrentPage[]): Promise<LinkParcel[]> {
    const parcels: Promise<LinkParcel>[] = []
    for (let from = 0; from < pages.length; from += SHARE) parcels.push(this.#ask(pages.slice(from, from + SHARE)))
    return Promise.all(parcels)
  }

  async #ask(pages: readonly CurrentPage[]): Promise<LinkParcel> {
    const thread = this.#next
    this.#next = (thread + 1) % this.#threads.count
    return { pages, links: await this.#threads.read(thread, pages), ids: this.#ids[thread]! }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
