import type { Row } from '#store/insert-rows.ts'
import { expiry, integer, number, requiredTime, text, time, title } from './fields.ts'
import { copied, stored, type TableMapping } from './mapping.ts'

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

export const pageProps = copied('page_props', 'page_prop', {
  page_id: integer('pp_page'),
  name: text('pp_propname'),
  value: text('pp_value'),
  sortkey: number('pp_sortkey', { otherwise: null }),
})

export const pageRestrictions = copied('page_restrictions', 'page_restriction', {
  id: integer('pr_id'),
  page_id: integer('pr_page'),
  type: text('pr_type'),
  level: text('pr_level'),
  cascade: integer('pr_cascade'),
  expires_at: expiry('pr_expiry'),
})

export const protectedTitles = copied('protected_titles', 'protected_title', {
  ns: integer('pt_namespace'),
  title: text('pt_title'),
  account_id: integer('pt_user'),
  summary_id: integer('pt_reason_id'),
  timestamp: requiredTime('pt_timestamp'),
  expires_at: expiry('pt_expiry'),
  level: text('pt_create_perm'),
})

export const category = copied('category', 'category', {
  id: integer('cat_id'),
  title: text('cat_title'),
  pages: integer('cat_pages'),
  subcats: integer('cat_subcats'),
  files: integer('cat_files'),
})

/** Summary and author may be 0 here; before 1.40, `revision_comment_temp` and `revision_actor_temp` provide them. */
export const revision = copied('revision', 'revision', {
  id: integer('rev_id'),
  page_id: integer('rev_page'),
  summary_id: integer('rev_comment_id', { otherwise: 0 }),
  actor_id: integer('rev_actor', { otherwise: 0 }),
  timestamp: requiredTime('rev_timestamp'),
  minor: integer('rev_minor_edit'),
  deleted: integer('rev_deleted'),
  length: integer('rev_len'),
  parent_id: integer('rev_parent_id'),
  sha1: text('rev_sha1', { otherwise: '' }),
})

export const archive = copied('archive', 'archive', {
  id: integer('ar_id'),
  ns: integer('ar_namespace'),
  title: text('ar_title'),
  summary_id: integer('ar_comment_id'),
  actor_id: integer('ar_actor'),
  timestamp: requiredTime('ar_timestamp'),
  minor: integer('ar_minor_edit'),
  rev_id: integer('ar_rev_id'),
  deleted: integer('ar_deleted'),
  length: integer('ar_len'),
  page_id: integer('ar_page_id'),
  parent_id: integer('ar_parent_id'),
  sha1: text('ar_sha1', { otherwise: '' }),
})

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
    const converted: Row[] = rows.map(([revision, role, contentId, origin]) => {
      return [revision!, roles.get(String(role)) ?? 'main', contentId!, origin!]
    })
    return stored(await insert(tx, 'slot', ['revision_id', 'role', 'content_id', 'origin'], converted), rows.length)
  },
}
