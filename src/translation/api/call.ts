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

/** What the steps of one request share. */
export interface RequestCache {
  permissions?: Promise<Permissions>
}

/** One request as a handler sees it: the caller and the parsed input. */
export class Call<Body = unknown, Query = unknown> {
  readonly context: CallContext
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** Aborts when the client disconnects. Database queries stop on their own; pass it to other long-running work. */
  readonly signal: AbortSignal
  /** Raw request headers, for the few resources that need them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly #held: Holding | null
  readonly #request: RequestCache

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
    request: RequestCache = {},
  ) {
    this.context = context
    this.caller = caller
    this.params = input.params
    this.query = input.query
    this.body = input.body
    this.headers = input.headers
    this.signal = input.signal
    this.#held = held
    this.#request = request
  }

  get services(): Services {
    return this.context.services
  }

  /** Write operations read inside their transaction, so nothing changes under them. */
  get db(): Reader {
    return this.#held?.tx ?? this.services.store.read
  }

  get clock(): Clock {
    return this.services.clock
  }

  get addresses(): Addresses {
    return this.context.addresses
  }

  /** The transaction that the whole write operation runs in. */
  get tx(): Writer {
    return this.#holding().tx
  }

  /** Changes strings or their counted containers, attributed to the caller. */
  work<T>(task: (work: Work) => Promise<T>): Promise<T> {
    return workWithin(this.#holding(), this.services, this.accountId(), task, this.caller.isAgent)
  }

  /** Same as `work`, for operations that unregistered users may perform. */
  workAsAnyone<T>(task: (work: Work) => Promise<T>): Promise<T> {
    return workWithin(this.#holding(), this.services, this.caller.account?.id ?? null, task)
  }

  #holding(): Holding {
    if (this.#held === null) throw new Error('A read-only operation cannot write.')
    return this.#held
  }

  /** Permissions of the caller on the platform; loaded on first use in a request. */
  permissions(): Promise<Permissions> {
    this.#request.permissions ??= loadPermissions(this.db, this.caller.account)
    return this.#request.permissions
  }

  /** For objects that hide members from some callers. */
  async viewer(): Promise<{ addresses: Addresses; permissions: Permissions }> {
    return { addresses: this.addresses, permissions: await this.permissions() }
  }

  /** SQL condition for the usernames the caller may see, for queries that include the table `account`. */
  async shownNames(): Promise<RawBuilder<SqlBool>> {
    const seesAll = this.caller.can('hideuser') || (await this.permissions()).superuser
    return seesAll ? sql<SqlBool>`1 = 1` : nameShows(seconds(this.clock))
  }

  /** API URLs of accounts by ID; accounts with hidden names have none. */
  async userAddresses(ids: readonly (number | null)[]): Promise<Map<number | null, string>> {
    const rows = await this.db
      .selectFrom('account')
      .select(['account.id', usernameOf.as('name')])
      .where('account.id', 'in', [-1, ...new Set(ids.flatMap(id => id ?? []))])
      .where(await this.shownNames())
      .execute()
    return new Map(rows.map(({ id, name }) => [id, this.addresses.api('users', name)]))
  }

  /** The caller's account ID; throws "not authenticated" if there is none. */
  accountId(): number {
    if (this.caller.account === null) throw notAuthenticated()
    return this.caller.account.id
  }
}
