import type { Direction } from '#store/keyset.ts'
import type { Statement } from '#store/statement.ts'
import type { QueryDeclaration, Spec } from '../module.ts'
import type { Args, Params } from '../params/kinds.ts'
import type { List, Row } from '../result/shape.ts'
import type { Key } from './keys.ts'
import type { QueryRun } from './query-run.ts'
import type { Wanted } from './wanted.ts'

/** Where a generator's row leads. */
export type PageRef =
  | { readonly id: number }
  | { readonly ns: number; readonly title: string }
  | { readonly revision: number }

/** The rows of a list that is not one query: at most as many as are wanted, in their order. */
export class Gathered<R> {
  readonly read: (wanted: Wanted) => readonly R[] | Promise<readonly R[]>
  constructor(read: Gathered<R>['read']) {
    this.read = read
  }
}

/** For the few lists that are not one query; each of them says why. */
export const gathered = <R>(read: Gathered<R>['read']): Gathered<R> => new Gathered(read)

/** Lists that know no place of a row but its number: they take `offset` instead of `continue`. */
export const BY_OFFSET: unique symbol = Symbol('by offset')

/**
 * What a list module lists. The machine puts order, beginning and end on the query and runs it, turns its rows into
 * results, or in generator mode into pages, and writes the continue value.
 */
export interface Listing<R, Inner = never> {
  /** What to read, not run yet. */
  readonly query: Statement<never, never, R> | Gathered<R>
  /** Its order, which the continue value is made of. */
  readonly keys: readonly Key<R>[] | typeof BY_OFFSET
  /** Defaults to what the parameter `dir` says. */
  readonly direction?: Direction | undefined
  /** Defaults to the parameter `limit`. */
  readonly limit?: number
  /** One result. Null leaves the row out; undefined ends the answer before it. */
  item?(row: R): Item | null | undefined
  /** The same where more has to be read for all the rows that go out; `within` are the rows of the list within them. */
  items?(rows: readonly R[], within: readonly Inner[]): ItemOf<R> | Promise<ItemOf<R>>
  /** An item takes long to make: others have their turn between two of them. */
  readonly inTurns?: true
  /** The page of a row, for generators. */
  page?(row: R): PageRef | null
  /** What a generator adds to the page it found, such as the rank of a search result. */
  pageData?(row: R, index: number): Row
  /** As a generator it hands on its pages in the order of its rows; MediaWiki reads those of other lists back by id. */
  readonly keepsOrder?: true
  /** The parameter that takes the continue value, where that is not `continue`; the module itself then looks at it. */
  readonly continueParam?: string
  /** What it is made of then, where that is not the keys. */
  readonly continueKeys?: readonly Key<R>[]
  /** Rows with the same key go out as one entry, which holds their items as a list of its own. */
  readonly group?: { key(row: R): string | number; entry(row: R, items: unknown[]): Row; readonly tag: string }
  /**
   * New rows come up where the list begins. As a generator it then begins again at its first row, not with what is new,
   * while the modules that work on its pages are not done.
   */
  readonly growsAtStart?: true
  /** What stands under the module's name, where that is not the plain list; in generator mode the list is null. */
  frame?(items: List | null): Row
  readonly inner?: InnerList<R, Inner>
  /** Results that stand beside the list, such as the number of search hits. */
  beside?(): Readonly<Record<string, unknown>>
}

type Item = Row | string | number
type ItemOf<R> = (row: R) => Item | null | undefined

/** A list within the results, which goes on while the list itself stays where it is. */
interface InnerList<R, Inner> {
  /** What a continue value says of it, after what it says of the list. */
  readonly keys: readonly Key<Inner>[]
  /** What to read of it for the rows that go out, and in which order; null when there is nothing. */
  listing(rows: readonly R[]): Promise<{
    readonly query: Statement<never, never, Inner>
    readonly keys: readonly Key<Inner>[]
  } | null>
  /** For generators: its pages come after those of the list. */
  page(row: Inner): PageRef
}

/** As a listing, for properties of pages: each row belongs to a page of the page set. */
export interface PageListing<R> extends Listing<R> {
  pageId(row: R): number
  /**
   * A result is not one of many but adds its fields to the page itself: all of them, or those of these rows. The limit does
   * not count them.
   */
  readonly addsFields?: true | ((row: R) => boolean)
}

/** `listed(query, { keys, item, page })`: the query comes first, so that the rest knows what a row is. */
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
  /** The XML element of one result. */
  readonly tag: string
  /** Its results stand beside the member `query` of the answer, not in it. */
  readonly besideQuery?: true
  /** Null when nothing can be found. */
  listing?(q: QueryRun, a: Args<P>): Listing<never> | null | Promise<Listing<never> | null>
}

export interface PropModule<P extends Params = Params> extends QueryDeclaration<P> {
  readonly group: 'prop'
  /** The XML element of one row; absent where the module adds fields to a page instead of rows. */
  readonly tag?: string
  /** Does nothing, and finds no fault with its arguments, while the page set has no page that exists. */
  readonly needsPages?: true
  /** A list of rows per page… */
  pageListing?(q: QueryRun, a: Args<P>): PageListing<never> | null | Promise<PageListing<never> | null>
  /** …or anything else, added to the pages through `q`; each of the few that do says why. */
  run?(q: QueryRun, a: Args<P>): Promise<void>
}

export interface MetaModule<P extends Params = Params> extends QueryDeclaration<P> {
  readonly group: 'meta'
  /** The object or list that goes under `query.<name>`; or nothing, when the module adds its results itself. */
  answer?(q: QueryRun, a: Args<P>): Promise<unknown>
  /** In place of that: a list, and the XML element of one result. */
  listing?(q: QueryRun, a: Args<P>): Promise<Listing<never>>
  readonly tag?: string
}

export type QueryModule = ListModule | PropModule | MetaModule

/** Enumerates items of the wiki. */
export const listModule = <const P extends Params>(module: Spec<ListModule<P>, P>): ListModule =>
  ({ group: 'list', ...module }) as unknown as ListModule

/** Returns properties of the pages of the page set. */
export const propModule = <const P extends Params>(module: Spec<PropModule<P>, P>): PropModule =>
  ({ group: 'prop', ...module }) as unknown as PropModule

/** Tells about the wiki or the caller. */
export const metaModule = <const P extends Params>(module: Spec<MetaModule<P>, P>): MetaModule =>
  ({ group: 'meta', ...module }) as unknown as MetaModule

/** Has its handler been written? */
export const isImplemented = (module: QueryModule): boolean =>
  module.group === 'list'
    ? module.listing !== undefined
    : module.group === 'prop'
      ? module.pageListing !== undefined || module.run !== undefined
      : module.answer !== undefined || module.listing !== undefined
