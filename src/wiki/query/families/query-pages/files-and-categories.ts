// Maintenance lists about files and categories.
import { sql } from 'kysely'
import type { QueryPageContext, QueryPageDefinition, QueryPageRow } from './definition.ts'

const uncategorized = (namespaces: (context: QueryPageContext) => readonly number[]) => (context: QueryPageContext) =>
  sql<QueryPageRow>`
  select page.ns, page.title from page
  where page.ns in (${sql.join(namespaces(context))}) and page.is_redirect = 0
    and not exists (select 1 from category_link as link where link.page_id = page.id)
  order by page.ns, page.title`

export const fileAndCategoryLists: Readonly<Record<string, QueryPageDefinition>> = {
  Uncategorizedcategories: { rows: uncategorized(() => [14]) },
  Uncategorizedimages: { rows: uncategorized(() => [6]) },
  Uncategorizedpages: { rows: uncategorized(({ content }) => content) },
  Uncategorizedtemplates: { rows: uncategorized(() => [10]) },
  Unusedcategories: {
    rows: () => sql`
      select page.ns, page.title from page
      where page.ns = 14 and page.is_redirect = 0
        and not exists (select 1 from category_link as link where link.category = page.title)
        and not exists (select 1 from page_prop as prop where prop.page_id = page.id and prop.name = 'expectunusedcategory')
      order by page.title`,
  },
  Mostcategories: {
    rows: ({ content }) => sql`
      select page.ns, page.title, count(*) as value from category_link as link join page on page.id = link.page_id
      where page.ns in (${sql.join(content)}) group by page.ns, page.title having count(*) > 1
      order by value desc, page.ns, page.title`,
  },
  Mostlinkedcategories: {
    cheap: true,
    rows: () => sql`select 14 as ns, title, pages as value from category where pages > 0 order by pages desc, title`,
  },
  Wantedcategories: {
    rows: () => sql`
      select 14 as ns, link.category as title, count(*) as value from category_link as link
        left join page on page.ns = 14 and page.title = link.category
      where page.id is null group by link.category order by value desc, title`,
  },
  Wantedfiles: {
    rows: () => sql`
      select 6 as ns, target.title, count(*) as value from image_link as link
        join link_target as target on target.id = link.target_id
        left join file on file.name = target.title
        left join page on page.ns = 6 and page.title = target.title
        left join redirect on redirect.from_id = page.id
        left join file as behind on behind.name = redirect.title
      where file.name is null and behind.name is null group by target.title order by value desc, target.title`,
  },
  Unusedimages: {
    isTime: true,
    rows: () => sql`
      select 6 as ns, file.name as title, file.timestamp as value from file
        left join link_target as target on target.ns = 6 and target.title = file.name
      where not exists (select 1 from image_link as link where link.target_id = target.id)
      order by file.timestamp, file.name`,
  },
  ListDuplicatedFiles: {
    rows: () => sql`
      select 6 as ns, min(name) as title, count(*) as value from file group by sha1 having count(*) > 1
      order by value desc, title`,
  },
  MediaStatistics: {
    rows: () => sql`
      select -2 as ns, media_type || ';' || major_mime || '/' || minor_mime || ';' || count(*) || ';' || sum(size) as title, 1 as value
      from file group by media_type, major_mime, minor_mime
      order by media_type desc, count(*) desc, major_mime desc, minor_mime desc`,
  },
}
