import type { Args, Params } from '../params/kinds.ts'
import { directionOf, readCursor, writeCursor } from './keys.ts'
import { BY_OFFSET, Gathered, type Listing } from './query-module.ts'
import type { QueryRun } from './query-run.ts'
import { stretch, Wanted } from './wanted.ts'

/** The rows that may go out, and how a list goes on after them. */
export interface Found {
  readonly rows: readonly never[]
  /** The continue value of the row that follows; undefined at the end of the list. */
  readonly extra: string | number | undefined
  /** The continue value with which the next request starts at this row. */
  cursor(row: never): string | number
  readonly continueParam: string | undefined
  /** No row follows. */
  readonly isComplete: boolean
}

/** Runs the query of a listing: in its order, from where the request goes on, and no more than it may show. */
export async function findRows(q: QueryRun, listing: Listing<never>, args: Args<Params>): Promise<Found> {
  const { query, keys, inner } = listing
  const limit = listing.limit ?? (args.limit as number | undefined) ?? Number.POSITIVE_INFINITY
  const direction = listing.direction ?? directionOf(args.dir)
  if (keys === BY_OFFSET) return byOffset(q, listing, args, limit)
  const begun = listing.continueParam === undefined ? (args.continue as string | undefined) : undefined
  const after = begun === undefined ? undefined : readCursor(keys, begun, inner?.keys)
  const read =
    query instanceof Gathered
      ? query.read(new Wanted(q.db, after, limit + 1, direction))
      : query.all(q.db, stretch(keys, direction, limit + 1, after))
  const rows = read instanceof Promise ? await read : read
  const cursor = (row: never) => inner?.next() ?? writeCursor(keys, row)
  const { continueParam } = listing
  if (rows.length <= limit) return { rows, extra: inner?.next(), cursor, continueParam, isComplete: true }
  return { rows: rows.slice(0, limit), extra: cursor(rows[limit]!), cursor, continueParam, isComplete: false }
}

async function byOffset(q: QueryRun, { query }: Listing<never>, args: Args<Params>, limit: number): Promise<Found> {
  const offset = args.offset as number
  const wanted = new Wanted(q.db, [Math.max(offset, 0)], limit + 1, 'asc')
  const rows = await (query as Gathered<never>).read(wanted)
  const next = offset + limit
  return {
    rows: rows.slice(0, limit),
    extra: rows.length > limit ? next : undefined,
    // However few of the rows went out: such a list goes on by whole answers.
    cursor: () => next,
    continueParam: 'offset',
    isComplete: rows.length <= limit,
  }
}
