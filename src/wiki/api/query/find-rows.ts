import type { Args, Params } from '../params/kinds.ts'
import { directionOf, type Key, type KeyValue, readCursor, writeCursor } from './keys.ts'
import { BY_OFFSET, Gathered, type Listing, type PageListing } from './query-module.ts'
import type { QueryRun } from './query-run.ts'
import { stretch, Wanted } from './wanted.ts'

/** Rows to output and how the list continues. */
export interface Found {
  readonly rows: readonly never[]
  /** Rows of the inner list. */
  readonly within: readonly never[]
  /** Continue value of the next row; undefined at the end. */
  readonly extra: string | number | undefined
  /** Continue value that starts at this row. */
  cursor(row: never): string | number
  readonly continueParam: string | undefined
  /** Whether there are no more rows. */
  readonly isComplete: boolean
}

type AnyListing = Listing<never> & Pick<PageListing<never>, 'addsFields'>

/** Runs the query of a listing in its order, from the continue position, up to the limit. */
export async function findRows(q: QueryRun, listing: AnyListing, args: Args<Params>): Promise<Found> {
  const { query, keys, inner, continueParam, continueKeys } = listing
  const limit = listing.limit ?? (args.limit as number | undefined) ?? Number.POSITIVE_INFINITY
  const direction = listing.direction ?? directionOf(args.dir)
  if (keys === BY_OFFSET) return byOffset(q, listing, args, limit)
  const continueValue = args.continue as string | undefined
  const after = continueValue === undefined ? undefined : readCursor(keys, continueValue, inner?.keys)
  const wanted = new Wanted(q.db, after, limit + 1, direction)
  const read =
    query instanceof Gathered ? query.read(wanted) : query.all(q.db, stretch(keys, direction, limit + 1, after))
  const all = read instanceof Promise ? await read : read
  const end = endOf(all, limit, listing.addsFields)
  const rows = end < all.length ? all.slice(0, end) : all
  const { within, goesOn } = inner ? await findWithin(rows, inner, keys, wanted) : NOTHING_WITHIN
  const cursor = (row: never) => goesOn ?? writeCursor(continueKeys ?? keys, row)
  const isComplete = end >= all.length
  return { rows, within, extra: isComplete ? goesOn : cursor(all[end]!), cursor, continueParam, isComplete }
}

/** Index after the last row to output. */
function endOf(rows: readonly never[], limit: number, addsFields: AnyListing['addsFields']): number {
  if (rows.length <= limit) return rows.length
  if (addsFields === undefined) return limit
  if (addsFields === true) return rows.length
  let counted = 0
  for (const [at, row] of rows.entries()) if (!addsFields(row) && ++counted > limit) return at
  return rows.length
}

interface Within {
  readonly within: readonly never[]
  /** Continue value for the inner list; undefined if it is complete. */
  readonly goesOn: string | undefined
}
const NOTHING_WITHIN: Within = { within: [], goesOn: undefined }

/** Rows of the inner list. If they do not fit, the next response repeats the outer rows. */
async function findWithin(
  rows: readonly never[],
  inner: NonNullable<Listing<never>['inner']>,
  keys: readonly Key<never>[],
  wanted: Wanted,
): Promise<Within> {
  const innerListing = await inner.listing(rows)
  if (!innerListing) return NOTHING_WITHIN
  const place: readonly KeyValue[] = wanted.after?.slice(keys.length) ?? []
  const all = await wanted.rows(
    innerListing.query,
    innerListing.keys,
    wanted.take,
    place.length > 0 ? place : undefined,
  )
  const limit = wanted.take - 1
  if (all.length <= limit) return { within: all, goesOn: undefined }
  const goesOn = `${writeCursor(keys, rows[0]!)}|${writeCursor(inner.keys, all[limit]!)}`
  return { within: all.slice(0, limit), goesOn }
}

async function byOffset(q: QueryRun, { query }: Listing<never>, args: Args<Params>, limit: number): Promise<Found> {
  const offset = args.offset as number
  const wanted = new Wanted(q.db, [Math.max(offset, 0)], limit + 1, 'asc')
  const rows = await (query as Gathered<never>).read(wanted)
  const next = offset + limit
  return {
    rows: rows.slice(0, limit),
    within: [],
    extra: rows.length > limit ? next : undefined,
    // Continues by whole responses, however few rows were output.
    cursor: () => next,
    continueParam: 'offset',
    isComplete: rows.length <= limit,
  }
}
