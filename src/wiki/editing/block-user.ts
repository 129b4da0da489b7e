import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { skipNumbers } from '#store/row-numbers.ts'
import type { Writer } from '#store/store.ts'
import type { BlockTarget } from '../content/block-target.ts'
import type { Serializable } from '../php/serialize.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { autoblock, followParent, lastAddressOf } from './autoblock.ts'
import { hideName } from './hide-name.ts'
import { storeLogEntry } from './log-entry.ts'
import { storeAuthor } from './store-author.ts'
import { shortened, storeSummary } from './store-revision.ts'
import {
  findBlock,
  oneAtATime,
  RESTRICTION,
  type Restriction,
  removeEnded,
  restrictionsOf,
  type StoredBlock,
  storeRestrictions,
} from './stored-block.ts'
import { userPage } from './user-page.ts'

export interface BlockOrder {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly target: Exclude<BlockTarget, { kind: 'nobody' }>
  readonly reason: string
  readonly expiresAt: number | null
  /** The duration as requested; it goes into the log. */
  readonly duration: string
  readonly anonOnly: boolean
  readonly noCreate: boolean
  readonly autoblock: boolean
  readonly noEmail: boolean
  readonly hideName: boolean
  readonly allowUserTalk: boolean
  /** Targets of a partial block, in the order requested; null blocks the whole site. */
  readonly partial: { readonly pages: readonly BlockedPage[]; readonly namespaces: readonly number[] } | null
  readonly tags: readonly string[]
  /** Whether an existing block may be changed. */
  readonly reblock: boolean
}

interface BlockedPage {
  readonly id: number
  /** The title as shown in the log. */
  readonly text: string
}

/** Blocks a user or changes their block. Returns the block ID, or null when a block exists and nothing changes. */
export async function blockUser(tx: Writer, wiki: Wiki, order: BlockOrder): Promise<number | null> {
  const { caller, now, target } = order
  await oneAtATime(tx)
  const found = await findBlock(tx, target, now)
  // A manual block may be added to an address that is only autoblocked.
  const prior = found?.auto === 1 ? null : found
  if (prior && (!order.reblock || (await isSame(tx, prior, order)))) return null
  const row = {
    ...flagsOf(order),
    address: target.name,
    account_id: target.kind === 'account' ? target.account.id : null,
    // A changed block keeps its start time.
    range_start: '',
    range_end: '',
    timestamp: prior?.timestamp ?? now,
    expires_at: order.expiresAt,
    ...(target.kind !== 'account' && { range_start: target.range.low, range_end: target.range.high }),
    by_actor_id: await storeAuthor(tx, caller),
    summary_id: await storeSummary(tx, shortened(order.reason)),
  }
  if (!prior) await skipLogged(tx)
  if (!prior) await removeEnded(tx, now)
  const stored: StoredBlock = prior
    ? await tx.updateTable('block').set(row).where('id', '=', prior.id).returningAll().executeTakeFirstOrThrow()
    : await tx.insertInto('block').values(row).returningAll().executeTakeFirstOrThrow()
  await storeRestrictions(tx, stored.id, restrictionsIn(order))
  if (prior) await followParent(tx, stored)
  if (target.kind === 'account') {
    const address = order.autoblock ? await lastAddressOf(tx, target.account.id) : null
    if (address !== null) await autoblock(tx, wiki, stored, address, now)
    if (order.hideName) await hideName(tx, target.account, true)
    else if (prior?.hide_name === 1) await hideName(tx, target.account, false)
  }
  await logBlock(tx, wiki, order, stored.id, prior !== null)
  return stored.id
}

/** Skips block IDs that appear in the log: entries refer to expired blocks by ID, so IDs are never reused. */
async function skipLogged(tx: Writer): Promise<void> {
  const row = await tx
    .selectFrom('log')
    .innerJoin('log_search', 'log_search.log_id', 'log.id')
    .where('log.type', '=', 'block')
    .where('log.action', '=', 'block')
    .where('log_search.field', '=', 'ipb_id')
    .orderBy('log.timestamp', 'desc')
    .orderBy('log.id', 'desc')
    .select('log_search.value')
    .limit(1)
    .executeTakeFirst()
  const used = Number(row?.value ?? 0)
  if (Number.isSafeInteger(used) && used > 0) await skipNumbers(tx, 'block', used)
}

const flag = (value: boolean): number => (value ? 1 : 0)

/** Autoblock, hidden names and `anon_only` apply to either accounts or addresses, not to both. */
function flagsOf(order: BlockOrder) {
  const isAccount = order.target.kind === 'account'
  return {
    auto: 0,
    anon_only: flag(order.anonOnly && !isAccount),
    create_account: flag(order.noCreate),
    enable_autoblock: flag(order.autoblock && isAccount),
    hide_name: flag(order.hideName && isAccount),
    block_email: flag(order.noEmail),
    allow_usertalk: flag(order.allowUserTalk),
    sitewide: flag(order.partial === null),
  }
}

function restrictionsIn({ partial }: BlockOrder): Restriction[] {
  if (partial === null) return []
  const pages = [...new Set(partial.pages.map(({ id }) => id))].sort((a, b) => a - b)
  const namespaces = [...new Set(partial.namespaces)].sort((a, b) => a - b)
  return [
    ...pages.map(value => ({ type: RESTRICTION.page, value })),
    ...namespaces.map(value => ({ type: RESTRICTION.namespace, value })),
  ]
}

async function isSame(tx: Writer, prior: StoredBlock, order: BlockOrder): Promise<boolean> {
  const flags = flagsOf(order)
  const names = Object.keys(flags) as (keyof typeof flags)[]
  if (prior.expires_at !== order.expiresAt || names.some(name => flags[name] !== prior[name])) return false
  const reason = await tx.selectFrom('summary').where('id', '=', prior.summary_id).select('text').executeTakeFirst()
  if (reason?.text !== shortened(order.reason)) return false
  return JSON.stringify(await restrictionsOf(tx, prior.id)) === JSON.stringify(restrictionsIn(order))
}

async function logBlock(tx: Writer, wiki: Wiki, order: BlockOrder, id: number, again: boolean): Promise<void> {
  const { caller, now, target, reason, tags, partial } = order
  const restrictions = partial && {
    ...(partial.pages.length > 0 && { pages: partial.pages.map(({ text }) => text) }),
    ...(partial.namespaces.length > 0 && { namespaces: [...partial.namespaces] }),
  }
  const params: Record<string, Serializable> = {
    '5::duration': order.duration,
    '6::flags': toldFlags(order).join(','),
    sitewide: partial === null,
    ...(restrictions && Object.keys(restrictions).length > 0 && { '7::restrictions': restrictions }),
  }
  const logId = await storeLogEntry(tx, {
    type: order.hideName ? 'suppress' : 'block',
    action: again ? 'reblock' : 'block',
    caller,
    now,
    reason,
    tags,
    ...(await userPage(tx, target.name)),
    params,
    found: [{ field: 'ipb_id', values: [String(id)] }],
    // Suppression stays out of recent changes.
    amongChanges: !order.hideName,
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: again ? 'reblock' : 'block',
    accountId: caller.account?.id ?? null,
    subject: `${NS.user}:${target.name.replaceAll(' ', '_')}`,
    data: { block: id, log: logId, duration: order.duration, sitewide: partial === null },
  })
}

function toldFlags(order: BlockOrder): string[] {
  const isAccount = order.target.kind === 'account'
  return [
    ...(order.anonOnly && !isAccount ? ['anononly'] : []),
    ...(order.noCreate ? ['nocreate'] : []),
    ...(isAccount && !order.autoblock ? ['noautoblock'] : []),
    ...(order.noEmail ? ['noemail'] : []),
    ...(order.allowUserTalk ? [] : ['nousertalk']),
    ...(order.hideName ? ['hiddenname'] : []),
  ]
}
