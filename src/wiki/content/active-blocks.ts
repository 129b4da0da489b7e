import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

/** An active block, with the fields that are public. */
export interface ActiveBlock {
  readonly id: number
  readonly accountId: number
  readonly byId: number
  readonly byName: string
  readonly reason: string
  readonly timestamp: number
  readonly expiresAt: number | null
  readonly sitewide: boolean
  readonly noCreate: boolean
  readonly anonOnly: boolean
  readonly hideName: boolean
}

/** Blocks with their author and reason. Expired blocks stay in the table. */
const selectAllBlocks = (db: Reader) =>
  db
    .selectFrom('block')
    .innerJoin('actor', 'actor.id', 'block.by_actor_id')
    .innerJoin('summary', 'summary.id', 'block.summary_id')
    .selectAll('block')
    .select(['actor.account_id as by_id', 'actor.name as by_name', 'summary.text as reason'])

const MANUAL_BLOCKS = statement(db => selectAllBlocks(db).where('block.auto', '=', 0).orderBy('block.id'))

/** Active blocks with their author and reason. */
export const selectBlocks = (db: Reader, now: number) =>
  selectAllBlocks(db).where(eb => eb.or([eb('block.expires_at', 'is', null), eb('block.expires_at', '>', now)]))

export type BlockRow = Awaited<ReturnType<ReturnType<typeof selectBlocks>['execute']>>[number]

export const activeBlock = (row: BlockRow): ActiveBlock => ({
  id: row.id,
  accountId: row.account_id ?? 0,
  byId: row.by_id ?? 0,
  byName: row.by_name,
  reason: row.reason,
  timestamp: row.timestamp,
  expiresAt: row.expires_at,
  sitewide: row.sitewide === 1,
  noCreate: row.create_account === 1,
  anonOnly: row.anon_only === 1,
  hideName: row.hide_name === 1,
})

/** Active blocks of accounts, by account ID. */
export async function activeBlocks(
  db: Reader,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, ActiveBlock>> {
  if (accountIds.length === 0) return new Map()
  const rows = await MANUAL_BLOCKS.where('block.account_id', 'in', accountIds).all(db)
  const active = rows.filter(({ expires_at }) => expires_at === null || expires_at > now)
  return new Map(active.map(row => [row.account_id!, activeBlock(row)]))
}
