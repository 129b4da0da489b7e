import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Caller } from './caller.ts'
import { fingerprint } from './secrets.ts'

/** Accepted by both APIs. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** How long a response is kept. Long enough for edits that wait offline in a browser. */
export const REMEMBERED_SECONDS = 7 * 86_400

const DELETE_BATCH = 100

/** Stands for a response while its request runs. */
const NO_ANSWER = 'null'

/** Visible ASCII without quotes, as in the header's draft standard. */
const KEY = /^[!#-~]{8,200}$/

/** Identifies a write across retries. */
export interface IdempotencyKey {
  /** Keys are separate for each caller. */
  readonly owner: string
  readonly key: string
  readonly accountId: number | null
  /** Detects a key that is reused for a different request by mistake. */
  readonly requestHash: string
}

const WORDS = {
  malformed: 'Idempotency-Key must be 8 to 200 visible ASCII characters.',
  reused: 'This Idempotency-Key was already used for a different request. Use a new key.',
  running:
    'The first request with this Idempotency-Key is still running, or it was interrupted. Wait, then try again or check whether it took effect.',
} as const

/** The key is malformed, belongs to a different request, or its first request has no response yet. */
export class IdempotencyError extends Error {
  readonly kind: keyof typeof WORDS
  constructor(kind: IdempotencyError['kind']) {
    super(WORDS[kind])
    this.kind = kind
  }
}

/** Reads the key of a request; null if there is none. `request` lists everything that identifies an equal request. */
export function idempotencyKey(
  { account, ip }: Pick<Caller, 'account' | 'ip'>,
  header: string | undefined,
  request: readonly string[],
): IdempotencyKey | null {
  if (header === undefined) return null
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!KEY.test(key)) throw new IdempotencyError('malformed')
  return {
    owner: account === null ? `address ${ip}` : `account ${account.id}`,
    key,
    accountId: account?.id ?? null,
    requestHash: fingerprint(JSON.stringify(request)),
  }
}

/** The stored response to an earlier equal request, or null. */
export async function rememberedAnswer<T>(
  db: Reader,
  clock: Clock,
  { owner, key, requestHash }: IdempotencyKey,
): Promise<T | null> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('created_at', '>', seconds(clock) - REMEMBERED_SECONDS)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.request_hash !== requestHash) throw new IdempotencyError('reused')
  if (row.answer === NO_ANSWER) throw new IdempotencyError('running')
  return JSON.parse(row.answer) as T
}

/**
 * Stores a response in the transaction of its write. Of two concurrent requests with the same key, the later one fails
 * on the primary key (`isDuplicate`) and finds the stored response when it retries.
 */
export async function rememberAnswer(
  tx: Writer,
  clock: Clock,
  { owner, key, accountId, requestHash }: IdempotencyKey,
  answer: unknown,
): Promise<void> {
  const now = seconds(clock)
  await deleteExpired(tx, now - REMEMBERED_SECONDS)
  await tx
    .insertInto('idempotency_key')
    .values({
      owner,
      key,
      account_id: accountId,
      request_hash: requestHash,
      created_at: now,
      answer: JSON.stringify(answer),
    })
    .execute()
}

/**
 * Reserves a key at the start of the transaction, before anything else is read. A second request with the key waits
 * here until the first one ends, then fails on the primary key (`isDuplicate`) and finds the stored response when it
 * retries. It never sees the first request's partial work.
 */
export async function reserveKey(
  tx: Writer,
  clock: Clock,
  { owner, key, accountId, requestHash }: IdempotencyKey,
): Promise<void> {
  const now = seconds(clock)
  await deleteExpired(tx, now - REMEMBERED_SECONDS)
  await deleteKey(tx, owner, key)
    .where('created_at', '<=', now - REMEMBERED_SECONDS)
    .execute()
  const row = { owner, key, account_id: accountId, request_hash: requestHash, created_at: now, answer: NO_ANSWER }
  await tx.insertInto('idempotency_key').values(row).execute()
}

/** Stores the response to a write whose key was reserved in the same transaction. */
export async function storeAnswer(tx: Writer, { owner, key }: IdempotencyKey, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ answer: JSON.stringify(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
}

/** Releases a reserved key because nothing was written. */
export async function releaseKey(tx: Writer, { owner, key }: IdempotencyKey): Promise<void> {
  await deleteKey(tx, owner, key).execute()
}

const deleteKey = (tx: Writer, owner: string, key: string) =>
  tx.deleteFrom('idempotency_key').where('owner', '=', owner).where('key', '=', key)

/** Deletes a batch of expired responses. Skips rows that another transaction is deleting. */
async function deleteExpired(tx: Writer, before: number): Promise<void> {
  const expired = tx
    .selectFrom('idempotency_key')
    .select(['owner', 'key'])
    .where('created_at', '<=', before)
    .limit(DELETE_BATCH)
  for (const { owner, key } of await lockRows(tx, expired, 'skip').execute())
    await tx.deleteFrom('idempotency_key').where('owner', '=', owner).where('key', '=', key).execute()
}
