import type { Writer } from '#store/store.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { wrong } from './archive.ts'

/** Who and what the names in an archive are on this site. */
export class People {
  readonly #tx: Writer
  readonly #trust: boolean
  readonly #ids = new Map<string, number | null>()
  readonly #languages = new Map<string, number>()

  /** Without trust nobody is found: an archive that anybody can write must not put words into people's mouths. */
  constructor(tx: Writer, trust: boolean) {
    this.#tx = tx
    this.#trust = trust
  }

  async id(name: string | null): Promise<number | null> {
    if (name === null || !this.#trust) return null
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const row = await this.#tx.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst()
    this.#ids.set(name, row?.id ?? null)
    return row?.id ?? null
  }

  /** `place` is where in the archive the language is named. */
  async language(code: string, place: string): Promise<number> {
    const known = this.#languages.get(code)
    if (known !== undefined) return known
    const row = await languageByCode(this.#tx, code)
    if (row === null) throw wrong(place, `This site does not know the language "${code}".`, 'does_not_exist')
    this.#languages.set(code, row.id)
    return row.id
  }
}
