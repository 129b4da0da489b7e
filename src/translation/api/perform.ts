import type { Caller } from '#accounts/caller.ts'
import type { IdempotencyKey } from '#accounts/idempotency.ts'
import type { Services } from '#core/services.ts'
import { readFields } from '#fields/read.ts'
import type { Reader } from '#store/store.ts'
import { type Holding, holding } from '../catalogue/holding.ts'
import type { Addresses } from '../values/addresses.ts'
import { Call, type RequestCache } from './call.ts'
import { readOnlySite } from './errors.ts'
import { checkConditions, holdFor } from './etag.ts'
import { replayed, runOnce, runReserved } from './idempotency.ts'
import { type JsonAnswer, LaterAnswer, type Operation } from './resource.ts'

/** The unvalidated input of one request. */
export interface RequestInput {
  readonly params: Record<string, string>
  readonly query: Record<string, unknown>
  /** Called only once the caller is authorized. */
  readonly body: () => unknown
  /** PATCH: omitted fields keep their values. */
  readonly partial: boolean
  readonly headers: Record<string, string | string[] | undefined>
  readonly signal: AbortSignal
  /** The GET operation of the same URL, for conditional writes. */
  readonly read?: Operation | undefined
  readonly key?: IdempotencyKey | null
  /** Called when a stored response to an earlier request with the same key is returned. */
  readonly onReplay?: () => void
}

/** Runs an operation: authorize, parse, lock, handle. Every entry point of the REST API goes through here. */
export async function perform(
  context: { readonly services: Services; readonly addresses: Addresses },
  caller: Caller,
  operation: Operation,
  { params, headers, key = null, ...input }: RequestInput,
): Promise<unknown> {
  // A retry gets the response, so the work is finished even if the client has gone.
  const signal = operation.hold === null && key !== null ? new AbortController().signal : input.signal
  const { store, clock, config } = context.services
  if (operation.hold !== null && config.readOnly !== null) throw readOnlySite(config.readOnly)
  const recall = async (db: Reader): Promise<JsonAnswer | null> => {
    const answer = key && (await replayed(db, clock, key))
    if (answer) input.onReplay?.()
    return answer
  }
  // Check first: an object deleted by the first request no longer exists for the retry.
  const stored = await recall(store.read)
  if (stored) return stored
  const shared: RequestCache = {}
  const call = (query: unknown = {}, body: unknown = undefined, held: Holding | null = null) =>
    new Call(context, caller, { params, query, body, headers, signal }, held, shared)
  const look = async (read: Operation, held: Holding | null) => {
    await read.allow?.(call({}, undefined, held))
    return read.handle(call(read.query ? readFields(read.query, {}) : {}, undefined, held))
  }
  const { query, body } = await authorized(operation, call(), () => {
    const fields = operation.query ? readFields(operation.query, input.query) : {}
    const sent = input.body()
    return { query: fields, body: operation.body ? readFields(operation.body, sent, { partial: input.partial }) : sent }
  })
  const handle = (held: Holding | null) => operation.handle(call(query, body, held))
  if (operation.hold === null) {
    if (input.read !== operation) await checkConditions(headers, input.read, read => look(read, null))
    return key === null ? handle(null) : runReserved(store, clock, key, operation, recall, () => handle(null))
  }
  const answer = await holding(store, holdFor(operation.hold, headers), async held => {
    const answered = key && (await recall(held.tx))
    if (answered) return answered
    await checkConditions(headers, input.read, read => look(read, held))
    if (key === null) return handle(held)
    // The response is stored with the change.
    return runOnce(held.tx, clock, key, operation, async () => builtFrom(held.tx, await handle(held)))
  })
  return builtFrom(store.read, answer)
}

/** Parses the input of an authorized caller. Others are rejected first, whatever they sent. */
async function authorized<T>({ allow, allowsInside }: Operation, call: Call, parse: () => T): Promise<T> {
  if (!allowsInside) {
    await allow?.(call)
    return parse()
  }
  // Outside the transaction, in which it would keep others waiting.
  await call.permissions()
  try {
    return parse()
  } catch (error) {
    await allow?.(call)
    throw error
  }
}

const builtFrom = async (db: Reader, answer: unknown): Promise<unknown> =>
  answer instanceof LaterAnswer ? answer.build(db) : answer
