import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#accounts/services.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import { notAuthenticated } from './errors.ts'
import type { Resource } from './resource.ts'

/** Absolute addresses. They come from the configured site address, never from the Host header. */
export class Addresses {
  readonly site: string

  constructor(site: string) {
    this.site = site.replace(/\/+$/, '')
  }

  /** `api('users', 'Max M', 'notifications')` → `https://…/api/users/Max%20M/notifications/` */
  api(...segments: (string | number)[]): string {
    return `${this.site}/api/${joined(segments)}`
  }

  web(...segments: (string | number)[]): string {
    return `${this.site}/${joined(segments)}`
  }
}

const joined = (segments: (string | number)[]): string =>
  segments.map(segment => `${encodeURIComponent(String(segment)).replaceAll('%40', '@')}/`).join('')

export interface CallContext {
  readonly services: Services
  readonly addresses: Addresses
  /** Every resource of the API, for those that describe the others. */
  readonly resources: readonly Resource[]
}

/** One request as a handler sees it: who asks, for what, and with which input. */
export class Call<Body = unknown, Query = unknown> {
  readonly context: CallContext
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** What came with the request besides its parsed parts; only few resources look. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  #permissions: Promise<Permissions> | undefined

  constructor(
    context: CallContext,
    caller: Caller,
    input: {
      params: Record<string, string>
      query: Query
      body: Body
      headers: Record<string, string | string[] | undefined>
    },
  ) {
    this.context = context
    this.caller = caller
    this.params = input.params
    this.query = input.query
    this.body = input.body
    this.headers = input.headers
  }

  get services(): Services {
    return this.context.services
  }

  get db(): Reader {
    return this.services.store.read
  }

  get clock(): Clock {
    return this.services.clock
  }

  get addresses(): Addresses {
    return this.context.addresses
  }

  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.services.store.transaction(work)
  }

  /** What the caller may do on the platform; loaded once, when first asked for. */
  permissions(): Promise<Permissions> {
    this.#permissions ??= loadPermissions(this.db, this.caller.account)
    return this.#permissions
  }

  /** The caller's account id, or the error that asks for credentials. */
  accountId(): number {
    if (this.caller.account === null) throw notAuthenticated()
    return this.caller.account.id
  }
}
