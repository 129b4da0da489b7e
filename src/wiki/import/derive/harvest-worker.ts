// A thread that extracts links. It receives pages, returns their links, and requests other pages from the main thread.
import { parentPort } from 'node:worker_threads'
import { siteFromInfo } from '../../site/site.ts'
import type { SiteInfo } from '../../site/site-info.ts'
import { type VariantSource, Variants } from '../../site/variants/variants.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { HostData, PageSource } from './host-data.ts'
import { LinkPacker, type PackedLinks, type TargetTable } from './packed-links.ts'
import { PageHarvester, type PageToRead } from './page-harvester.ts'

export interface HarvestSetup {
  readonly info: SiteInfo
  readonly variants: VariantSource
  readonly data: HostData
  /** Tables for which to report link targets. */
  readonly targetTables: readonly TargetTable[]
}

export type ToWorker =
  | { readonly kind: 'begin'; readonly setup: HarvestSetup }
  | { readonly kind: 'read'; readonly id: number; readonly pages: readonly PageToRead[] }
  | { readonly kind: 'page'; readonly source: PageSource }

export type FromWorker =
  | { readonly kind: 'packed'; readonly id: number; readonly packed: PackedLinks }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
  | { readonly kind: 'needs'; readonly ns: number; readonly dbkey: string }

const port = parentPort!
let arrived: ((source: PageSource) => void) | undefined
let harvester: PageHarvester
let packer: LinkPacker
let turn: Promise<void> = Promise.resolve()

const find = (ns: number, dbkey: string): Promise<PageSource> => {
  const { promise, resolve } = Promise.withResolvers<PageSource>()
  arrived = resolve
  port.postMessage({ kind: 'needs', ns, dbkey } satisfies FromWorker)
  return promise
}

function begin({ info, variants, data, targetTables }: HarvestSetup): void {
  const site = { ...siteFromInfo(info, info.interwikimap), variants: new Variants(variants) }
  harvester = new PageHarvester(site, data, find)
  packer = new LinkPacker(targetTables)
}

async function read(id: number, pages: readonly PageToRead[]): Promise<void> {
  try {
    const harvests: Harvest[] = []
    for (const page of pages) harvests.push(await harvester.read(page))
    const packed = packer.pack(harvests)
    port.postMessage({ kind: 'packed', id, packed } satisfies FromWorker, [packed.counts.buffer, packed.targets.buffer])
  } catch (error) {
    port.postMessage({ kind: 'failed', id, error: (error as Error).stack ?? String(error) } satisfies FromWorker)
  }
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'page') arrived?.(message.source)
  // Sequential: there can be one pending request, and earlier requests belong to the previous wiki.
  else if (message.kind === 'begin') turn = turn.then(() => begin(message.setup))
  else turn = turn.then(() => read(message.id, message.pages))
})
