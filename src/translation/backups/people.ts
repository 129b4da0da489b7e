import type { Writer } from '#store/store.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { wrong } from './archive.ts'

/** Resolves account names and language codes of an archive to ids of this site. */
export class People {
  readonly #tx: Writer
  readonly #trust: boolean
  readonly #ids = new Map<string, number | null>()
  readonly #languages = new Map<string, number>()

  /** Without trust, no account is found: an archive must not attribute content to people who did not write it. */
  constructor(tx: Writer, trust: boolean) {
    this.#tx = tx
    this.#trust = trust
  }

  async id(name: string | null): Promise<number | null> {
    if (name === null || !this.#trust) return null
    const cached = this.#ids.get(name)
    if (cached !== undefined) return cached
    const row = await this.#tx.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst()
    this.#ids.set(name, row?.id ?? null)
    return row?.id ?? null
  }

  /** `place` is the position in the archive, for error messages. */
  async language(code: string, place: string): Promise<number> {
    const cached = this.#languages.get(code)
    if (cached !== undefined) return cached
    const row = await languageByCode(this.#tx, code)
    if (row === null) throw wrong(place, `The language "${code}" does not exist on this site.`, 'does_not_exist')
    this.#languages.set(code, row.id)
    return row.id
  }
}
