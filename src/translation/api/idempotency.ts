import { createHash } from 'node:crypto'
import type { Caller } from '#accounts/caller.ts'
import {
  IDEMPOTENCY_HEADER,
  IdempotencyError,
  type IdempotencyKey,
  idempotencyKey,
  releaseKey,
  rememberedAnswer,
  reserveKey,
  storeAnswer,
} from '#accounts/idempotency.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { isDuplicate } from '#store/store-error.ts'
import { wantedOrNot } from '#store/turn.ts'
import { badRequest, keyInUse, notFound, unprocessable } from './errors.ts'
import { fromJson, toJson } from './json.ts'
import { JsonAnswer, locationOf, type Operation } from './resource.ts'

/** Response header set when a stored response is returned instead of running the request. */
export const REPLAYED_HEADER = 'Idempotency-Replayed'

interface KeyedRequest {
  readonly method: string
  /** The URL with its query string. */
  readonly address: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The idempotency key of a write request; null if it has none. */
export function keyOf(
  caller: Caller,
  operation: Operation,
  { method, address, body, headers }: KeyedRequest,
): IdempotencyKey | null {
  const header = headers[IDEMPOTENCY_HEADER]
  if (header === undefined) return null
  if (!takesKey(operation))
    throw badRequest('idempotency_key_unsupported', 'This operation does not accept the header Idempotency-Key.')
  return withApiErrors(() => idempotencyKey(caller, String(header), [method, address, fingerprintOf(body)]))
}

/** Operations that only read need no key, and only JSON responses are stored. */
export const takesKey = ({ hold, keyed, answers }: Operation): boolean =>
  (hold !== null || keyed === true) && answers !== 'raw'

interface Stored {
  readonly status: number
  readonly headers: Record<string, string>
  /** Stored as text, because the exact digits of numbers are part of the response. */
  readonly body: string
}

/** The stored response to an earlier identical request, or null. */
export async function replayed(db: Reader, clock: Clock, key: IdempotencyKey): Promise<JsonAnswer | null> {
  const stored = await withApiErrors(() => rememberedAnswer<Stored>(db, clock, key))
  return stored && new JsonAnswer(fromJson(stored.body), stored.status, stored.headers)
}

/** Runs a write under a key, inside its transaction. */
export async function runOnce(
  tx: Writer,
  clock: Clock,
  key: IdempotencyKey,
  operation: Operation,
  run: () => Promise<unknown>,
): Promise<unknown> {
  await reserveKey(tx, clock, key)
  const result = await run()
  await storeResult(tx, key, operation, result)
  return result
}

/**
 * Runs a write that is more than one transaction. It also finishes when its caller has gone, so that a retry gets the
 * response. Until then, and if this server stops meanwhile, retries are rejected. `recall` returns the response to an
 * earlier identical request, or null.
 */
export async function runReserved(
  store: Store,
  clock: Clock,
  key: IdempotencyKey,
  operation: Operation,
  recall: (db: Reader) => Promise<JsonAnswer | null>,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    await store.transaction(tx => reserveKey(tx, clock, key))
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // If the first request has failed meanwhile, the key is free again.
    return (await recall(store.primary)) ?? runReserved(store, clock, key, operation, recall, run)
  }
  return wantedOrNot(async () => {
    try {
      const result = await run()
      await store.transaction(tx => storeResult(tx, key, operation, result))
      return result
    } catch (error) {
      await store.transaction(tx => releaseKey(tx, key))
      throw error
    }
  })
}

async function storeResult(tx: Writer, key: IdempotencyKey, operation: Operation, result: unknown): Promise<void> {
  if (result === undefined && operation.answers === 'one') throw notFound()
  const { status, headers, body } =
    result instanceof JsonAnswer ? result : new JsonAnswer(result, operation.status, locationOf(operation, result))
  if (status < 400) await storeAnswer(tx, key, { status, headers, body: toJson(body) } satisfies Stored)
  else await releaseKey(tx, key)
}

/** Converts errors of the key into API errors. */
function withApiErrors<T>(run: () => T): T {
  const translated = (error: unknown): never => {
    if (!(error instanceof IdempotencyError)) throw error
    if (error.kind === 'malformed') throw badRequest('idempotency_key_invalid', error.message)
    if (error.kind === 'running') throw keyInUse(error.message)
    throw unprocessable('idempotency_key_reused', error.message)
  }
  try {
    const result = run()
    return result instanceof Promise ? (result.catch(translated) as T) : result
  } catch (error) {
    return translated(error)
  }
}

/** Serializes a body for comparison, with files replaced by their hash. */
function fingerprintOf(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) => {
    const content = (value as { content?: unknown } | null)?.content
    if (!(content instanceof Buffer)) return value
    return { ...(value as object), content: createHash('sha256').update(content).digest('hex') }
  })
}
