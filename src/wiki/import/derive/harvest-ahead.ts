// A small wiki fits into memory before any of it is stored. Threads start extracting its links immediately, assuming
// that it will be stored unchanged; the result is used only if that turns out to be true.

import type { MessageTranslations } from '#core/interface-texts.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import type { TextStore } from '../bulk/text-store.ts'
import type { ImportContext } from '../context.ts'
import { importedSite } from '../wiki-site.ts'
import type { CurrentPage } from './current-pages.ts'
import type { HarvestThreads } from './harvest-threads.ts'
import type { HarvestSetup } from './harvest-worker.ts'
import { loadHostData, sameHostData } from './host-data.ts'
import { type TargetTable, targetTables } from './packed-links.ts'
import type { PageToRead } from './page-harvester.ts'
import { storedWiki } from './stored-wiki.ts'
import { type FoundLinks, type LinkParcel, type LinkReader, sharesOf, ThreadedReader } from './threaded-reader.ts'
import { findAtHand, type PendingWiki, pagesAtHand, wikiAtHand } from './wiki-at-hand.ts'

interface Share {
  readonly pages: readonly PageToRead[]
  readonly found: Promise<FoundLinks>
}

interface Begun {
  readonly setup: HarvestSetup
  readonly reader: ThreadedReader
  readonly shares: readonly Share[]
}

export class HarvestAhead {
  readonly #threads: HarvestThreads
  readonly #clock: Clock
  readonly #texts: TextStore
  readonly #translations: MessageTranslations | null
  #begun: Begun | undefined

  constructor({
    threads,
    clock,
    texts,
    translations,
  }: Pick<HarvestContext, 'clock' | 'texts' | 'translations'> & { threads: HarvestThreads }) {
    this.#threads = threads
    this.#clock = clock
    this.#texts = texts
    this.#translations = translations
  }

  /** Starts with a wiki that is about to be stored in a database without pages. */
  async begin(db: Reader, pending: PendingWiki): Promise<void> {
    const site = await importedSite(db)
    const pages = pagesAtHand(pending)
    const wiki = wikiAtHand(pages, pending, storedWiki(db, this.#texts, this.#translations))
    const data = await loadHostData(wiki, site, this.#clock.now())
    const setup = { info: site.info, variants: site.variants.source, data, targetTables: [...targetTables] }
    this.#threads.begin(setup, findAtHand(pages, data))
    const reader = new ThreadedReader(this.#threads)
    const shares = [...sharesOf(pages)].map(part => ({ pages: part, found: reader.ask(part) }))
    // Handled by the consumer of the links.
    for (const { found } of shares) found.catch(() => undefined)
    this.#begun = { setup, reader, shares }
  }

  /** A reader with the results so far, if they are for exactly this wiki; `usual` opens a regular reader. */
  reader(setup: HarvestSetup, usual: () => LinkReader): LinkReader | undefined {
    const begun = this.#begun
    this.#begun = undefined
    if (begun === undefined || !isSameSetup(begun.setup, setup)) return undefined
    return new ReaderAhead(begun, usual)
  }
}

function isSameSetup(one: HarvestSetup, other: HarvestSetup): boolean {
  const inOrder = (tables: readonly TargetTable[]) => targetTables.filter(table => tables.includes(table)).join()
  return (
    inOrder(one.targetTables) === inOrder(other.targetTables) &&
    one.variants.version === other.variants.version &&
    JSON.stringify(one.info) === JSON.stringify(other.info) &&
    sameHostData(one.data, other.data)
  )
}

class ReaderAhead implements LinkReader {
  readonly #begun: Begun
  readonly #openUsual: () => LinkReader
  #next = 0
  #usual: LinkReader | undefined

  constructor(begun: Begun, openUsual: () => LinkReader) {
    this.#begun = begun
    this.#openUsual = openUsual
  }

  async read(pages: readonly CurrentPage[]): Promise<LinkParcel[]> {
    const ready = this.#usual ? undefined : this.#take(pages)
    if (ready !== undefined) return Promise.all(ready)
    this.#usual ??= this.#openUsual()
    return this.#usual.read(pages)
  }

  /** The results for these pages; undefined unless they are exactly the next ones processed. */
  #take(pages: readonly CurrentPage[]): Promise<LinkParcel>[] | undefined {
    const parts = [...sharesOf(pages)]
    const shares = this.#begun.shares.slice(this.#next, this.#next + parts.length)
    if (!parts.every((part, index) => isSamePart(part, shares[index]?.pages ?? []))) return undefined
    this.#next += parts.length
    return shares.map(async ({ found }, index) => ({ ...(await found), pages: parts[index]! }))
  }

  close(): Promise<void> {
    return this.#begun.reader.close()
  }
}

const isSamePart = (one: readonly PageToRead[], other: readonly PageToRead[]): boolean =>
  one.length === other.length && one.every((page, index) => isSamePage(page, other[index]!))

function isSamePage(one: PageToRead, other: PageToRead): boolean {
  const [a, b] = [one.context, other.context]
  return (
    a.ns === b.ns &&
    a.dbkey === b.dbkey &&
    a.revision?.pageId === b.revision?.pageId &&
    a.revision?.revisionId === b.revision?.revisionId &&
    a.revision?.timestamp === b.revision?.timestamp &&
    a.revision?.user === b.revision?.user &&
    a.revision?.size === b.revision?.size &&
    one.model === other.model &&
    one.text === other.text
  )
}

/** An import that also extracts links from texts. */
export interface HarvestContext extends ImportContext {
  /** Threads that are already running and wait for a wiki. */
  readonly threads: HarvestThreads | undefined
  /** Translated interface messages, for pages that use them. */
  readonly translations: MessageTranslations | null
  /** Set when links can be extracted before anything is stored: there is only one dump. */
  readonly ahead: HarvestAhead | undefined
}
