import type { RawBuilder } from 'kysely'

/** A query for pages with words, best first. */
export interface RankedWords {
  readonly from: RawBuilder<unknown>
  readonly match: RawBuilder<unknown>
  readonly pageId: RawBuilder<unknown>
  readonly rank: RawBuilder<unknown>
}

/** Pages that have the words of a query and meet the conditions. */
export interface WordHits {
  /** By id; all of them if `isExact`, or else as many of the oldest as were wanted. */
  readonly ids: readonly number[]
  readonly isExact: boolean
  /** An estimate unless `isExact`. */
  readonly total: number
  /** Null if there are too many pages to rank them. */
  readonly ranked: RankedWords | null
}
