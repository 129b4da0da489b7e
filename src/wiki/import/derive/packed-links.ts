// Transfers page links between threads. Most of them are the same page names over and over, and copying an object for
// each costs more than finding the links, so each name is sent once and then referred to by number.
import type { OtherLinks } from '../../content/link-rows.ts'
import { NS } from '../../site/namespaces.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { TargetName } from '../bulk/link-targets.ts'

/** Link tables that use `link_target`, in packing order. */
export const targetTables = ['pagelinks', 'templatelinks', 'imagelinks'] as const
export type TargetTable = (typeof targetTables)[number]

export interface PackedLinks {
  /** Number of the first new name; 0 discards all earlier ones. */
  readonly first: number
  /** New names, in the order of their numbers. */
  readonly namespaces: readonly number[]
  readonly titles: readonly string[]
  /** Number of targets per page and table. */
  readonly counts: Uint32Array<ArrayBuffer>
  /** The numbers of the targets. */
  readonly targets: Uint32Array<ArrayBuffer>
  /** All other links of each page. */
  readonly others: readonly OtherLinks[]
}

/** Restart numbering after this many names, to limit memory use for large wikis. */
const MAX_NAMES = 100_000

/** Packs links. Everything from one packer must be unpacked in the same order. */
export class LinkPacker {
  readonly #wanted: ReadonlySet<TargetTable>
  readonly #numbers = new Map<string, number>()
  #namespaces: number[] = []
  #titles: string[] = []

  constructor(tables: readonly TargetTable[]) {
    this.#wanted = new Set(tables)
  }

  pack(harvests: readonly Harvest[]): PackedLinks {
    if (this.#numbers.size > MAX_NAMES) this.#numbers.clear()
    const first = this.#numbers.size
    const counts = new Uint32Array(harvests.length * targetTables.length)
    const targets: number[] = []
    this.#namespaces = []
    this.#titles = []
    let at = 0
    for (const harvest of harvests) {
      for (const table of targetTables) {
        const before = targets.length
        if (this.#wanted.has(table)) this.#addTargets(harvest, table, targets)
        counts[at++] = targets.length - before
      }
    }
    const others = harvests.map(({ links, templates, images, ...rest }) => rest)
    const names = { namespaces: this.#namespaces, titles: this.#titles }
    return { first, ...names, counts, targets: Uint32Array.from(targets), others }
  }

  #addTargets({ links, templates, images }: Harvest, table: TargetTable, targets: number[]): void {
    if (table === 'imagelinks') for (const name of images) targets.push(this.#number(NS.file, name))
    else for (const { ns, dbkey } of table === 'pagelinks' ? links : templates) targets.push(this.#number(ns, dbkey))
  }

  #number(ns: number, title: string): number {
    const key = `${ns}:${title}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(key, number)
      this.#namespaces.push(ns)
      this.#titles.push(title)
    }
    return number
  }
}

/** The receiving side of a packer: maps its numbers to database IDs. */
export class TargetIds {
  #ids: number[] = []

  /** Adds the new names of a parcel; `resolve` finds or creates their database IDs. */
  async take(packed: PackedLinks, resolve: (names: readonly TargetName[]) => Promise<number[]>): Promise<void> {
    if (packed.first === 0) this.#ids = []
    const names = packed.titles.map((title, index) => ({ ns: packed.namespaces[index]!, title }))
    for (const id of await resolve(names)) this.#ids.push(id)
  }

  idOf(number: number): number {
    return this.#ids[number]!
  }
}
