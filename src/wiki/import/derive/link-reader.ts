import type { Clock } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { InterfaceMessages } from '../../content/interface-messages.ts'
import { wordingOf } from '../../content/wording.ts'
import type { Site } from '../../site/site.ts'
import { type Harvest, Harvester } from '../../wikitext/harvest/harvest.ts'
import type { CurrentPage } from './current-pages.ts'
import { ImportHost, loadHostData, withLocalMessages } from './import-host.ts'
import { NeedsPage } from './needs-page.ts'

interface Reading {
  readonly host: ImportHost
  readonly harvester: Harvester
}

/** Harvests page after page, and fetches what a page turns out to need. */
export class LinkReader {
  readonly #db: Reader
  readonly #site: Site
  readonly #clock: Clock
  #current: Reading | undefined

  constructor(db: Reader, site: Site, clock: Clock) {
    this.#db = db
    this.#site = site
    this.#clock = clock
  }

  async read(page: CurrentPage): Promise<Harvest> {
    for (;;) {
      const { host, harvester } = await this.#ready()
      try {
        return harvester.harvest(page.context, page.text, page.model)
      } catch (error) {
        if (!(error instanceof NeedsPage)) throw error
        await host.fetch(error)
      }
    }
  }

  /** A host that has taken up too much memory is replaced; what it knew is read again as it is needed. */
  async #ready(): Promise<Reading> {
    if (this.#current !== undefined && !this.#current.host.isFull) return this.#current
    const data = await loadHostData(this.#db, this.#site)
    const wording = await wordingOf(new InterfaceMessages(this.#db), this.#site.language)
    const message = withLocalMessages(this.#site, data.localMessages, wording.text)
    const host = new ImportHost(this.#db, this.#site, this.#clock.now(), data, message)
    this.#current = { host, harvester: new Harvester(host) }
    return this.#current
  }
}
