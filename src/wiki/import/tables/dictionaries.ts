import { addLookups } from '../bulk/keep-lookups.ts'
import { stored, type TableMapping } from './mapping.ts'

/** Small tables that give names to numbers. The names are written into the rows that use them. */
const dictionary = (table: string, id: string, name: string): TableMapping => ({
  table,
  needs: () => [],
  columns: () => [
    [id, 'text'],
    [name, 'text'],
  ],
  store: async (tx, rows) => {
    const entries = rows.map(([key, value]) => [String(key), String(value)] as const)
    return stored(await addLookups(tx, table, entries), rows.length)
  },
})

export const contentModels = dictionary('content_models', 'model_id', 'model_name')
export const slotRoles = dictionary('slot_roles', 'role_id', 'role_name')
export const collation = dictionary('collation', 'collation_id', 'collation_name')
