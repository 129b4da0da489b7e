import type { Direction } from '#store/keyset.ts'
import type { Statement } from '#store/statement.ts'
import type { QueryDeclaration, Spec } from '../module.ts'
import type { Args, Params } from '../params/kinds.ts'
import type { List, Row } from '../result/shape.ts'
import type { Key } from './keys.ts'
import type { QueryRun } from './query-run.ts'
import type { Wanted } from './wanted.ts'

/** Target of a generator's row. */
export type PageRef =
  | { readonly id: number }
  | { readonly ns: number; readonly title: string }
  | { readonly revision: number }

/** Rows of a list that is not a single query: at most as many as requested, in order. */
export class Gathered<R> {
  readonly read: (wanted: Wanted) => readonly R[] | Promise<readonly R[]>
  constructor(read: Gathered<R>['read']) {
    this.read = read
  }
}

/** For the few lists that are not a single query; each explains why. */
export const gathered = <R>(read: Gathered<R>['read']): Gathered<R> => new Gathered(read)

/** For lists that continue by row number: they use `offset` instead of `continue`. */
export const BY_OFFSET: unique symbol = Symbol('by offset')

/**
 * A list module's query. The framework adds order, start and end, runs it, and turns rows into results, or in generator
 * mode into pages. It also writes the continue value.
 */
export interface Listing<R, Inner = never> {
  /** The query, not yet executed. */
  readonly query: Statement<never, never, R> | Gathered<R>
  /** Sort keys, which also form the continue value. */
  readonly keys: readonly Key<R>[] | typeof BY_OFFSET
  /** Defaults to the `dir` parameter. */
  readonly direction?: Direction | undefined
  /** Defaults to the `limit` parameter. */
  readonly limit?: number
  /** One result. Null skips the row; undefined ends the output before it. */
  item?(row: R): Item | null | undefined
  /** Like `item`, if more must be read for all rows at once; `within` are the rows of the inner list. */
  items?(rows: readonly R[], within: readonly Inner[]): ItemOf<R> | Promise<ItemOf<R>>
  /** Items are expensive, so yield to other requests between them. */
  readonly inTurns?: true
  /** Page of a row, for generators. */
  page?(row: R): PageRef | null
  /** Data that a generator adds to its page, such as the rank of a search result. */
  pageData?(row: R, index: number): Row
  /** As a generator, keeps its pages in row order; for other lists MediaWiki reads them back by id. */
  readonly keepsOrder?: true
  /** Parameter for the continue value, if not `continue`; the module then reads it itself. */
  readonly continueParam?: string
  /** Keys of that continue value, if they differ. */
  readonly continueKeys?: readonly Key<R>[]
  /** Combines rows with the same key into one entry that holds their items. */
  readonly group?: { key(row: R): string | number; entry(row: R, items: unknown[]): Row; readonly tag: string }
  /**
   * New rows appear at the start of the list. As a generator, it restarts at its original first row while the page
   * modules are unfinished, so new rows do not shift the pages.
   */
  readonly growsAtStart?: true
  /** Wraps the list under the module's name; in generator mode the list is null. */
  frame?(items: List | null): Row
  readonly inner?: InnerList<R, Inner>
  /** Results next to the list, such as the total number of search hits. */
  beside?(): Readonly<Record<string, unknown>>
}

type Item = Row | string | number
type ItemOf<R> = (row: R) => Item | null | undefined

/** A list inside the results, which continues while the outer list stays in place. */
interface InnerList<R, Inner> {
  /** Its part of the continue value, after that of the outer list. */
  readonly keys: readonly Key<Inner>[]
  /** Query and order for these rows; null if there is nothing to read. */
  listing(rows: readonly R[]): Promise<{
    readonly query: Statement<never, never, Inner>
    readonly keys: readonly Key<Inner>[]
  } | null>
  /** For generators: its pages follow those of the outer list. */
  page(row: Inner): PageRef
}

/** A listing for page properties: each row belongs to a page of the page set. */
export interface PageListing<R> extends Listing<R> {
  pageId(row: R): number
  /**
   * Results add their fields to the page itself instead of a list: all of them, or of matching rows. They do not
   * count towards the limit.
   */
  readonly addsFields?: true | ((row: R) => boolean)
}

/** `listed(query, { keys, item, page })`: the query comes first, so that the row type is inferred from it. */
export const listed = <R, Inner = never>(
  query: Listing<R>['query'],
  rest: Omit<Listing<NoInfer<R>, Inner>, 'query'>,
): Listing<never> => ({ query, ...rest }) as unknown as Listing<never>

export const listedPerPage = <R>(
  query: Listing<R>['query'],
  rest: Omit<PageListing<NoInfer<R>>, 'query'>,
): PageListing<never> => ({ query, ...rest }) as unknown as PageListing<never>

export interface ListModule<P extends Params = Params> extends QueryDeclaration<P> {
  readonly group: 'list'
  /** XML element of one result. */
  readonly tag: string
  /** Results go next to `query` in the response, not inside it. */
  readonly besideQuery?: true
  /** Null if there can be no results. */
  listing?(q: QueryRun, a: Args<P>): Listing<never> | null | Promise<Listing<never> | null>
}

export interface PropModule<P extends Params = Params> extends QueryDeclaration<P> {
  readonly group: 'prop'
  /** XML element of one row; absent if the module adds fields to the page. */
  readonly tag?: string
  /** Skipped, without validating its arguments, if the page set has no existing page. */
  readonly needsPages?: true
  /** A list of rows per page. */
  pageListing?(q: QueryRun, a: Args<P>): PageListing<never> | null | Promise<PageListing<never> | null>
  /** Anything else, added to the pages through `q`; each of the few users explains why. */
  run?(q: QueryRun, a: Args<P>): Promise<void>
}

export interface MetaModule<P extends Params = Params> extends QueryDeclaration<P> {
  readonly group: 'meta'
  /** Value of `query.<name>`; or nothing, if the module adds its results itself. */
  answer?(q: QueryRun, a: Args<P>): Promise<unknown>
  /** Alternatively, a list with the XML element of one result. */
  listing?(q: QueryRun, a: Args<P>): Promise<Listing<never>>
  readonly tag?: string
}

export type QueryModule = ListModule | PropModule | MetaModule

/** Declares a `list=` module. */
export const listModule = <const P extends Params>(module: Spec<ListModule<P>, P>): ListModule =>
  ({ group: 'list', ...module }) as unknown as ListModule

/** Declares a `prop=` module. */
export const propModule = <const P extends Params>(module: Spec<PropModule<P>, P>): PropModule =>
  ({ group: 'prop', ...module }) as unknown as PropModule

/** Declares a `meta=` module. */
export const metaModule = <const P extends Params>(module: Spec<MetaModule<P>, P>): MetaModule =>
  ({ group: 'meta', ...module }) as unknown as MetaModule

/** Whether the module has a handler. */
export const isImplemented = (module: QueryModule): boolean =>
  module.group === 'list'
    ? module.listing !== undefined
    : module.group === 'prop'
      ? module.pageListing !== undefined || module.run !== undefined
      : module.answer !== undefined || module.listing !== undefined
