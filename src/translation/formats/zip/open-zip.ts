import { breathe } from '#store/turn.ts'
import { FormatError } from '../format-error.ts'
import { type Entry, includedEntries, unpack, type ZipLimits } from './read-zip.ts'

/** An untrusted archive whose files are unpacked one at a time, so that a large one does not fill the memory. */
export class ZipArchive {
  readonly #bytes: Buffer
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(bytes: Buffer, entries: ReadonlyMap<string, Entry>) {
    this.#bytes = bytes
    this.#entries = entries
  }

  /** Checks the whole directory; errors name the entry. Only files accepted by `isIncluded` count towards the size. */
  static async open(bytes: Buffer, limits: ZipLimits, isIncluded: (name: string) => boolean): Promise<ZipArchive> {
    const entries = new Map<string, Entry>()
    const included = (name: string) => {
      if (leadsOutside(name)) throw new FormatError(`"${name.slice(0, 200)}" is not a path inside the archive`)
      return isIncluded(name)
    }
    for (const entry of includedEntries(bytes, included, limits)) {
      entries.set(entry.name, entry)
      await breathe()
    }
    return new ZipArchive(bytes, entries)
  }

  /** Names of the included files, in the order of the archive. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  sizeOf(name: string): number {
    return this.#entries.get(name)?.size ?? 0
  }

  async read(name: string): Promise<Buffer> {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new FormatError(`the archive has no "${name}"`)
    return unpack(this.#bytes, entry)
  }
}

const leadsOutside = (name: string): boolean =>
  /^\/|^[A-Za-z]:|[\p{Cc}\\]/u.test(name) || name.split('/').some(part => part === '..')
