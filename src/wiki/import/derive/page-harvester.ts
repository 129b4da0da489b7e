import type { Site } from '../../site/site.ts'
import { type Harvest, Harvester } from '../../wikitext/harvest/harvest.ts'
import type { CurrentPage } from './current-pages.ts'
import type { HostData, PageSource } from './host-data.ts'
import { ImportHost } from './import-host.ts'
import { NeedsPage } from './needs-page.ts'

export type PageToRead = Pick<CurrentPage, 'context' | 'text' | 'model'>

/** Extracts links page by page and requests other pages as needed. */
export class PageHarvester {
  readonly #site: Site
  readonly #data: HostData
  readonly #find: (ns: number, dbkey: string) => Promise<PageSource>
  #host: ImportHost
  #harvester: Harvester

  constructor(site: Site, data: HostData, find: (ns: number, dbkey: string) => Promise<PageSource>) {
    this.#site = site
    this.#data = data
    this.#find = find
    this.#host = new ImportHost(site, data)
    this.#harvester = new Harvester(this.#host)
  }

  async read(page: PageToRead): Promise<Harvest> {
    for (;;) {
      if (this.#host.isFull) {
        this.#host = new ImportHost(this.#site, this.#data)
        this.#harvester = new Harvester(this.#host)
      }
      try {
        return this.#harvester.harvest(page.context, page.text, page.model)
      } catch (error) {
        if (!(error instanceof NeedsPage)) throw error
        this.#host.provide(error, await this.#find(error.ns, error.dbkey))
      }
    }
  }
}
