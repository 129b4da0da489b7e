import type { ActionRun } from '../../api/action-run.ts'
import type { Author } from '../../editing/store-author.ts'
import type { ExportContributor } from '../../import/readers/xml/export-events.ts'
import { isIp } from '../../site/ip.ts'
import { canonicalUserName } from '../../site/user-names.ts'
import { failUnknown } from './read-sent-export.ts'

/** Maximum length of a name in bytes. */
const MAX_NAME = 255

/** Maps authors of another wiki to local names: `prefix>Name`, or the local account of the same name. */
export class ForeignAuthors {
  readonly #run: ActionRun
  readonly #prefix: string
  readonly #assignsKnown: boolean
  readonly #known = new Map<string, Author>()

  constructor(run: ActionRun, prefix: string, assignsKnown: boolean) {
    this.#run = run
    this.#prefix = prefix
    this.#assignsKnown = assignsKnown
  }

  async of(contributor: ExportContributor | undefined): Promise<Author> {
    const { username, ip } = contributor ?? {}
    if (username !== undefined) return this.#named(username)
    if (ip === undefined) return { account: null, name: this.#foreign('Unknown user') }
    const name = isIp(ip) ? null : canonicalUserName(this.#run.wiki.site, ip)
    if (name === null) return { account: null, name: ip }
    const account = await this.#accountOf(name)
    if (account === null)
      failUnknown(`Cannot create an actor for a usable name that is not an existing user: user_name="${name}"`)
    return { account, name }
  }

  async #named(username: string): Promise<Author> {
    const before = this.#known.get(username)
    if (before) return before
    const name = canonicalUserName(this.#run.wiki.site, username)
    const account = name !== null && this.#assignsKnown ? await this.#accountOf(name) : null
    // An invalid username belongs to neither wiki and stays as it is.
    const author = account
      ? { account, name: name! }
      : { account: null, name: name === null ? username : this.#foreign(username) }
    this.#known.set(username, author)
    return author
  }

  async #accountOf(name: string): Promise<{ id: number } | null> {
    const row = await this.#run.db.selectFrom('account').where('name', '=', name).select('id').executeTakeFirst()
    return row ?? null
  }

  #foreign(name: string): string {
    const bytes = Buffer.from(`${this.#prefix}>${name}`)
    if (bytes.length <= MAX_NAME) return bytes.toString()
    let end = MAX_NAME
    while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
    return bytes.toString('utf8', 0, end)
  }
}
