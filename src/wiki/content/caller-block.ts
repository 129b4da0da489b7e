import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import { sanitizeIp } from '../site/ip.ts'
import { parseIpRange } from '../site/ip-ranges.ts'
import { type ActiveBlock, activeBlock, type BlockRow, selectBlocks } from './active-blocks.ts'
import { type BlockRestrictions, blockRestrictions } from './block-restrictions.ts'

/** A block that holds for whoever makes the request. */
export interface CallerBlock extends ActiveBlock {
  /** Made by itself, on an address that a blocked user came from. */
  readonly auto: boolean
  readonly noEmail: boolean
  /** May still write on their own talk page. */
  readonly allowsOwnTalk: boolean
  /** What a partial block is about; null when it holds for the whole site. */
  readonly restrictions: BlockRestrictions | null
}

const NO_RESTRICTIONS: BlockRestrictions = { pages: [], namespaces: [], actions: [] }

/**
 * The block of the caller's account, else one of the address they come from. Blocks of addresses that are meant for
 * people without an account do not hold for those who have one, and there is a right to be free of them all.
 */
export async function callerBlock(db: Reader, caller: Caller, now: number): Promise<CallerBlock | null> {
  const own = caller.account ? await blocksOfAccount(db, caller.account.id, now) : []
  if (own[0]) return own[0]
  if (caller.account && caller.can('ipblock-exempt')) return null
  const onAddress = await blocksOfAddress(db, caller.ip, now)
  return onAddress.find(block => caller.account === null || !block.anonOnly) ?? null
}

async function blocksOfAccount(db: Reader, accountId: number, now: number): Promise<CallerBlock[]> {
  const rows = await selectBlocks(db, now).where('block.account_id', '=', accountId).orderBy('block.id').execute()
  return withRestrictions(
    db,
    rows.filter(row => row.auto === 0),
  )
}

/** The narrowest first: an address before the range it lies in. */
async function blocksOfAddress(db: Reader, ip: string, now: number): Promise<CallerBlock[]> {
  const range = parseIpRange(sanitizeIp(ip))
  if (!range) return []
  // No block is wider than the first four digits, so the search is a short range of the index.
  const digits = range.version === 6 ? range.low.slice(0, 'v6-'.length + 4) : range.low.slice(0, 4)
  const rows = await selectBlocks(db, now)
    .where('block.range_start', '>=', digits)
    .where('block.range_start', '<=', range.low)
    .where('block.range_end', '>=', range.low)
    .orderBy('block.range_start', 'desc')
    .orderBy('block.range_end')
    .execute()
  return withRestrictions(
    db,
    rows.filter(row => (row.account_id ?? 0) === 0),
  )
}

async function withRestrictions(db: Reader, rows: readonly BlockRow[]): Promise<CallerBlock[]> {
  const partial = rows.filter(row => row.sitewide === 0).map(row => row.id)
  const restrictions = await blockRestrictions(db, partial)
  return rows.map(row => ({
    ...activeBlock(row),
    auto: row.auto === 1,
    noEmail: row.block_email === 1,
    allowsOwnTalk: row.allow_usertalk === 1,
    restrictions: row.sitewide === 1 ? null : (restrictions.get(row.id) ?? NO_RESTRICTIONS),
  }))
}
