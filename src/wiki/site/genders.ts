import type { Reader } from '#store/store.ts'
import { type Gender, type Namespaces, NS } from './namespaces.ts'
import { spaced } from './title-format.ts'

/** How long a choice made at another process may go unnoticed. */
const REFRESH_MS = 60_000

/**
 * Users' genders, for the name of the user namespace. Titles are formatted in hot loops, so lookups must not query the
 * database: wikis whose language has gendered forms load the (few) users who made a choice at startup, and again in the
 * background.
 */
export class Genders {
  readonly #db: Reader | null
  readonly #refreshMs: number
  #chosen = new Map<string, Gender>()
  #readAt = performance.now()

  static async load(db: Reader, namespaces: Namespaces, refreshMs = REFRESH_MS): Promise<Genders> {
    const genders = new Genders(namespaces.dependsOnGender(NS.user) ? db : null, refreshMs)
    await genders.#read()
    return genders
  }

  private constructor(db: Reader | null, refreshMs: number) {
    this.#db = db
    this.#refreshMs = refreshMs
  }

  async #read(): Promise<void> {
    if (this.#db === null) return
    this.#readAt = performance.now()
    const rows = await this.#db
      .selectFrom('account_option')
      .innerJoin('account', 'account.id', 'account_option.account_id')
      .where('account_option.name', '=', 'gender')
      .select(['account.name', 'account_option.value'])
      .execute()
    this.#chosen = new Map()
    for (const { name, value } of rows) this.set(name, value)
  }

  set(userName: string, value: string | null): void {
    if (value === 'male' || value === 'female') this.#chosen.set(userName, value)
    else this.#chosen.delete(userName)
  }

  /** For a user or user talk page: `Alice/notes` belongs to Alice. */
  ofPage(dbkey: string): Gender {
    // While the database is unavailable, the last known choices have to do.
    if (this.#db !== null && performance.now() - this.#readAt > this.#refreshMs) this.#read().catch(() => {})
    if (this.#chosen.size === 0) return 'unknown'
    const slash = dbkey.indexOf('/')
    return this.#chosen.get(spaced(slash < 0 ? dbkey : dbkey.slice(0, slash))) ?? 'unknown'
  }
}
