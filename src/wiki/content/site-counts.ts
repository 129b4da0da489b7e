import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import type { AccountHook } from '#accounts/hooks.ts'
import { commitSoon } from '#store/commit-soon.ts'
import { type ChainStep, StatementChain } from '#store/statement-chain.ts'
import type { Writer } from '#store/store.ts'
import type { Site } from '../site/site.ts'

/** Whether a page counts as an article: in a content namespace, not a redirect, and with a link to a page. */
export const countsAsArticle = (site: Site, ns: number, isRedirect: boolean, hasLinks: boolean): boolean =>
  site.namespaces.isContent(ns) && !isRedirect && hasLinks

/** The same for a page in the database. */
export async function isArticle(tx: Writer, site: Site, ns: number, pageId: number): Promise<boolean> {
  if (!site.namespaces.isContent(ns)) return false
  const page = await tx.selectFrom('page').where('id', '=', pageId).select('is_redirect').executeTakeFirst()
  if (page === undefined || page.is_redirect === 1) return false
  const link = await tx.selectFrom('page_link').where('from_id', '=', pageId).select('target_id').limit(1).execute()
  return link.length > 0
}

/** Users with an action in this many seconds count as active. */
const ACTIVE_FOR = 30 * 86400

/**
 * The row of `site_stats` recounted at this time (Unix time in seconds), as a table expression. The number of active
 * users holds only for this moment; no action changes it before the next count.
 */
export function countedSite(site: Site, now: number): RawBuilder<unknown> {
  const content = site.namespaces.list.filter(each => each.content).map(each => each.id)
  return sql`(select
    (select count(*) from revision) + (select count(*) from archive) - (select count(*) from ${versionRevisions}) as edits,
    (select count(*) from page where ns in (${sql.join((content.length > 0 ? content : [0]).map(id => sql.lit(id)))})
      and is_redirect = 0 and exists (select 1 from page_link where from_id = page.id)) as articles,
    (select count(*) from page) as pages,
    (select count(*) from account) as users,
    (select count(distinct actor_id) from revision join actor on actor.id = revision.actor_id
      where revision.timestamp >= ${sql.lit(now - ACTIVE_FOR)} and actor.account_id is not null) as active_users,
    (select count(*) from file) as images)`
}

/** Revisions that record a new file version, as a table expression. As in MediaWiki, they do not count as edits. */
export const versionRevisions = sql`(
  select coalesce(revision.actor_id, archive.actor_id) as actor_id
  from (select case when field = 'associated_rev_id' then cast(value as bigint) end as id
    from log_search join log on log.id = log_search.log_id where log.type = 'upload') as told
  left join revision on revision.id = told.id left join archive on archive.rev_id = told.id
  where coalesce(revision.parent_id, archive.parent_id, 0) <> 0) as versions`

interface Counted {
  readonly edits: number
  readonly pages: number
  readonly articles: number
  readonly images?: number
}

/** Call late in a transaction: all edits of a wiki change the same row. */
export async function countForSite(tx: Writer, { edits, pages, articles, images = 0 }: Counted): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update site_stats set edits = edits + ${edits}, pages = pages + ${pages},
      articles = articles + ${articles}, images = images + ${images} where id = 1${sql.raw(commitSoon(tx))}`.execute(tx)
  if (numAffectedRows > 0n) return
  await sql`
    insert into site_stats (id, edits, pages, articles, images, users)
    values (1, ${edits}, ${Math.max(pages, 0)}, ${Math.max(articles, 0)}, ${Math.max(images, 0)}, (select count(*) from account))
    on conflict (id) do update set edits = site_stats.edits + ${edits}, pages = site_stats.pages + ${pages},
      articles = site_stats.articles + ${articles}, images = site_stats.images + ${images}`.execute(tx)
}

/** Counts an edit of a page for its author and the site, and logs it: rows that many edits share, in one statement. */
export async function countEdit(tx: Writer, { account }: Caller, change: ChainStep, counted: Counted): Promise<void> {
  const chain = new StatementChain({ isLast: true })
  if (account !== null) chain.add(authorStep(account.id))
  chain.add(change)
  const values = [counted.edits, counted.pages, counted.articles]
  chain.add({
    key: 'count for site',
    values,
    isSilent: true,
    text: cell => `update site_stats set edits = edits + ${cell(0)}, pages = pages + ${cell(1)},
      articles = articles + ${cell(2)} where id = 1`,
  })
  // The first edit of a site that has no counts yet.
  chain.add({
    key: 'first count for site',
    values,
    isSilent: true,
    text: cell => `insert into site_stats (id, edits, pages, articles, images, users)
      select 1, ${cell(0, true)}, ${cell(1, true)}, ${cell(2, true)}, 0, (select count(*) from account)
      where not exists (select 1 from site_stats where id = 1)
      on conflict (id) do update set edits = site_stats.edits + excluded.edits,
        pages = site_stats.pages + excluded.pages, articles = site_stats.articles + excluded.articles`,
  })
  await chain.finish(tx)
}

export async function countForAuthor(tx: Writer, { account }: Caller): Promise<void> {
  if (account === null) return
  const chain = new StatementChain()
  chain.add(authorStep(account.id))
  await chain.run(tx)
}

const authorStep = (accountId: number): ChainStep => ({
  key: 'count for author',
  values: [accountId],
  text: cell => `update account set edit_count = edit_count + 1 where id = ${cell(0)} returning id`,
})

/** Counts a new account; the first call also counts the existing ones. */
export const countAccount: AccountHook = async tx => {
  await sql`
    insert into site_stats (id, users) values (1, (select count(*) from account))
    on conflict (id) do update set users = site_stats.users + 1`.execute(tx)
}
