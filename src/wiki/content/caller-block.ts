import type { Caller } from '#accounts/caller.ts'
import { prepared } from '#store/prepared.ts'
import { oncePerRequest } from '#store/request-reads.ts'
import type { Reader } from '#store/store.ts'
import { sanitizeIp } from '../site/ip.ts'
import { parseIpRange } from '../site/ip-ranges.ts'
import { type ActiveBlock, activeBlock, type BlockRow, selectBlocks } from './active-blocks.ts'
import { type BlockRestrictions, blockRestrictions } from './block-restrictions.ts'

/** A block that applies to the caller. */
export interface CallerBlock extends ActiveBlock {
  /** Whether this is an autoblock on an address used by a blocked user. */
  readonly auto: boolean
  /** The blocked name, address or range. */
  readonly target: string
  readonly noEmail: boolean
  /** Whether the user may edit their own talk page. */
  readonly allowsOwnTalk: boolean
  /** Targets of a partial block; null when it is sitewide. */
  readonly restrictions: BlockRestrictions | null
  /** The block that caused this autoblock. */
  readonly parentId: number | null
  /** Set for a composite of several blocks, which forbids whatever any of them does. */
  readonly parts?: readonly CallerBlock[]
}

const NO_RESTRICTIONS: BlockRestrictions = { pages: [], namespaces: [], actions: [] }

/**
 * The block that applies to the caller's account, address or both. Address blocks meant for unregistered users do not
 * apply to accounts, and accounts with `ipblock-exempt` ignore address blocks.
 */
export const callerBlock = (db: Reader, caller: Caller, now: number): Promise<CallerBlock | null> =>
  db.isTransaction
    ? readBlock(db, caller, now)
    : oncePerRequest(`block ${caller.account?.id ?? 0} ${caller.ip}`, () => readBlock(db, caller, now))

async function readBlock(db: Reader, caller: Caller, now: number): Promise<CallerBlock | null> {
  const own = caller.account ? await blocksOfAccount(db, caller.account.id, now) : []
  const isExempt = caller.account !== null && caller.can('ipblock-exempt')
  const onAddress = isExempt ? [] : await blocksOfAddress(db, caller.ip, now)
  const applicable = onAddress.filter(block => caller.account === null || !block.anonOnly)
  // A user's own autoblock does not count as a second block.
  const others = applicable.filter(({ parentId }) => parentId === null || !own.some(({ id }) => id === parentId))
  const blocks = [...own, ...others]
  return blocks.length > 1 ? together(blocks, now) : (blocks[0] ?? null)
}

/** The most specific block of an address. */
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

const accountBlocks = prepared((db: Reader, accountId: number, now: number) =>
  selectBlocks(db, now).where('block.account_id', '=', accountId).orderBy('block.id'),
)

async function blocksOfAccount(db: Reader, accountId: number, now: number): Promise<CallerBlock[]> {
  const rows = await accountBlocks(db, accountId, now)
  return withRestrictions(
    db,
    rows.filter(row => row.auto === 0),
  )
}

const addressBlocks = prepared((db: Reader, digits: string, low: string, now: number) =>
  selectBlocks(db, now)
    .where('block.range_start', '>=', digits)
    .where('block.range_start', '<=', low)
    .where('block.range_end', '>=', low)
    .orderBy('block.range_start', 'desc')
    .orderBy('block.range_end'),
)

/** Most specific first: an address before the range that contains it. */
async function blocksOfAddress(db: Reader, ip: string, now: number): Promise<CallerBlock[]> {
  const range = parseIpRange(sanitizeIp(ip))
  if (!range) return []
  // No range is wider than its first four digits, so this scans a short part of the index.
  const digits = range.version === 6 ? range.low.slice(0, 'v6-'.length + 4) : range.low.slice(0, 4)
  const rows = await addressBlocks(db, digits, range.low, now)
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
