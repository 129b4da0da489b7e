import type { Row } from '#store/insert-rows.ts'
import { stored, type TableMapping } from './mapping.ts'

export const slots: TableMapping = {
  table: 'slots',
  needs: () => ['slot_roles'],
  columns: () => [
    ['slot_revision_id', 'integer'],
    ['slot_role_id', 'text'],
    ['slot_content_id', 'integer'],
    ['slot_origin', 'integer'],
  ],
  store: async (tx, rows, { insert, dictionary }) => {
    const roles = await dictionary(tx, 'slot_roles')
    const made: Row[] = rows.map(([revision, role, contentId, origin]) => {
      return [revision!, roles.get(String(role)) ?? 'main', contentId!, origin!]
    })
    return stored(await insert(tx, 'slot', ['revision_id', 'role', 'content_id', 'origin'], made), rows.length)
  },
}
