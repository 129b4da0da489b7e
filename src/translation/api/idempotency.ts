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
import type { Reader, Writer } from '#store/store.ts'
import { badRequest, notFound, unprocessable } from './errors.ts'
import { fromJson, toJson } from './json.ts'
import { JsonAnswer, locationOf, type Operation } from './resource.ts'

/** Says that nothing was written this time. */
export const REPLAYED_HEADER = 'Idempotency-Replayed'

interface Sent {
  readonly method: string
  /** The address with what follows the question mark. */
  readonly address: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The idempotency key of a request to a writing operation; null when it has none. */
export function keyOf(
  caller: Caller,
  operation: Operation,
  { method, address, body, headers }: Sent,
): IdempotencyKey | null {
  const header = headers[IDEMPOTENCY_HEADER]
  if (header === undefined) return null
  if (!takesKey(operation))
    throw badRequest('idempotency_key_unsupported', 'This operation does not accept the header Idempotency-Key.')
  return named(() => idempotencyKey(caller, String(header), [method, address, fingerprintOf(body)]))
}

/** What is not one transaction could be done in part; what is not JSON is not stored. */
export const takesKey = ({ hold, answers }: Operation): boolean => hold !== null && answers !== 'raw'

interface Stored {
  readonly status: number
  readonly headers: Record<string, string>
  /** As text: the digits of numbers are part of the answer. */
  readonly body: string
}

/** What the same request was answered before, or null. */
export async function replayed(db: Reader, clock: Clock, key: IdempotencyKey): Promise<JsonAnswer | null> {
  const stored = await named(() => rememberedAnswer<Stored>(db, clock, key))
  return stored && new JsonAnswer(fromJson(stored.body), stored.status, stored.headers)
}

/** Runs a write under a key within its transaction. */
export async function runOnce(
  tx: Writer,
  clock: Clock,
  key: IdempotencyKey,
  operation: Operation,
  run: () => Promise<unknown>,
): Promise<unknown> {
  await reserveKey(tx, clock, key)
  const result = await run()
  if (result === undefined && operation.answers === 'one') throw notFound()
  const { status, headers, body } =
    result instanceof JsonAnswer ? result : new JsonAnswer(result, operation.status, locationOf(operation, result))
  if (status < 400) await storeAnswer(tx, key, { status, headers, body: toJson(body) } satisfies Stored)
  else await releaseKey(tx, key)
  return result
}

/** An error of the key as the API says it. */
function named<T>(ask: () => T): T {
  const translated = (error: unknown): never => {
    if (!(error instanceof IdempotencyError)) throw error
    throw error.kind === 'malformed'
      ? badRequest('idempotency_key_invalid', error.message)
      : unprocessable('idempotency_key_reused', error.message)
  }
  try {
    const result = ask()
    return result instanceof Promise ? (result.catch(translated) as T) : result
  } catch (error) {
    return translated(error)
  }
}

/** Files may be large, so they count by their hash. */
function fingerprintOf(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) => {
    const content = (value as { content?: unknown } | null)?.content
    if (!(content instanceof Buffer)) return value
    return { ...(value as object), content: createHash('sha256').update(content).digest('hex') }
  })
}
