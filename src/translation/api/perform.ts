import type { Caller } from '#accounts/caller.ts'
import type { IdempotencyKey } from '#accounts/idempotency.ts'
import type { Services } from '#core/services.ts'
import { readFields } from '#fields/read.ts'
import type { Reader } from '#store/store.ts'
import { type Holding, holding } from '../catalogue/holding.ts'
import type { Addresses } from '../values/addresses.ts'
import { Call } from './call.ts'
import { checkConditions, holdFor } from './etag.ts'
import { replayed, runOnce } from './idempotency.ts'
import type { JsonAnswer, Operation } from './resource.ts'

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
  /** How the object at this address is read, for writes that depend on its state. */
  readonly read?: Operation | undefined
  readonly key?: IdempotencyKey | null
  /** Called when the answer is that of an earlier request with the same key. */
  readonly onReplay?: () => void
}

/** Does what an operation declares: permit, read, hold, handle. Every way to the REST API goes through here. */
export async function perform(
  context: { readonly services: Services; readonly addresses: Addresses },
  caller: Caller,
  operation: Operation,
  { params, headers, signal, key = null, ...asked }: Asked,
): Promise<unknown> {
  const { store, clock } = context.services
  const recall = async (db: Reader): Promise<JsonAnswer | null> => {
    const answer = key && (await replayed(db, clock, key))
    if (answer) asked.onReplay?.()
    return answer
  }
  // Before anything is looked up: what was deleted the first time is not there the second time.
  const before = await recall(store.read)
  if (before) return before
  const call = (query: unknown = {}, body: unknown = undefined, held: Holding | null = null) =>
    new Call(context, caller, { params, query, body, headers, signal }, held)
  const look = async (read: Operation, held: Holding | null) => {
    await read.allow?.(call({}, undefined, held))
    return read.handle(call(read.query ? readFields(read.query, {}) : {}, undefined, held))
  }
  await operation.allow?.(call())
  const query = operation.query ? readFields(operation.query, asked.query) : {}
  const sent = asked.body()
  const body = operation.body ? readFields(operation.body, sent, { partial: asked.partial }) : sent
  const handle = (held: Holding | null) => operation.handle(call(query, body, held))
  if (operation.hold === null) {
    if (asked.read !== operation) await checkConditions(headers, asked.read, read => look(read, null))
    return handle(null)
  }
  return holding(store, holdFor(operation.hold, headers), async held => {
    const answered = key && (await recall(held.tx))
    if (answered) return answered
    await checkConditions(headers, asked.read, read => look(read, held))
    return key === null ? handle(held) : runOnce(held.tx, clock, key, operation, () => handle(held))
  })
}
