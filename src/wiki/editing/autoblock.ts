import type { Writer } from '#store/store.ts'
import { ownMessages } from '../content/own-messages.ts'
import { wordingOf } from '../messages/wording.ts'
import { parseIpRange } from '../site/ip-ranges.ts'
import type { Wiki } from '../wiki.ts'
import { storeSummary } from './store-revision.ts'
import {
  blockNumbered,
  childrenOf,
  findBlock,
  oneAtATime,
  removeBlocks,
  restrictionsOf,
  type StoredBlock,
  storeRestrictions,
} from './stored-block.ts'

/** Duration of an autoblock, in seconds. */
const DURATION = 86_400

const REASON =
  'Autoblocked because your IP address has been recently used by "[[User:$1|$1]]".\nThe reason given for $1\'s block is "$2"'

/** Autoblocks an address used by a blocked account; extends an autoblock that already exists. */
export async function autoblock(tx: Writer, wiki: Wiki, parent: StoredBlock, ip: string, now: number): Promise<void> {
  const range = parseIpRange(ip)
  if (parent.enable_autoblock === 0 || parent.account_id === null || range === null) return
  const expires_at = Math.min(parent.expires_at ?? Number.POSITIVE_INFINITY, now + DURATION)
  const existing = await findBlock(tx, { kind: 'address', name: ip, range }, now)
  if (existing) {
    const lastsLonger = parent.expires_at === null || parent.expires_at > existing.timestamp + DURATION
    if (existing.auto === 1 && lastsLonger)
      await tx.updateTable('block').set({ timestamp: now, expires_at }).where('id', '=', existing.id).execute()
    return
  }
  const { by_actor_id, create_account, hide_name, allow_usertalk, sitewide } = parent
  const { id } = await tx
    .insertInto('block')
    .values({
      by_actor_id,
      create_account,
      hide_name,
      allow_usertalk,
      sitewide,
      parent_block_id: parent.id,
      address: ip,
      account_id: null,
      auto: 1,
      anon_only: 0,
      enable_autoblock: 0,
      block_email: 0,
      timestamp: now,
      expires_at,
      range_start: range.low,
      range_end: range.high,
      summary_id: await storeSummary(tx, await reasonOf(tx, wiki, parent)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeRestrictions(tx, id, await restrictionsOf(tx, parent.id))
}

/** Autoblocks the address of a blocked user who tries to edit again, if their block has autoblock enabled. */
export async function spreadBlock(wiki: Wiki, blockId: number, ip: string, now: number): Promise<void> {
  const block = await blockNumbered(wiki.db, blockId, now)
  if (!block || block.enable_autoblock === 0 || block.auto === 1) return
  await wiki.store.transaction(async tx => {
    await oneAtATime(tx)
    await autoblock(tx, wiki, block, ip, now)
  })
}

/** The address of the account's latest recent change. */
export async function lastAddressOf(tx: Writer, accountId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('recent_change')
    .innerJoin('actor', 'actor.id', 'recent_change.actor_id')
    .where('actor.account_id', '=', accountId)
    .orderBy('recent_change.timestamp', 'desc')
    .orderBy('recent_change.id', 'desc')
    .select('recent_change.ip')
    .limit(1)
    .executeTakeFirst()
  return row?.ip || null
}

/** Copies changes of a block to its autoblocks, or removes them once autoblock is turned off. */
export async function followParent(tx: Writer, parent: StoredBlock): Promise<void> {
  const children = await childrenOf(tx, parent.id)
  if (children.length === 0) return
  if (parent.enable_autoblock === 0) return removeBlocks(tx, children)
  const { by_actor_id, create_account, hide_name, allow_usertalk, sitewide, summary_id } = parent
  const changed = tx
    .updateTable('block')
    .set({ by_actor_id, create_account, hide_name, allow_usertalk, sitewide, summary_id })
  await changed.where('id', 'in', children).execute()
  const restrictions = await restrictionsOf(tx, parent.id)
  for (const child of children) await storeRestrictions(tx, child, restrictions)
}

async function reasonOf(tx: Writer, wiki: Wiki, { address, summary_id }: StoredBlock): Promise<string> {
  const { language } = wiki.site
  const own = await ownMessages(wiki, language, ['autoblocker'])
  const text = own('autoblocker') || (await wordingOf(wiki.messages, language)).text('autoblocker') || REASON
  const reason = await tx.selectFrom('summary').where('id', '=', summary_id).select('text').executeTakeFirst()
  const values = [address, reason?.text ?? '']
  return text.replace(/\$([12])/g, (_, place) => values[Number(place) - 1]!)
}
