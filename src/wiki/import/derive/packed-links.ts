// What pages link to, on its way from one thread to another. Most of it are names of pages, the same ones again and again,
// and to copy an object for each costs more than to find the links: so names travel once, and after that as numbers.
import type { OtherLinks } from '../../content/link-rows.ts'
import { NS } from '../../site/namespaces.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import type { TargetName } from '../bulk/link-targets.ts'

/** Links that go through `link_target`, in the order in which they are packed. */
export const targetTables = ['pagelinks', 'templatelinks', 'imagelinks'] as const
export type TargetTable = (typeof targetTables)[number]

export interface PackedLinks {
  /** Number of the first new name; with 0, all earlier ones are void. */
  readonly first: number
  /** Names that were not named before, in the order of their numbers. */
  readonly namespaces: readonly number[]
  readonly titles: readonly string[]
  /** How many names each page links to, for each table. */
  readonly counts: Uint32Array<ArrayBuffer>
  /** The numbers of these names. */
  readonly targets: Uint32Array<ArrayBuffer>
  /** All other links of each page, as they were harvested. */
  readonly others: readonly OtherLinks[]
}

/** After this many names numbering begins anew, so that a large wiki does not fill the memory. */
const MAX_NAMES = 100_000

/** Packs harvests. All that one packer packed must be unpacked in the same order. */
export class LinkPacker {
  readonly #wanted: ReadonlySet<TargetTable>
  readonly #numbers = new Map<string, number>()
  #namespaces: number[] = []
  #titles: string[] = []

  constructor(wanted: readonly TargetTable[]) {
    this.#wanted = new Set(wanted)
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

/** The other end of a packer: knows under which number of the database each of its names is stored. */
export class TargetIds {
  #ids: number[] = []

  /** Takes in the new names of a parcel; `resolve` finds or makes their numbers in the database. */
  async take(packed: PackedLinks, resolve: (names: readonly TargetName[]) => Promise<number[]>): Promise<void> {
    if (packed.first === 0) this.#ids = []
    const names = packed.titles.map((title, index) => ({ ns: packed.namespaces[index]!, title }))
    for (const id of await resolve(names)) this.#ids.push(id)
  }

  idOf(number: number): number {
    return this.#ids[number]!
  }
}
