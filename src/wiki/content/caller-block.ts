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
  /** The name, address or range that is blocked. */
  readonly target: string
  readonly noEmail: boolean
  /** May still write on their own talk page. */
  readonly allowsOwnTalk: boolean
  /** What a partial block is about; null when it holds for the whole site. */
  readonly restrictions: BlockRestrictions | null
  /** The block that this one came of by itself. */
  readonly parentId: number | null
  /** Several blocks at once, of the account and of addresses, count as one that forbids what any of them does. */
  readonly parts?: readonly CallerBlock[]
}

const NO_RESTRICTIONS: BlockRestrictions = { pages: [], namespaces: [], actions: [] }

/**
 * What blocks the caller: their account, the address they come from, or both. Blocks of addresses that are meant for people
 * without an account do not hold for those who have one, and there is a right to be free of them all.
 */
export async function callerBlock(db: Reader, caller: Caller, now: number): Promise<CallerBlock | null> {
  const own = caller.account ? await blocksOfAccount(db, caller.account.id, now) : []
  const isExempt = caller.account !== null && caller.can('ipblock-exempt')
  const onAddress = isExempt ? [] : await blocksOfAddress(db, caller.ip, now)
  const held = onAddress.filter(block => caller.account === null || !block.anonOnly)
  // Who is blocked is not blocked once more by what that block did to their address.
  const others = held.filter(({ parentId }) => parentId === null || !own.some(({ id }) => id === parentId))
  const blocks = [...own, ...others]
  return blocks.length > 1 ? together(blocks, now) : (blocks[0] ?? null)
}

/** The narrowest block of an address, for whoever comes from there. */
export const addressBlock = async (db: Reader, ip: string, now: number): Promise<CallerBlock | null> =>
  (await blocksOfAddress(db, ip, now))[0] ?? null

const SEVERAL = 'There are multiple blocks against your account and/or IP address'

function together(parts: readonly CallerBlock[], now: number): CallerBlock {
  const ends = parts.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY)
  const end = Math.max(...ends)
  return {
    id: 0,
    accountId: 0,
    byId: 0,
    byName: '',
    reason: SEVERAL,
    timestamp: now,
    target: '',
    parentId: null,
    parts,
    expiresAt: Number.isFinite(end) ? end : null,
    auto: false,
    restrictions: null,
    sitewide: parts.some(({ sitewide }) => sitewide),
    noCreate: parts.some(({ noCreate }) => noCreate),
    noEmail: parts.some(({ noEmail }) => noEmail),
    anonOnly: parts.every(({ anonOnly }) => anonOnly),
    hideName: parts.some(part => part.hideName),
    allowsOwnTalk: parts.every(({ allowsOwnTalk }) => allowsOwnTalk),
  }
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
    target: row.address,
    parentId: row.parent_block_id,
    noEmail: row.block_email === 1,
    allowsOwnTalk: row.allow_usertalk === 1,
    restrictions: row.sitewide === 1 ? null : (restrictions.get(row.id) ?? NO_RESTRICTIONS),
  }))
}
