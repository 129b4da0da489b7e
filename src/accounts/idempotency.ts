import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Caller } from './caller.ts'
import { fingerprint } from './secrets.ts'

/** The header that both APIs read. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** How long an answer is remembered: longer than anybody leaves an unsent edit in a browser and expects it to arrive. */
export const REMEMBERED_SECONDS = 7 * 86_400

const FORGOTTEN_AT_ONCE = 100

/** Visible ASCII, as the header's draft standard has it, without quotes. */
const KEY = /^[!#-~]{8,200}$/

/** A write as its sender identifies it. */
export interface IdempotencyKey {
  /** Who sent it: a key of one caller says nothing to another. */
  readonly owner: string
  readonly key: string
  readonly accountId: number | null
  /** What was sent, so that a key is not used for something else by mistake. */
  readonly requestHash: string
}

/** The key is not one, or belongs to another request. */
export class IdempotencyError extends Error {
  readonly kind: 'malformed' | 'reused'
  constructor(kind: IdempotencyError['kind']) {
    super(
      kind === 'malformed'
        ? 'Idempotency-Key must be 8 to 200 visible ASCII characters.'
        : 'This Idempotency-Key was already used for a different request. Use a new key.',
    )
    this.kind = kind
  }
}

/** Reads the key of a request; null when it has none. `request` is everything that makes it the same request. */
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

/** What the same request was answered before, or null. */
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
  return JSON.parse(row.answer) as T
}

/**
 * Remembers an answer in the transaction of its write, so that both are stored or neither. Of two requests with one key
 * that run at the same time, the later fails on the primary key (`isDuplicate`), and finds the answer when it tries again.
 */
export async function rememberAnswer(
  tx: Writer,
  clock: Clock,
  { owner, key, accountId, requestHash }: IdempotencyKey,
  answer: unknown,
): Promise<void> {
  const now = seconds(clock)
  await forgetOld(tx, now - REMEMBERED_SECONDS)
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
 * Takes a key at the beginning of its write's transaction, before anything else is looked at. A second request with the key waits
 * here until the first has ended, then fails on the primary key (`isDuplicate`) and finds the answer when it tries again: it never
 * sees half of what the first one did.
 */
export async function reserveKey(
  tx: Writer,
  clock: Clock,
  { owner, key, accountId, requestHash }: IdempotencyKey,
): Promise<void> {
  const now = seconds(clock)
  await forgetOld(tx, now - REMEMBERED_SECONDS)
  await oneKey(tx, owner, key)
    .where('created_at', '<=', now - REMEMBERED_SECONDS)
    .execute()
  const row = { owner, key, account_id: accountId, request_hash: requestHash, created_at: now, answer: 'null' }
  await tx.insertInto('idempotency_key').values(row).execute()
}

/** Stores the answer to a write whose key was reserved in the same transaction. */
export async function storeAnswer(tx: Writer, { owner, key }: IdempotencyKey, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ answer: JSON.stringify(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
}

/** Gives a reserved key back: nothing was written under it. */
export async function releaseKey(tx: Writer, { owner, key }: IdempotencyKey): Promise<void> {
  await oneKey(tx, owner, key).execute()
}

const oneKey = (tx: Writer, owner: string, key: string) =>
  tx.deleteFrom('idempotency_key').where('owner', '=', owner).where('key', '=', key)

/** Clears away some expired answers; rows that another transaction is just deleting are left to it. */
async function forgetOld(tx: Writer, before: number): Promise<void> {
  const old = tx
    .selectFrom('idempotency_key')
    .select(['owner', 'key'])
    .where('created_at', '<=', before)
    .limit(FORGOTTEN_AT_ONCE)
  for (const { owner, key } of await lockRows(tx, old, 'skip').execute())
    await tx.deleteFrom('idempotency_key').where('owner', '=', owner).where('key', '=', key).execute()
}
