import { sql } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { countedSite } from '../../content/site-counts.ts'
import type { Site } from '../../site/site.ts'

/** Counts what the wiki has. */
export async function deriveSiteStats(tx: Writer, site: Site, clock: Clock): Promise<void> {
  const counted = countedSite(site, seconds(clock))
  await sql`
    insert into site_stats (id, edits, articles, pages, users, active_users, images)
    select 1, edits, articles, pages, users, active_users, images from ${counted} as now where true
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
