import { insertRows, type Row } from '#store/insert-rows.ts'
import { isEmpty } from '#store/is-empty.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { encodeText, textHash } from '../../text-encoding.ts'
import type { Ids } from './ids.ts'

const MAX_KEYS = 500
/** Maximum number of hashes to remember while the table contains no other texts. */
const MAX_REMEMBERED = 300_000
/** Bytes of texts kept in memory for reading after they are stored: all texts of a small wiki, or none. */
const MAX_KEPT = 16 * 1024 * 1024

/** Stores texts in `blob`, deduplicated. */
export class TextStore {
  readonly #ids: Ids
  /** All texts, if the table was empty at the start; undefined once there are too many. */
  #all: Map<string, number> | undefined
  #begun = false
  /** Stored texts by ID; undefined once they are too large. */
  #kept: Map<number, Buffer> | undefined = new Map()
  #keptBytes = 0

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** The ID of each text, in the same order. */
  async store(tx: Writer, texts: readonly Buffer[]): Promise<number[]> {
    const hashes = texts.map(textHash)
    const keys = hashes.map(hash => hash.toString('latin1'))
    if (!this.#begun && (await isEmpty(tx, 'blob'))) this.#all = new Map()
    this.#begun = true
    const existing = this.#all ?? (await this.#find(tx, new Map(keys.map((key, index) => [key, hashes[index]!]))))
    const fresh = new Map<string, number>()
    for (const [index, key] of keys.entries()) if (!existing.has(key) && !fresh.has(key)) fresh.set(key, index)
    const first = await this.#ids.reserve(tx, 'blob', fresh.size)
    let id = first
    const rows: Row[] = []
    for (const [key, index] of fresh) {
      const { hash, size, encoding, data } = encodeText(texts[index]!, hashes[index]!)
      rows.push([id, hash, size, encoding, data])
      this.#keep(id, texts[index]!)
      existing.set(key, id++)
    }
    await insertRows(tx, 'blob', ['id', 'hash', 'size', 'encoding', 'data'], rows)
    const numbers = keys.map(key => existing.get(key)!)
    if (this.#all !== undefined && this.#all.size > MAX_REMEMBERED) this.#all = undefined
    return numbers
  }

  /** Call when everything is stored: frees the hashes, which only storing needs. */
  finish(): void {
    this.#all = undefined
  }

  /** Texts by ID, from memory or the database. */
  async read(db: Reader, ids: readonly number[]): Promise<Map<number, Buffer>> {
    const found = new Map<number, Buffer>()
    const missing: number[] = []
    for (const id of ids) {
      const text = this.#kept?.get(id)
      if (text === undefined) missing.push(id)
      else found.set(id, text)
    }
    for (const [id, text] of await readTexts({ db }, missing)) found.set(id, text)
    return found
  }

  #keep(id: number, text: Buffer): void {
    if (this.#kept === undefined) return
    this.#kept.set(id, text)
    this.#keptBytes += text.length
    if (this.#keptBytes > MAX_KEPT) this.#kept = undefined
  }

  async #find(tx: Writer, hashes: ReadonlyMap<string, Buffer>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const digests = [...hashes.values()]
    for (let from = 0; from < digests.length; from += MAX_KEYS) {
      const rows = await tx
        .selectFrom('blob')
        .where('hash', 'in', padded(digests.slice(from, from + MAX_KEYS)))
        .select(['id', 'hash'])
        .execute()
      for (const { id, hash } of rows) found.set(hash.toString('latin1'), id)
    }
    return found
  }
}
