// Types of query results, derived from what the modules declare.
import type { PAGE, PAGE_SET } from '../api/result/envelope.ts'
import type { ResultOf } from '../api/result/kinds.ts'
import type * as modules from './index.ts'

type Modules = typeof modules

type ResultsOf<Group> = {
  [N in keyof Modules as Modules[N]['group'] extends Group ? N : never]: ResultOf<Modules[N]['result']>
}

/** Members that each list adds to `query`. */
export type ListResults = ResultsOf<'list'>
/** Members that each module adds to a page. */
export type PropResults = ResultsOf<'prop'>
/** Members that each module adds to `query`. */
export type MetaResults = ResultsOf<'meta'>

/** One item of a list. */
export type ListItem<N extends keyof ListResults> =
  ListResults[N] extends Readonly<Record<N, readonly (infer Item)[]>> ? Item : never

/** A page with the properties of these modules. */
export type PageWith<P extends keyof PropResults = never> = ResultOf<typeof PAGE> & All<PropResults[P]>

/** The `query` member of the response to a request with these parameters. */
export type QueryResult<Q> = ResultOf<typeof PAGE_SET> & { pages?: PageWith<NamesIn<Q, 'prop', PropResults>>[] } & All<
    ListResults[NamesIn<Q, 'list', ListResults>]
  > &
  All<MetaResults[NamesIn<Q, 'meta', MetaResults>]>

/** Module names in a parameter: an array, or a string separated by `|`. */
type NamesIn<Q, Param extends string, Results> = Extract<
  Q extends { readonly [P in Param]: infer Value } ? Separate<Value> : never,
  keyof Results
>

type Separate<Value> = Value extends readonly (infer Name)[]
  ? Name
  : Value extends `${infer Name}|${infer Rest}`
    ? Name | Separate<Rest>
    : Value

/** The intersection of a union; no constraint for none. */
type All<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never
