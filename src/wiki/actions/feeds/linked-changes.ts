import { type Expression, type SqlBool, sql } from 'kysely'
import type { ActionRun } from '../../api/action-run.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'

type Condition = Expression<SqlBool>

/** Link tables from pages to titles. */
const LINKS = ['page_link', 'template_link', 'image_link'] as const

/** Condition for changes to pages linked from a page, or with `backwards` to pages that link to it. */
export async function isLinked({ db }: ActionRun, target: PageName, backwards: boolean): Promise<Condition> {
  if (backwards) return changeTo(LINKS.map(table => linksTo(table, target)))
  if (target.ns === NS.category)
    return changeTo([sql<number>`select page_id from category_link where category = ${target.title}`])
  const [page] = target.ns < 0 || target.title === '' ? [] : await pagesByName(db, [target])
  return sql<SqlBool>`exists (select 1 from link_target where link_target.ns = recent_change.ns
    and link_target.title = recent_change.title and link_target.id in (${sql.join(
      LINKS.map(table => sql`select target_id from ${sql.table(table)} where from_id = ${page?.id ?? 0}`),
      sql` union all `,
    )}))`
}

const linksTo = (table: (typeof LINKS)[number], { ns, title }: PageName) =>
  sql<number>`select links.from_id from ${sql.table(table)} as links inner join link_target on link_target.id = links.target_id
    where link_target.ns = ${ns} and link_target.title = ${title}`

const changeTo = (pages: readonly Expression<number>[]): Condition =>
  sql<SqlBool>`recent_change.page_id in (${sql.join(pages, sql` union all `)})`
