// Maintenance lists about links: most linked, wanted and orphaned pages.
import { sql } from 'kysely'
import { contentOnly, type QueryPageContext, type QueryPageDefinition, type QueryPageRow } from './definition.ts'

type LinkTable = 'page_link' | 'template_link' | 'image_link'

const most = (table: LinkTable, least: number) => () =>
  sql<QueryPageRow>`
  select target.ns, target.title, count(*) as value from ${sql.table(table)} as link
    join link_target as target on target.id = link.target_id
  group by target.ns, target.title having count(*) > ${least} order by value desc, target.ns, target.title`

/** Pages of one namespace without incoming links of this type. */
const unused = (table: LinkTable, ns: number) => () =>
  sql<QueryPageRow>`
  select page.ns, page.title from page
    left join link_target as target on target.ns = page.ns and target.title = page.title
  where page.ns = ${ns} and page.is_redirect = 0
    and not exists (select 1 from ${sql.table(table)} as link where link.target_id = target.id)
  order by page.title`

/** Content pages without a row in a table keyed by page. */
const without = (table: string) => (context: QueryPageContext) =>
  sql<QueryPageRow>`
  select page.ns, page.title from page
  where ${contentOnly(context)} and page.is_redirect = 0
    and not exists (select 1 from ${sql.table(table)} as link where link.from_id = page.id)
  order by page.ns, page.title`

export const linkLists: Readonly<Record<string, QueryPageDefinition>> = {
  Deadendpages: { rows: without('page_link') },
  Withoutinterwiki: { rows: without('language_link') },
  Lonelypages: {
    rows: context => sql`
      select page.ns, page.title from page
        left join link_target as target on target.ns = page.ns and target.title = page.title
      where ${contentOnly(context)} and page.is_redirect = 0
        and not exists (select 1 from page_link as link where link.target_id = target.id)
        and not exists (select 1 from template_link as link where link.target_id = target.id)
      order by page.ns, page.title`,
  },
  Mostlinked: {
    details: ['page_namespace'],
    rows: () => sql`
      select target.ns, target.title, count(*) as value, page.ns as page_namespace from page_link as link
        join link_target as target on target.id = link.target_id
        left join page on page.ns = target.ns and page.title = target.title
      group by target.ns, target.title, page.ns having count(*) > 1 order by value desc, target.ns, target.title`,
  },
  Mostlinkedtemplates: { rows: most('template_link', 0) },
  Mostimages: { rows: most('image_link', 1) },
  Mostinterwikis: {
    rows: context => sql`
      select page.ns, page.title, count(*) as value from language_link as link join page on page.id = link.from_id
      where ${contentOnly(context)} group by page.ns, page.title having count(*) > 1 order by value desc, page.ns, page.title`,
  },
  Unusedtemplates: { rows: unused('template_link', 10) },
  Wantedpages: {
    rows: () => sql`
      select target.ns, target.title, count(*) as value from page_link as link
        join link_target as target on target.id = link.target_id
        join page as source on source.id = link.from_id
        left join page on page.ns = target.ns and page.title = target.title
      where page.id is null and target.ns not in (2, 3) and source.ns <> 8
      group by target.ns, target.title having count(*) > sum(source.is_redirect)
      order by value desc, target.ns, target.title`,
  },
  Wantedtemplates: {
    rows: () => sql`
      select target.ns, target.title, count(*) as value from template_link as link
        join link_target as target on target.id = link.target_id
        left join page on page.ns = target.ns and page.title = target.title
      where page.id is null group by target.ns, target.title order by value desc, target.ns, target.title`,
  },
}
