import type { Row } from '#store/insert-rows.ts'
import { findLookups } from '../bulk/keep-lookups.ts'
import { BLOCK_TARGETS, type BlockTarget } from './block-target.ts'
import { expiry, integer, requiredTime } from './fields.ts'
import { converter, type Outcome, selectionOf, type TableMapping } from './mapping.ts'

const fields = {
  id: integer('bl_id'),
  by_actor_id: integer('bl_by_actor'),
  summary_id: integer('bl_reason_id'),
  timestamp: requiredTime('bl_timestamp'),
  anon_only: integer('bl_anon_only'),
  create_account: integer('bl_create_account'),
  enable_autoblock: integer('bl_enable_autoblock'),
  expires_at: expiry('bl_expiry'),
  hide_name: integer('bl_deleted'),
  block_email: integer('bl_block_email'),
  allow_usertalk: integer('bl_allow_usertalk'),
  parent_block_id: integer('bl_parent_block_id', { otherwise: null }),
  sitewide: integer('bl_sitewide', { otherwise: 1 }),
}

const columns = [...Object.keys(fields), 'address', 'account_id', 'auto', 'range_start', 'range_end']

/** Blocks from 1.42 on; earlier versions have `ipblocks`. */
export const block: TableMapping = {
  table: 'block',
  needs: () => ['block_target'],
  columns: table => [['bl_target', 'integer'], ...selectionOf(fields, table)],
  store: async (tx, rows, { insert }, table) => {
    const convert = converter(fields, table)
    const targets = await findLookups(
      tx,
      BLOCK_TARGETS,
      rows.map(row => row[0] as number),
    )
    const converted: Row[] = []
    const skipped = new Map<string, number>()
    for (const [targetId, ...rest] of rows) {
      const found = targets.get(String(targetId))
      if (found === undefined) {
        const reason = 'its target is not in the table "block_target"'
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
        continue
      }
      const { address, account, auto, rangeStart, rangeEnd } = JSON.parse(found) as BlockTarget
      converted.push([...convert(rest), address, account, auto, rangeStart, rangeEnd])
    }
    const added = await insert(tx, 'block', columns, converted)
    if (converted.length > added) skipped.set('already there', converted.length - added)
    return { stored: added, skipped } satisfies Outcome
  },
}
