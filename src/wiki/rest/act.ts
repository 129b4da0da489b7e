import { issueToken } from '#accounts/tokens.ts'
import type { MessageParam } from '../messages/message.ts'
import type { AnyCall, RestCall } from './endpoint.ts'
import { RestError } from './rest-error.ts'

interface RawError {
  readonly code: string
  readonly key: string
  readonly params: readonly MessageParam[]
}

/** An error of the Action API, before it gets the status and the shape of this API. */
export class ActionError extends Error {
  readonly error: RawError

  constructor(error: RawError) {
    super(error.code)
    this.error = error
  }

  /** As an error of this API. The code is added unless the status says it all. */
  asRest(status: number, withCode: boolean): RestError {
    const { code, key, params } = this.error
    return new RestError(status, { key, params }, withCode ? { actionModuleErrorCode: code } : {})
  }
}

type Params = Readonly<Record<string, string>>

/** Headers of the request that the action gets. */
const PASSED = new Set(['idempotency-key'])
/** Headers of its response that are passed on. */
const RETURNED = ['idempotency-replayed', 'ratelimit', 'ratelimit-policy'] as const

/** Performs an action on behalf of the caller and returns its result. */
export async function act<T>(call: AnyCall, method: 'GET' | 'POST', params: Params, onlyAt?: number): Promise<T> {
  const { api, wiki, caller, viewer } = call
  const all = new Map(Object.entries({ format: 'json', formatversion: '2', errorformat: 'raw', ...params }))
  const run = await api.perform(
    wiki,
    {
      ...viewer.request,
      method,
      params: all,
      inUrl: method === 'GET' ? all : new Map(),
      files: new Map(),
      header: name => {
        if (name.toLowerCase() === 'content-type') return 'application/x-www-form-urlencoded'
        return PASSED.has(name.toLowerCase()) ? viewer.request.header(name) : undefined
      },
      ...(onlyAt !== undefined && { onlyAt }),
    },
    caller,
  )
  for (const name of RETURNED) {
    const value = run.headers[name]
    if (typeof value === 'string') call.headers[name] = value
  }
  const errors = run.result.errors as readonly RawError[] | undefined
  if (run.headers['mediawiki-api-error'] !== undefined && errors?.[0]) throw new ActionError(errors[0])
  return run.result as T
}

/** Whether other sites can make a browser send this caller's requests: cookies are sent along, keys are not. */
export const needsToken = ({ caller }: Pick<RestCall, 'caller'>): boolean =>
  caller.via === 'session' || caller.via === 'nothing'

/** The token for an edit: what the request has, or our own where no other site could have sent it. */
export const editToken = (call: AnyCall, sent: unknown): string =>
  needsToken(call) ? String(sent ?? '') : issueToken(call.caller, 'csrf', call.wiki.clock)
