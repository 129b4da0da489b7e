import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const interwiki = copied('interwiki', 'interwiki', {
  prefix: text('iw_prefix'),
  url: text('iw_url'),
  api: text('iw_api'),
  wiki_id: text('iw_wikiid'),
  local: integer('iw_local'),
  trans: integer('iw_trans'),
})
