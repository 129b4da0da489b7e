import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import type { ActionRun } from '../api/action-run.ts'
import type { ActionApi } from '../api/main.ts'
import type { Kind } from '../api/result/kinds.ts'
import type { Site } from '../site/site.ts'
import type { Wiki } from '../wiki.ts'
import type { RestArgs, RestParams } from './params.ts'
import type { BodyFields } from './read-body.ts'

/** A request to an endpoint. */
export interface RestCall<P extends RestParams = RestParams> {
  readonly wiki: Wiki
  readonly site: Site
  readonly db: Reader
  readonly caller: Caller
  readonly viewer: ActionRun
  readonly api: ActionApi
  readonly args: RestArgs<P>
  /** The JSON body of a request. */
  readonly body: Readonly<Record<string, unknown>>
  /** Headers that the response gets, also if it is an error. */
  readonly headers: Record<string, string>
  /** Absolute URL of an endpoint. */
  url(path: string, query?: Readonly<Record<string, string | number>>): string
}

/** A request to any endpoint. */
export type AnyCall = Omit<RestCall, 'args'>

export interface RestAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds for which caches may keep a response to an anonymous request. */
  readonly maxAge?: number
  /** A string is HTML, everything else becomes JSON. */
  readonly body: unknown
}

/** What a request is about, before it is answered: enough to check its conditional headers. */
export interface Resource {
  readonly etag: string | null
  /** Seconds since 1970. */
  readonly lastModified: number | null
  readonly exists: boolean
  /** `condition` is only of requests that write to what has an ETag. */
  answer(condition?: Condition): Promise<RestAnswer>
}

/** The conditional headers of a request that writes. They are checked again when it writes. */
export interface Condition {
  readonly isMet: boolean
}

export interface Endpoint<P extends RestParams = RestParams> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `rest.php`, with `{name}` for parameters. */
  readonly path: string
  readonly summary: string
  readonly params: P
  readonly fields?: BodyFields
  /** On a POST that changes nothing. */
  readonly reads?: true
  readonly result: Kind | 'html'
  open(call: RestCall<P>): Promise<Resource>
}

/** Declares an endpoint; the arguments of `open` get their types from its parameters. */
export const endpoint = <const P extends RestParams>(declared: Endpoint<P>): Endpoint => declared as unknown as Endpoint

/** A resource without validators. */
export const unconditional = (answer: () => Promise<RestAnswer>): Resource => ({
  etag: null,
  lastModified: null,
  exists: true,
  answer,
})
