import { sql } from 'kysely'
import type { Writer } from '#store/store.ts'
import { NS } from '../../site/namespaces.ts'

/** One row per category that has members or a page, with the number of its members. */
export async function deriveCategories(tx: Writer): Promise<void> {
  await sql`
    insert into category (title, pages, subcats, files)
    select title, sum(members), sum(subcats), sum(files) from (
      select category as title, count(*) as members,
        sum(case when type = 'subcat' then 1 else 0 end) as subcats,
        sum(case when type = 'file' then 1 else 0 end) as files
      from category_link group by category
      union all
      select title, 0, 0, 0 from page where ns = ${NS.category}
    ) as found where true group by title order by title
    on conflict (title) do update set pages = excluded.pages, subcats = excluded.subcats, files = excluded.files
  `.execute(tx)
}
