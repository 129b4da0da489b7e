import { addLookups } from '../bulk/keep-lookups.ts'
import type { SqlValue } from '../readers/sql/sql-table.ts'
import { integer, text } from './fields.ts'
import { copied, type Field, stored, type TableMapping } from './mapping.ts'

/** Small tables that map IDs to names. The names are written into the rows that use them. */
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

export const interwiki = copied('interwiki', 'interwiki', {
  prefix: text('iw_prefix'),
  url: text('iw_url'),
  api: text('iw_api'),
  wiki_id: text('iw_wikiid'),
  local: integer('iw_local'),
  trans: integer('iw_trans'),
})

const count = (column: string): Field => ({
  column,
  form: 'integer',
  // A wiki without counts has NULL or -1.
  convert: (value: SqlValue) => (typeof value === 'number' && value > 0 ? value : 0),
  otherwise: 0,
})

export const siteStats = copied('site_stats', 'site_stats', {
  id: { column: 'ss_row_id', form: 'integer' },
  edits: count('ss_total_edits'),
  articles: count('ss_good_articles'),
  pages: count('ss_total_pages'),
  users: count('ss_users'),
  active_users: count('ss_active_users'),
  images: count('ss_images'),
})
