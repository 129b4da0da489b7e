import { createHash } from 'node:crypto'
import type { Store } from '#store/store.ts'

/** Numbers of requests, each until a time in milliseconds since 1970. */
export type Uses = readonly { readonly expiresAt: number; readonly amount: number }[]

/** Requests of a caller to one server. */
export interface Share {
  readonly server: string
  readonly who: string
  readonly uses: Uses
  /** In milliseconds since 1970. */
  readonly at: number
}

/** Publishes the requests to one server and returns those to all others. */
export type Exchange = (share: Share) => Promise<Uses>

/**
 * Exchanges counts through the database. Every server writes rows of its own, so servers never wait for each other.
 * Callers are hashed, so that no addresses are stored.
 */
export const exchangeThrough =
  (store: Store): Exchange =>
  ({ server, who, uses, at }) => {
    const caller = createHash('sha256').update(who).digest('base64url')
    return store.transaction(async tx => {
      await tx
        .insertInto('request_count')
        .values(uses.map(({ expiresAt, amount }) => ({ caller, server, expires_at: expiresAt, amount })))
        .onConflict(conflict =>
          conflict
            .columns(['caller', 'server', 'expires_at'])
            .doUpdateSet(eb => ({ amount: eb.ref('excluded.amount') })),
        )
        .execute()
      const rows = await tx
        .selectFrom('request_count')
        .select(['expires_at', 'amount'])
        .where('caller', '=', caller)
        .where('server', '<>', server)
        .where('expires_at', '>', at)
        .execute()
      return rows.map(row => ({ expiresAt: row.expires_at, amount: row.amount }))
    })
  }
