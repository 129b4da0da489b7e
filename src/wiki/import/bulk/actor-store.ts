import { insertRows, type Row } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { ExportContributor } from '../readers/xml/export-events.ts'
import type { Ids } from './ids.ts'

/** Stands for users whose name an export hides. */
const UNKNOWN_USER = 'Unknown user'

interface Person {
  readonly name: string
  /** Account ID from the export. */
  readonly accountId: number | undefined
}

const CACHE_SIZE = 100_000
const MAX_KEYS = 1000

export function personOf(contributor: ExportContributor | undefined): Person {
  if (contributor === undefined || contributor.deleted) return { name: UNKNOWN_USER, accountId: undefined }
  const { ip, username, id } = contributor
  if (username !== undefined && username !== '') return { name: username, accountId: id === 0 ? undefined : id }
  return { name: ip || UNKNOWN_USER, accountId: undefined }
}

/** Assigns actor IDs. Accounts of the exported wiki are created here without a password. */
export class ActorStore {
  readonly #ids: Ids
  readonly #known = new Map<string, number>()

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** Actor IDs, in the same order. */
  async resolve(tx: Writer, people: readonly Person[]): Promise<number[]> {
    const missing = new Map<string, Person>()
    for (const person of people) {
      const before = missing.get(person.name)
      if (!this.#known.has(person.name) && before?.accountId === undefined) missing.set(person.name, person)
    }
    const found = missing.size === 0 ? new Map<string, number>() : await this.#find(tx, missing)
    const numbers = people.map(({ name }) => found.get(name) ?? this.#known.get(name)!)
    if (this.#known.size + found.size > CACHE_SIZE) this.#known.clear()
    for (const [name, id] of found) this.#known.set(name, id)
    return numbers
  }

  async #find(tx: Writer, missing: ReadonlyMap<string, Person>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const names = [...missing.keys()]
    for (let from = 0; from < names.length; from += MAX_KEYS) {
      const part = padded(names.slice(from, from + MAX_KEYS))
      const rows = await tx.selectFrom('actor').where('name', 'in', part).select(['id', 'name']).execute()
      for (const { id, name } of rows) found.set(name, id)
    }
    const fresh = [...missing.values()].filter(({ name }) => !found.has(name))
    const accounts = await this.#accounts(tx, fresh)
    const first = await this.#ids.reserve(tx, 'actor', fresh.length)
    const rows: Row[] = fresh.map(({ name }, index) => [first + index, accounts.get(name) ?? null, name])
    await insertRows(tx, 'actor', ['id', 'account_id', 'name'], rows)
    for (const [index, { name }] of fresh.entries()) found.set(name, first + index)
    return found
  }

  /** Accounts by name: existing ones, and new ones with their exported ID if that is free. */
  async #accounts(tx: Writer, people: readonly Person[]): Promise<Map<string, number>> {
    const withAccount = people.filter(({ accountId }) => accountId !== undefined)
    const byName = new Map<string, number>()
    const taken = new Set<number>()
    for (let from = 0; from < withAccount.length; from += MAX_KEYS) {
      const part = withAccount.slice(from, from + MAX_KEYS)
      const rows = await tx
        .selectFrom('account')
        .where(eb =>
          eb.or([
            eb('name', 'in', padded(part.map(({ name }) => name))),
            eb('id', 'in', padded(part.map(({ accountId }) => accountId!))),
          ]),
        )
        .select(['id', 'name'])
        .execute()
      for (const { id, name } of rows) {
        byName.set(name, id)
        taken.add(id)
      }
    }
    const rows: Row[] = []
    for (const { name, accountId } of withAccount) {
      if (byName.has(name)) continue
      const id = taken.has(accountId!) ? await this.#freeAccountId(tx, taken) : accountId!
      taken.add(id)
      byName.set(name, id)
      rows.push([id, name])
    }
    await insertRows(tx, 'account', ['id', 'name'], rows)
    return byName
  }

  async #freeAccountId(tx: Writer, taken: ReadonlySet<number>): Promise<number> {
    const { highest } = await tx
      .selectFrom('account')
      .select(eb => eb.fn.max('id').as('highest'))
      .executeTakeFirstOrThrow()
    return Math.max(highest ?? 0, ...taken) + 1
  }
}
