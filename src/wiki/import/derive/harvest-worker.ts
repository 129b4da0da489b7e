// A thread that harvests links. It gets pages and answers with what they link to; pages it needs it asks the main thread for.
import { parentPort, workerData } from 'node:worker_threads'
import { siteFromInfo } from '../../site/site.ts'
import type { SiteInfo } from '../../site/site-info.ts'
import type { HostData, PageSource } from './host-data.ts'
import { PageHarvester, type PageToRead } from './page-harvester.ts'

export interface WorkerSetup {
  readonly info: SiteInfo
  readonly data: HostData
}

export type ToWorker =
  | { readonly kind: 'read'; readonly id: number; readonly pages: readonly PageToRead[] }
  | { readonly kind: 'page'; readonly source: PageSource }

export type FromWorker =
  | { readonly kind: 'harvested'; readonly id: number; readonly harvests: readonly unknown[] }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
  | { readonly kind: 'needs'; readonly ns: number; readonly dbkey: string }

const port = parentPort!
const { info, data } = workerData as WorkerSetup
let arrived: ((source: PageSource) => void) | undefined

const find = (ns: number, dbkey: string): Promise<PageSource> => {
  const { promise, resolve } = Promise.withResolvers<PageSource>()
  arrived = resolve
  port.postMessage({ kind: 'needs', ns, dbkey } satisfies FromWorker)
  return promise
}

const harvester = new PageHarvester(siteFromInfo(info, info.interwikimap), data, find)
let turn: Promise<void> = Promise.resolve()

async function read(id: number, pages: readonly PageToRead[]): Promise<void> {
  try {
    const harvests: unknown[] = []
    for (const page of pages) harvests.push(await harvester.read(page))
    port.postMessage({ kind: 'harvested', id, harvests } satisfies FromWorker)
  } catch (error) {
    port.postMessage({ kind: 'failed', id, error: (error as Error).stack ?? String(error) } satisfies FromWorker)
  }
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'page') arrived?.(message.source)
  // One batch after the other: there is room for one question at a time.
  else turn = turn.then(() => read(message.id, message.pages))
})
