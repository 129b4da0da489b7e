import type { Selectable } from 'kysely'
import { holdRows } from '#store/lock-rows.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { BlockTarget } from '../content/block-target.ts'

export type StoredBlock = Selectable<Database['block']>

/** A target of a partial block, as stored. */
export interface Restriction {
  readonly type: number
  readonly value: number
}

export const RESTRICTION = { page: 1, namespace: 2 } as const

/** Serializes block changes, so nobody is blocked twice. */
export const oneAtATime = (tx: Writer): Promise<void> =>
  holdRows(tx, tx.selectFrom('site_stats').select('id').where('id', '=', 1))

const inForce = (db: Reader, now: number) =>
  db
    .selectFrom('block')
    .selectAll()
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

/** The block of exactly this account, address or range. A manual block takes precedence over an autoblock. */
export async function findBlock(db: Reader, target: BlockTarget, now: number): Promise<StoredBlock | null> {
  if (target.kind === 'nobody') return null
  const blocks = inForce(db, now)
  const rows = await (target.kind === 'account'
    ? blocks.where('account_id', '=', target.account.id).where('auto', '=', 0)
    : blocks.where('address', '=', target.name).where('account_id', 'is', null)
  )
    .orderBy('auto')
    .orderBy('id')
    .execute()
  return rows[0] ?? null
}

export async function blockNumbered(db: Reader, id: number, now: number): Promise<StoredBlock | null> {
  return (await inForce(db, now).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function restrictionsOf(db: Reader, blockId: number): Promise<Restriction[]> {
  const rows = db.selectFrom('block_restriction').where('block_id', '=', blockId).select(['type', 'value'])
  return rows.orderBy('type').orderBy('value').execute()
}

export async function storeRestrictions(
  tx: Writer,
  blockId: number,
  restrictions: readonly Restriction[],
): Promise<void> {
  await tx.deleteFrom('block_restriction').where('block_id', '=', blockId).execute()
  if (restrictions.length === 0) return
  await tx
    .insertInto('block_restriction')
    .values(restrictions.map(restriction => ({ block_id: blockId, ...restriction })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const childrenOf = async (db: Reader, blockId: number): Promise<number[]> =>
  (await db.selectFrom('block').where('parent_block_id', '=', blockId).select('id').execute()).map(({ id }) => id)

export async function removeBlocks(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('block_restriction').where('block_id', 'in', ids).execute()
  await tx.deleteFrom('block').where('id', 'in', ids).execute()
}

/** Removes expired blocks; runs whenever a block is created. */
export async function removeEnded(tx: Writer, now: number): Promise<void> {
  const ended = await tx.selectFrom('block').where('expires_at', '<=', now).select('id').limit(500).execute()
  await removeBlocks(
    tx,
    ended.map(({ id }) => id),
  )
}
