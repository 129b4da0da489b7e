import type { Selectable } from 'kysely'
import type { Database } from '#store/tables/database.ts'

type Subscription = Selectable<Database['subscription']>

/** How many changes an email lists per kind; the rest are only counted. */
export const MOST_LISTED = 100

/** Changes of one kind for one account: the first of them and the total. */
export interface Tally {
  readonly account: number
  readonly kind: string
  /** The subscriptions behind it. */
  readonly subscriptions: Map<number, Subscription>
  readonly changes: number[]
  total: number
}

/** Collects recipients and their changes. */
export class Tallies {
  readonly #all = new Map<number, Map<string, Tally>>()

  /** `subscription` is null for news, which has no subscriptions. */
  add(account: number, kind: string, subscription: Subscription | null): Tally {
    const kinds = this.#all.get(account) ?? new Map<string, Tally>()
    if (kinds.size === 0) this.#all.set(account, kinds)
    let tally = kinds.get(kind)
    if (tally === undefined) {
      tally = { account, kind, subscriptions: new Map(), changes: [], total: 0 }
      kinds.set(kind, tally)
    }
    if (subscription !== null) tally.subscriptions.set(subscription.id, subscription)
    tally.total++
    return tally
  }

  addChange(account: number, kind: string, subscription: Subscription | null, change: number): void {
    const { changes } = this.add(account, kind, subscription)
    if (changes.length < MOST_LISTED) changes.push(change)
  }

  *[Symbol.iterator](): Generator<Tally> {
    for (const kinds of this.#all.values()) yield* kinds.values()
  }
}
