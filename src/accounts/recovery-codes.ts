import { randomInt } from 'node:crypto'
import type { Reader, Writer } from '#store/store.ts'
import { fingerprint } from './secrets.ts'

const CODES = 10
/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 80 bits, so that a fast hash is enough. */
const LENGTH = 16

/** Replaces the recovery codes of an account. They can be shown only once: only hashes are stored. */
export async function replaceRecoveryCodes(tx: Writer, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await deleteRecoveryCodes(tx, accountId)
  await tx
    .insertInto('recovery_code')
    .values(codes.map(code => ({ account_id: accountId, code_hash: hash(accountId, code) })))
    .execute()
  return codes
}

/** Uses up a code. Of two concurrent calls with the same code, only one returns true. */
export async function useRecoveryCode(tx: Writer, accountId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash(accountId, code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Reader, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteRecoveryCodes(tx: Writer, accountId: number): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** Spaces, hyphens and case do not matter. */
const hash = (accountId: number, code: string): string =>
  fingerprint(`${accountId} ${code.replace(/[\s-]/g, '').toUpperCase()}`)
