import type { Reader } from '#store/store.ts'
import type { Site } from '../../site/site.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { CurrentPage } from './current-pages.ts'
import type { HarvestContext } from './harvest-ahead.ts'
import { startThreads } from './harvest-threads.ts'
import { type HostData, loadHostData } from './host-data.ts'
import { LinkPacker, TargetIds, type TargetTable } from './packed-links.ts'
import type { PageHarvester } from './page-harvester.ts'
import { pageSource, storedWiki } from './stored-wiki.ts'
import { type LinkParcel, type LinkReader, ThreadedReader } from './threaded-reader.ts'

/** Below this many pages, starting threads takes longer than reading the wiki. */
const WORTH_THREADS = 5000

export async function openLinkReader(
  db: Reader,
  site: Site,
  targetTables: readonly TargetTable[],
  context: HarvestContext,
): Promise<LinkReader> {
  const data = await loadHostData(storedWiki(db, context.texts, context.translations), site, context.clock.now())
  const { threads: running, ahead } = context
  if (running === undefined && data.stats.pages < WORTH_THREADS) return localReader(db, site, data, targetTables)
  const threads = running ?? startThreads()
  const setup = { info: site.info, variants: site.variants.source, data, targetTables }
  const open = () => {
    threads.begin(setup, (ns, dbkey) => pageSource(db, ns, dbkey))
    return new ThreadedReader(threads)
  }
  return ahead?.reader(setup, open) ?? open()
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
  #turn: Promise<unknown> = Promise.resolve()

  constructor(harvester: PageHarvester, packer: LinkPacker) {
    this.#harvester = harvester
    this.#packer = packer
  }

  /** In turns: a batch that waits for other pages must not be packed after the next one. */
  read(pages: readonly CurrentPage[]): Promise<LinkParcel[]> {
    const turn = this.#turn.then(() => this.#read(pages))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #read(pages: readonly CurrentPage[]): Promise<LinkParcel[]> {
    const harvests: Harvest[] = []
    for (const page of pages) harvests.push(await this.#harvester.read(page))
    return [{ pages, links: this.#packer.pack(harvests), ids: this.#ids }]
  }

  async close(): Promise<void> {}
}
