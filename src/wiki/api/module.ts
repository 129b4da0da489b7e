import type { TokenType } from '#accounts/tokens.ts'
import type { ActionRun } from './action-run.ts'
import type { Args, Params } from './params/kinds.ts'
import type { QueryRun } from './query/query-run.ts'
import type { List, Row } from './result/shape.ts'

export type Group = 'list' | 'prop' | 'meta' | 'action' | 'format'

/** What every module says of itself; the listing is a projection of this and of `params`. */
export interface Declaration<P extends Params = Params> {
  readonly name: string
  /** Put before the name of each parameter on the wire. */
  readonly prefix: string
  /** The listing's `classname`: informational, kept because clients print it. */
  readonly classname: string
  /** What the module is for, in a sentence: the help page and the sandbox show it. */
  readonly summary: string
  readonly params: P
  readonly helpUrls: readonly string[]
  readonly deprecated?: true
  /** False for the few modules that work without the right to read: on a private wiki, all others are closed to strangers. */
  readonly readRights?: false
  /**
   * Whether a shared cache may keep what a stranger is answered. Unless a module says so, it may not: the answer may be about
   * the caller.
   */
  readonly cacheable?: true | ((a: Args<P>) => boolean)
}

/** Where a generator's row leads. */
export type PageRef =
  | { readonly id: number }
  | { readonly ns: number; readonly title: string }
  | { readonly revision: number }

/**
 * What a list module found: at most `limit + 1` rows in their order. The machine turns them into results, turns the
 * row too many into the continue value, keeps the size budget, and in generator mode collects the pages instead.
 */
export interface Listing<R> {
  readonly rows: readonly R[]
  /** One result; null leaves the row out. */
  item(row: R): Row | string | number | null
  /** The continue value with which the next request starts at this row. */
  next(row: R): string | number
  /** The page of a row, for generators. */
  page?(row: R): PageRef | null
  /** What a generator adds to the page it found, such as the rank of a search result. */
  pageData?(row: R, index: number): Row
  /** As a generator it hands on its pages in the order of its rows; MediaWiki reads those of other lists back by id. */
  readonly keepsOrder?: true
  /** Defaults to the parameter `limit`. */
  readonly limit?: number
  /** The parameter that takes the continue value; `continue` if not given. */
  readonly continueParam?: string
  /** Where the next request starts, whatever the rows say: for lists within lists. */
  readonly continueAt?: string
  /** Rows with the same key go out as one entry, which holds their items as a list of its own. */
  readonly group?: { key(row: R): string | number; entry(row: R, items: unknown[]): Row; readonly tag: string }
  /**
   * New rows come up where the list begins. As a generator it then begins again at its first row, not with what is new,
   * while the modules that work on its pages are not done.
   */
  readonly growsAtStart?: true
  /** What stands under the module's name, where that is not the plain list; in generator mode the list is null. */
  frame?(items: List | null): Row
  /** Results that stand beside the list, such as the number of search hits. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** As a listing, for properties of pages: each row belongs to a page of the page set. */
export interface PageListing<R> extends Listing<R> {
  pageId(row: R): number
}

/** `listed(rows, { item, next, page })`: the rows come first, so that the functions know what a row is. */
export const listed = <R>(rows: readonly R[], rest: Omit<Listing<R>, 'rows'>): Listing<never> =>
  ({ rows, ...rest }) as unknown as Listing<never>

export const listedPerPage = <R>(rows: readonly R[], rest: Omit<PageListing<R>, 'rows'>): PageListing<never> =>
  ({ rows, ...rest }) as unknown as PageListing<never>

interface QueryBase<P extends Params> extends Declaration<P> {
  readonly group: 'list' | 'prop' | 'meta'
  readonly generator?: true
}

export interface ListModule<P extends Params = Params> extends QueryBase<P> {
  readonly group: 'list'
  /** The XML element of one result. */
  readonly tag: string
  listing?(q: QueryRun, a: Args<P>): Promise<Listing<never>>
}

export interface PropModule<P extends Params = Params> extends QueryBase<P> {
  readonly group: 'prop'
  /** The XML element of one row; absent where the module adds fields to a page instead of rows. */
  readonly tag?: string
  /** Does nothing, and finds no fault with its arguments, while the page set has no page that exists. */
  readonly needsPages?: true
  /** A list of rows per page… */
  pageListing?(q: QueryRun, a: Args<P>): Promise<PageListing<never>>
  /** …or anything else, added to the pages through `q`. */
  run?(q: QueryRun, a: Args<P>): Promise<void>
}

export interface MetaModule<P extends Params = Params> extends QueryBase<P> {
  readonly group: 'meta'
  /** The object or list that goes under `query.<name>`; or nothing, when the module adds its results itself. */
  answer?(q: QueryRun, a: Args<P>): Promise<unknown>
}

export type QueryModule = ListModule | PropModule | MetaModule

export interface ActionModule<P extends Params = Params> extends Declaration<P> {
  readonly group: 'action'
  readonly mustBePosted?: true
  /** The type of token it wants in the parameter `token`. */
  readonly token?: TokenType
  readonly write?: true
  /** For a module that reads: whether this one request reads nothing of the wiki, so that it needs no right to. */
  opens?(r: ActionRun, a: Args<P>): boolean
  /** It takes more parameters than it declares, depending on what it is asked to do. */
  readonly dynamicParams?: true
  run(r: ActionRun, a: Args<P>): Promise<void>
}

type Spec<M, P> = Omit<M, 'group' | 'params'> & { readonly params: P }

/** Enumerates items of the wiki. */
export const listModule = <const P extends Params>(module: Spec<ListModule<P>, P>): ListModule =>
  ({ group: 'list', ...module }) as unknown as ListModule

/** Returns properties of the pages of the page set. */
export const propModule = <const P extends Params>(module: Spec<PropModule<P>, P>): PropModule =>
  ({ group: 'prop', ...module }) as unknown as PropModule

/** Tells about the wiki or the caller. */
export const metaModule = <const P extends Params>(module: Spec<MetaModule<P>, P>): MetaModule =>
  ({ group: 'meta', ...module }) as unknown as MetaModule

export const actionModule = <const P extends Params>(module: Spec<ActionModule<P>, P>): ActionModule =>
  ({ group: 'action', ...module }) as unknown as ActionModule

/** Has its handler been written? */
export const isImplemented = (module: QueryModule): boolean =>
  module.group === 'list'
    ? module.listing !== undefined
    : module.group === 'prop'
      ? module.pageListing !== undefined || module.run !== undefined
      : module.answer !== undefined
