import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#accounts/services.ts'
import { type Holding, holding } from '../catalogue/holding.ts'
import { readFields } from '../fields/read.ts'
import type { Addresses } from '../values/addresses.ts'
import { Call } from './call.ts'
import type { Operation } from './resource.ts'

/** What one request says, before anything of it is believed. */
export interface Asked {
  readonly params: Record<string, string>
  readonly query: Record<string, unknown>
  /** Asked for only after the caller is let in. */
  readonly body: () => unknown
  /** PATCH: what is missing stays as it is. */
  readonly partial: boolean
  readonly headers: Record<string, string | string[] | undefined>
  readonly signal: AbortSignal
}

/** Does what an operation declares: permit, read, hold, handle. Every way to the REST API goes through here. */
export async function perform(
  context: { readonly services: Services; readonly addresses: Addresses },
  caller: Caller,
  operation: Operation,
  { params, headers, signal, ...asked }: Asked,
): Promise<unknown> {
  const call = (query: unknown = {}, body: unknown = undefined, held: Holding | null = null) =>
    new Call(context, caller, { params, query, body, headers, signal }, held)
  await operation.allow?.(call())
  const query = operation.query ? readFields(operation.query, asked.query) : {}
  const sent = asked.body()
  const body = operation.body ? readFields(operation.body, sent, { partial: asked.partial }) : sent
  const handle = (held: Holding | null) => operation.handle(call(query, body, held))
  return operation.hold === null ? handle(null) : holding(context.services.store, operation.hold, handle)
}
