import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { usernameOf } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import type { Services } from '#core/services.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Holding } from '../catalogue/holding.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import { type Work, workWithin } from '../catalogue/work.ts'
import type { Addresses } from '../values/addresses.ts'
import { notAuthenticated } from './errors.ts'

interface CallContext {
  readonly services: Services
  readonly addresses: Addresses
}

/** One request as a handler sees it: who asks, for what, and with which input. */
export class Call<Body = unknown, Query = unknown> {
  readonly context: CallContext
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** Says when whoever asked is gone. The database heeds it by itself; for what else goes on without it. */
  readonly signal: AbortSignal
  /** What came with the request besides its parsed parts; only few resources look. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly #held: Holding | null
  #permissions: Promise<Permissions> | undefined

  constructor(
    context: CallContext,
    caller: Caller,
    input: {
      params: Record<string, string>
      query: Query
      body: Body
      headers: Record<string, string | string[] | undefined>
      signal: AbortSignal
    },
    held: Holding | null = null,
  ) {
    this.context = context
    this.caller = caller
    this.params = input.params
    this.query = input.query
    this.body = input.body
    this.headers = input.headers
    this.signal = input.signal
    this.#held = held
  }

  get services(): Services {
    return this.context.services
  }

  /** What a writing operation reads, it reads in its transaction: it stays so until the operation has ended. */
  get db(): Reader {
    return this.#held?.tx ?? this.services.store.read
  }

  get clock(): Clock {
    return this.services.clock
  }

  get addresses(): Addresses {
    return this.context.addresses
  }

  /** The one transaction that a writing operation is, from its first look to its answer. */
  get tx(): Writer {
    return this.#holding().tx
  }

  /** Changes strings, or what they are counted in, in the caller's name. */
  work<T>(task: (work: Work) => Promise<T>): Promise<T> {
    return workWithin(this.#holding(), this.services, this.accountId(), task)
  }

  /** The same for operations that strangers may do too. */
  workOfAnybody<T>(task: (work: Work) => Promise<T>): Promise<T> {
    return workWithin(this.#holding(), this.services, this.caller.account?.id ?? null, task)
  }

  #holding(): Holding {
    if (this.#held === null) throw new Error('An operation that only reads cannot write.')
    return this.#held
  }

  /** What the caller may do on the platform; loaded once, when first asked for. */
  permissions(): Promise<Permissions> {
    this.#permissions ??= loadPermissions(this.db, this.caller.account)
    return this.#permissions
  }

  /** Which names the caller may read, for queries that have the table `account` in them. */
  async shownNames(): Promise<RawBuilder<SqlBool>> {
    const seesAll = this.caller.can('hideuser') || (await this.permissions()).superuser
    return seesAll ? sql<SqlBool>`1 = 1` : nameShows(seconds(this.clock))
  }

  /** The addresses of accounts by their ids; those whose names are hidden have none. */
  async userAddresses(ids: readonly (number | null)[]): Promise<Map<number | null, string>> {
    const rows = await this.db
      .selectFrom('account')
      .select(['account.id', usernameOf.as('name')])
      .where('account.id', 'in', [-1, ...new Set(ids.flatMap(id => id ?? []))])
      .where(await this.shownNames())
      .execute()
    return new Map(rows.map(({ id, name }) => [id, this.addresses.api('users', name)]))
  }

  /** The caller's account id, or the error that asks for credentials. */
  accountId(): number {
    if (this.caller.account === null) throw notAuthenticated()
    return this.caller.account.id
  }
}
