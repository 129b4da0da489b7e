import type { SqlValue } from '../readers/sql/sql-table.ts'
import type { Field } from './mapping.ts'
import { copied } from './mapping.ts'

const count = (column: string): Field => ({
  column,
  form: 'integer',
  // A wiki that has not counted yet says NULL or -1.
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
