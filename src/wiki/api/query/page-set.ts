import type { PageName, PageRow } from '../../content/pages.ts'
import type { ApiMessage } from '../../messages/message.ts'
import { keyedList, type List, list, type Row } from '../result/shape.ts'

/** A page requested by name. Missing pages get made-up negative keys, as on the wire. */
export interface Entry extends PageName {
  readonly key: number
  readonly page: PageRow | null
}

const nameKey = (ns: number, title: string): string => `${ns}:${title}`

/**
 * The pages of a query, and the outcome for each requested title, page id and revision id. Modules read pages and add
 * their results to them.
 */
export class PageSet {
  /** Existing pages, by id. */
  readonly good = new Map<number, PageRow>()
  /** Titles without a page. */
  readonly missing: Entry[] = []
  readonly special: Entry[] = []
  /** Requested revisions of existing pages: revision id to page id. */
  readonly revisions = new Map<number, number>()
  /** Requested deleted revisions visible to the caller: revision id to key of the (missing) page. */
  readonly deletedRevisions = new Map<number, number>()
  readonly missingIds: number[] = []
  readonly missingRevisions: number[] = []
  readonly invalid: { readonly key: number; readonly title: string; readonly reason: ApiMessage }[] = []
  readonly normalized: { readonly fromencoded: boolean; readonly from: string; readonly to: string }[] = []
  /** Titles resolved to a page in another script. */
  readonly converted: { readonly from: string; readonly to: string }[] = []
  readonly redirects: Row[] = []
  readonly interwiki: Row[] = []
  readonly #byName = new Map<string, Entry>()
  readonly #rows = new Map<number, Row>()
  readonly #data = new Map<number, Row>()
  #lastKey = 0

  /** All named pages: existing, missing and special. */
  get entries(): Entry[] {
    return [...this.#byName.values()]
  }

  get size(): number {
    return this.#byName.size
  }

  get goodIds(): number[] {
    return [...this.good.keys()]
  }

  entry(ns: number, title: string): Entry | undefined {
    return this.#byName.get(nameKey(ns, title))
  }

  inventKey(): number {
    return --this.#lastKey
  }

  addGood(page: PageRow): void {
    this.good.set(page.id, page)
    this.#byName.set(nameKey(page.ns, page.title), { key: page.id, ns: page.ns, title: page.title, page })
  }

  addMissing(ns: number, title: string): Entry {
    const existing = this.entry(ns, title)
    if (existing) return existing
    const entry = { key: this.inventKey(), ns, title, page: null }
    this.missing.push(entry)
    this.#byName.set(nameKey(ns, title), entry)
    return entry
  }

  addSpecial(ns: number, title: string): void {
    if (this.entry(ns, title)) return
    const entry = { key: this.inventKey(), ns, title, page: null }
    this.special.push(entry)
    this.#byName.set(nameKey(ns, title), entry)
  }

  /** Adds data from a generator to the page's result. */
  addData(key: number, data: Row): void {
    this.#data.set(key, { ...this.#data.get(key), ...data })
  }

  data(key: number): Row | undefined {
    return this.#data.get(key)
  }

  /** Result of a page, to which modules add. */
  output(key: number): Row | undefined {
    return this.#rows.get(key)
  }

  setOutput(key: number, row: Row): void {
    this.#rows.set(key, row)
  }

  /** `query.pages`: as a list sorted by id with made-up ids first, or keyed in order of discovery. */
  outputPages(asList: boolean): List<Row> | null {
    if (this.#rows.size === 0) return null
    const rows = [...this.#rows]
    return keyedList('page', asList && rows.length > 1 ? rows.sort(([a], [b]) => a - b) : rows)
  }

  outputIds(): List {
    return list('id', [...this.#rows.keys()].map(String))
  }
}
