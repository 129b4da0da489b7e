import { integer, number, requiredTime, text, time, title } from './fields.ts'
import { copied } from './mapping.ts'

export const page = copied('page', 'page', {
  id: integer('page_id'),
  ns: integer('page_namespace'),
  title: title('page_title'),
  is_redirect: integer('page_is_redirect'),
  is_new: integer('page_is_new'),
  random: number('page_random'),
  touched: requiredTime('page_touched'),
  links_updated: time('page_links_updated'),
  latest_rev: integer('page_latest'),
  length: integer('page_len'),
  content_model: text('page_content_model', { otherwise: null }),
  lang: text('page_lang', { otherwise: null }),
})
