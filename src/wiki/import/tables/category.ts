import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const category = copied('category', 'category', {
  id: integer('cat_id'),
  title: text('cat_title'),
  pages: integer('cat_pages'),
  subcats: integer('cat_subcats'),
  files: integer('cat_files'),
})
