import type { Direction } from '#store/keyset.ts'
import type { Statement } from '#store/statement.ts'
import type { QueryDeclaration, Spec, WithResult } from '../module.ts'
import type { Args, Params } from '../params/kinds.ts'
import type { AllDeclared } from '../result/all-declared.ts'
import type { Members, ResultOf } from '../result/kinds.ts'
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
export interface Listing<R, Inner = never, Item = unknown> {
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
  items?(rows: readonly R[], within: readonly Inner[]): ItemMaker<R, Item> | Promise<ItemMaker<R, Item>>
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
  readonly group?: Grouping<R>
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

interface Grouping<R, Item = unknown, Entry = Row> {
  key(row: R): string | number
  entry(row: R, items: Item[]): Entry
  readonly tag: string
}

type ItemMaker<R, Item> = (row: R) => Item | null | undefined

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
export interface PageListing<R, Item = unknown> extends Listing<R, never, Item> {
  pageId(row: R): number
  /**
   * Results add their fields to the page itself instead of a list: all of them, or of matching rows. They do not
   * count towards the limit.
   */
  readonly addsFields?: true | ((row: R) => boolean)
}

/** `listed(query, { keys, item, page })`: the query comes first, so that the row type is inferred from it. */
export const listed = <R, Inner = never, Item = unknown>(
  query: Listing<R>['query'],
  rest: Omit<Listing<NoInfer<R>, Inner, Item>, 'query'>,
): Listing<never, never, Item> => ({ query, ...rest }) as unknown as Listing<never, never, Item>

/** A list of groups: `entry` holds the items of one, such as the revisions of a page. */
export const listedInGroups = <R, Item, Entry>(
  query: Listing<R>['query'],
  rest: Omit<Listing<NoInfer<R>, never, Item>, 'query' | 'group'> & {
    readonly group: Grouping<NoInfer<R>, NoInfer<Item>, Entry>
  },
): Listing<never, never, Entry> => ({ query, ...rest }) as unknown as Listing<never, never, Entry>

export const listedPerPage = <R, Item = unknown>(
  query: Listing<R>['query'],
  rest: Omit<PageListing<NoInfer<R>, Item>, 'query'>,
): PageListing<never, Item> => ({ query, ...rest }) as unknown as PageListing<never, Item>

/** One item of the list with the module's name; of framed lists any. */
type ItemIn<R, Name extends string> = {
  [N in keyof R]: N extends Name | `${Name}?` ? (R[N] extends readonly [infer Item] ? ResultOf<Item> : unknown) : never
}[keyof R]

/** The member with the module's name. */
type ValueIn<R, Name extends string> = {
  [N in keyof R]: string extends N ? unknown : N extends Name | `${Name}?` ? ResultOf<R[N]> : never
}[keyof R]

/** One item of the list with the module's name, or members that it adds to the page itself. */
type PageItemIn<R, Name extends string> = {
  [N in keyof R]: N extends Name | `${Name}?`
    ? R[N] extends readonly [infer Item]
      ? ResultOf<Item>
      : ResultOf<Pick<R, N>>
    : ResultOf<Omit<R, Name | `${Name}?`>>
}[keyof R]

export interface ListModule<P extends Params = Params, Item = unknown> extends QueryDeclaration<P> {
  readonly group: 'list'
  /** XML element of one result. */
  readonly tag: string
  /** Results go next to `query` in the response, not inside it. */
  readonly besideQuery?: true
  /** Null if there can be no results. */
  listing?(q: QueryRun, a: Args<P>): MaybeListing<Listing<never, never, Item>>
}

type MaybeListing<L> = L | null | Promise<L | null>

export interface PropModule<P extends Params = Params, Item = unknown, Beside = object> extends QueryDeclaration<P> {
  readonly group: 'prop'
  /** XML element of one row; absent if the module adds fields to the page. */
  readonly tag?: string
  /** Skipped, without validating its arguments, if the page set has no existing page. */
  readonly needsPages?: true
  /** A list of rows per page. */
  pageListing?(q: QueryRun, a: Args<P>): MaybeListing<PageListing<never, Item>>
  /** Alternatively, results that belong to no page; null if there are none. */
  besidePages?(q: QueryRun, a: Args<P>): Promise<Beside | null>
}

export interface MetaModule<P extends Params = Params, Answer = unknown, Item = unknown> extends QueryDeclaration<P> {
  readonly group: 'meta'
  /** Value of `query.<name>`; or nothing, if the module adds its results itself. */
  answer?(q: QueryRun, a: Args<P>): Promise<Answer | undefined>
  /** Alternatively, a list with the XML element of one result. */
  listing?(q: QueryRun, a: Args<P>): Promise<Listing<never, never, Item>>
  readonly tag?: string
}

export type QueryModule = ListModule | PropModule | MetaModule

/** Declares a `list=` module. */
export const listModule = <const P extends Params, const R extends Members, const N extends string>(
  module: Spec<ListModule<P, ItemIn<NoInfer<R>, NoInfer<N>>>, P, R> & { readonly name: N },
): WithResult<ListModule, R> => ({ group: 'list', ...module }) as unknown as WithResult<ListModule, R>

/** Declares a `prop=` module. */
export const propModule = <
  const P extends Params,
  const R extends Members,
  const N extends string,
  const Q extends Members,
>(
  module: Spec<PropModule<P, PageItemIn<NoInfer<R>, NoInfer<N>>, ResultOf<NoInfer<Q>>>, P, R> & {
    readonly name: N
    readonly queryResult?: Q
  },
): WithResult<PropModule, R> => ({ group: 'prop', ...module }) as unknown as WithResult<PropModule, R>

/** A meta module as declared: `answer` returns the member with its name. */
type MetaSpec<P extends Params, R, N extends string, T> = Omit<
  Spec<MetaModule<P, unknown, ItemIn<R, N>>, P, R>,
  'answer'
> & {
  readonly name: N
  answer?(q: QueryRun, a: Args<P>): Promise<T | undefined>
}

/** Declares a `meta=` module. */
export const metaModule = <
  const P extends Params,
  const R extends Members,
  const N extends string,
  T extends ValueIn<NoInfer<R>, NoInfer<N>>,
>(
  module: MetaSpec<P, R, N, T> & AllDeclared<T, ValueIn<R, N>>,
): WithResult<MetaModule, R> => ({ group: 'meta', ...module }) as unknown as WithResult<MetaModule, R>

/** Whether the module has a handler. */
export const isImplemented = (module: QueryModule): boolean =>
  module.group === 'list'
    ? module.listing !== undefined
    : module.group === 'prop'
      ? module.pageListing !== undefined || module.besidePages !== undefined
      : module.answer !== undefined || module.listing !== undefined
