import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'

/** Targets of a partial block, sorted by ID. */
export interface BlockRestrictions {
  /** A page deleted since then has only an ID. */
  readonly pages: { readonly id: number; readonly name: { readonly ns: number; readonly title: string } | null }[]
  readonly namespaces: number[]
  readonly actions: string[]
}

const PAGE = 1
const NAMESPACE = 2
const ACTIONS: Readonly<Record<number, string>> = { 1: 'upload', 2: 'move', 3: 'create' }

/** Restrictions of partial blocks, by block ID. */
export async function blockRestrictions(
  db: Reader,
  blockIds: readonly number[],
): Promise<Map<number, BlockRestrictions>> {
  const found = new Map<number, BlockRestrictions>()
  if (blockIds.length === 0) return found
  const rows = await db
    .selectFrom('block_restriction as r')
    .leftJoin('page', join => join.onRef('page.id', '=', 'r.value').on('r.type', '=', PAGE))
    .where('r.block_id', 'in', padded(blockIds))
    .orderBy('r.block_id')
    .orderBy('r.type')
    .orderBy('r.value')
    .select(['r.block_id', 'r.type', 'r.value', 'page.ns', 'page.title'])
    .execute()
  for (const { block_id, type, value, ns, title } of rows) {
    const entry = found.get(block_id) ?? { pages: [], namespaces: [], actions: [] }
    found.set(block_id, entry)
    if (type === PAGE) entry.pages.push({ id: value, name: ns === null || title === null ? null : { ns, title } })
    else if (type === NAMESPACE) entry.namespaces.push(value)
    else entry.actions.push(ACTIONS[value] ?? String(value))
  }
  return found
}
