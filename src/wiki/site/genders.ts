import type { Reader } from '#store/store.ts'
import { type Gender, type Namespaces, NS } from './namespaces.ts'
import { spaced } from './title-format.ts'

/**
 * Users' genders, for the name of the user namespace. Titles are formatted in hot loops, so lookups must not query the
 * database: wikis whose language has gendered forms load the (few) users who made a choice at startup.
 */
export class Genders {
  readonly #chosen = new Map<string, Gender>()

  static async load(db: Reader, namespaces: Namespaces): Promise<Genders> {
    const genders = new Genders()
    if (!namespaces.dependsOnGender(NS.user)) return genders
    const rows = await db
      .selectFrom('account_option')
      .innerJoin('account', 'account.id', 'account_option.account_id')
      .where('account_option.name', '=', 'gender')
      .select(['account.name', 'account_option.value'])
      .execute()
    for (const { name, value } of rows) genders.set(name, value)
    return genders
  }

  set(userName: string, value: string | null): void {
    if (value === 'male' || value === 'female') this.#chosen.set(userName, value)
    else this.#chosen.delete(userName)
  }

  /** For a user or user talk page: `Alice/notes` belongs to Alice. */
  ofPage(dbkey: string): Gender {
    if (this.#chosen.size === 0) return 'unknown'
    const slash = dbkey.indexOf('/')
    return this.#chosen.get(spaced(slash < 0 ? dbkey : dbkey.slice(0, slash))) ?? 'unknown'
  }
}
