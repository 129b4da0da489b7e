import type { ENVELOPE } from '../api/result/envelope.ts'
import type { ResultOf } from '../api/result/kinds.ts'
import type { QueryResult } from '../query/results.ts'
import type { actions } from './index.ts'

type Action = (typeof actions)[number]

/** The response of each action. */
export type ActionResults = { [A in Action as A['name']]: ResultOf<A['result']> }

/** The response to a request with these parameters, in formatversion 2. */
export type ResponseTo<Q> = ResultOf<typeof ENVELOPE> &
  (Q extends { readonly action: infer A }
    ? A extends 'query'
      ? { query?: QueryResult<Q> }
      : A extends keyof ActionResults
        ? ActionResults[A]
        : unknown
    : unknown)
