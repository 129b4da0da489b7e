import { sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import type { Writer } from '#store/store.ts'
import type { Site } from '../site/site.ts'

/** An article is a page with content that is no redirect and links to some page. */
export async function isArticle(tx: Writer, site: Site, ns: number, pageId: number): Promise<boolean> {
  if (!site.namespaces.isContent(ns)) return false
  const page = await tx.selectFrom('page').where('id', '=', pageId).select('is_redirect').executeTakeFirst()
  if (page === undefined || page.is_redirect === 1) return false
  const link = await tx.selectFrom('page_link').where('from_id', '=', pageId).select('target_id').limit(1).execute()
  return link.length > 0
}

interface Counted {
  readonly edits: number
  readonly pages: number
  readonly articles: number
}

export async function countForSite(tx: Writer, { edits, pages, articles }: Counted): Promise<void> {
  await sql`
    insert into site_stats (id, edits, pages, articles)
    values (1, ${edits}, ${Math.max(pages, 0)}, ${Math.max(articles, 0)})
    on conflict (id) do update set edits = site_stats.edits + ${edits}, pages = site_stats.pages + ${pages},
      articles = site_stats.articles + ${articles}`.execute(tx)
}

export async function countForAuthor(tx: Writer, { account }: Caller): Promise<void> {
  if (account === null) return
  await tx
    .updateTable('account')
    .set(eb => ({ edit_count: eb('edit_count', '+', 1) }))
    .where('id', '=', account.id)
    .execute()
}
