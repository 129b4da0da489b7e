import { sql } from 'kysely'
import type { Clock } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import type { Site } from '../../site/site.ts'

/** People who did something in this many seconds count as active. */
const ACTIVE_FOR = 30 * 86400

/** Counts what the wiki has. An article is a page with content that is no redirect and links to some page. */
export async function deriveSiteStats(tx: Writer, site: Site, clock: Clock): Promise<void> {
  const contentNamespaces = site.namespaces.list.filter(({ content }) => content).map(({ id }) => id)
  const namespaces = contentNamespaces.length > 0 ? contentNamespaces : [0]
  const since = Math.floor(clock.now() / 1000) - ACTIVE_FOR
  await sql`
    insert into site_stats (id, edits, articles, pages, users, active_users, images)
    select 1,
      (select count(*) from revision) + (select count(*) from archive),
      (select count(*) from page where ns in (${sql.join(namespaces)}) and is_redirect = 0
        and exists (select 1 from page_link where from_id = page.id)),
      (select count(*) from page),
      (select count(*) from account),
      (select count(distinct actor_id) from revision join actor on actor.id = revision.actor_id
        where revision.timestamp >= ${since} and actor.account_id is not null),
      (select count(*) from file)
    on conflict (id) do update set edits = excluded.edits, articles = excluded.articles, pages = excluded.pages,
      users = excluded.users, active_users = excluded.active_users, images = excluded.images
  `.execute(tx)
}

/** Gives accounts that an export brought the number of their edits. */
export async function deriveEditCounts(tx: Writer): Promise<void> {
  await sql`
    update account set edit_count = counted.edits
    from (
      select actor.account_id as id, count(*) as edits from revision join actor on actor.id = revision.actor_id
      where actor.account_id is not null group by actor.account_id
    ) as counted
    where account.id = counted.id and account.password_hash = ''
  `.execute(tx)
}
