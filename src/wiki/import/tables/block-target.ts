import { addLookups } from '../bulk/keep-lookups.ts'
import { stored, type TableMapping } from './mapping.ts'

/** The target of a block, from 1.42 on; it becomes part of our block. */
export interface BlockTarget {
  readonly address: string
  readonly account: number | null
  readonly auto: number
  readonly rangeStart: string
  readonly rangeEnd: string
}

export const BLOCK_TARGETS = 'block_target'

export const blockTarget: TableMapping = {
  table: 'block_target',
  needs: () => [],
  columns: () => [
    ['bt_id', 'integer'],
    ['bt_address', 'text'],
    ['bt_user', 'integer'],
    ['bt_user_text', 'text'],
    ['bt_auto', 'integer'],
    ['bt_range_start', 'text'],
    ['bt_range_end', 'text'],
  ],
  store: async (tx, rows) => {
    const entries = rows.map(([id, address, account, name, auto, rangeStart, rangeEnd]) => {
      const target: BlockTarget = {
        address: String(address ?? name ?? ''),
        account: account as number | null,
        auto: Number(auto ?? 0),
        rangeStart: String(rangeStart ?? ''),
        rangeEnd: String(rangeEnd ?? ''),
      }
      return [id as number, JSON.stringify(target)] as const
    })
    return stored(await addLookups(tx, BLOCK_TARGETS, entries), rows.length)
  },
}
