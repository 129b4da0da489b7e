// Maintenance lists about pages: length, age, revisions and redirects.
import { sql } from 'kysely'
import { contentOnly, type QueryPageContext, type QueryPageDefinition, type QueryPageRow } from './definition.ts'

const byLength = (order: 'asc' | 'desc') => (context: QueryPageContext) =>
  sql<QueryPageRow>`
  select page.ns, page.title, page.length as value from page
  where ${contentOnly(context)} and page.is_redirect = 0
  order by page.length ${sql.raw(order)}, page.ns ${sql.raw(order)}, page.title ${sql.raw(order)}`

const byRevisions = (order: 'asc' | 'desc') => (context: QueryPageContext) =>
  sql<QueryPageRow>`
  select page.ns, page.title, count(*) as value from page join revision on revision.page_id = page.id
  where ${contentOnly(context)} and page.is_redirect = 0
  group by page.ns, page.title order by value ${sql.raw(order)}, page.ns, page.title`

export const pageLists: Readonly<Record<string, QueryPageDefinition>> = {
  Ancientpages: {
    isTime: true,
    rows: context => sql`
      select page.ns, page.title, revision.timestamp as value from page join revision on revision.id = page.latest_rev
      where ${contentOnly(context)} and page.is_redirect = 0 order by revision.timestamp, page.id`,
  },
  Shortpages: { cheap: true, rows: byLength('asc') },
  Longpages: { cheap: true, rows: byLength('desc') },
  Fewestrevisions: { rows: byRevisions('asc') },
  Mostrevisions: { rows: byRevisions('desc') },
  Listredirects: {
    details: ['rd_namespace', 'rd_title', 'rd_fragment', 'rd_interwiki', 'redirid'],
    rows: () => sql`
      select page.ns, page.title, redirect.ns as rd_namespace, redirect.title as rd_title, redirect.fragment as rd_fragment,
        redirect.interwiki as rd_interwiki, target.id as redirid
      from page left join redirect on redirect.from_id = page.id
        left join page as target on target.ns = redirect.ns and target.title = redirect.title
      where page.is_redirect = 1 order by page.ns, page.title`,
  },
  BrokenRedirects: {
    details: ['rd_namespace', 'rd_title', 'rd_fragment'],
    rows: () => sql`
      select page.ns, page.title, redirect.ns as rd_namespace, redirect.title as rd_title, redirect.fragment as rd_fragment
      from redirect join page on page.id = redirect.from_id
        left join page as target on target.ns = redirect.ns and target.title = redirect.title
      where redirect.ns >= 0 and target.id is null and (redirect.interwiki is null or redirect.interwiki = '')
      order by redirect.ns, redirect.title, redirect.from_id`,
  },
  DoubleRedirects: {
    details: ['b_namespace', 'b_title', 'b_fragment', 'c_namespace', 'c_title', 'c_fragment', 'c_interwiki'],
    rows: () => sql`
      select page.ns, page.title, first.ns as b_namespace, first.title as b_title, first.fragment as b_fragment,
        second.ns as c_namespace, second.title as c_title, second.fragment as c_fragment, second.interwiki as c_interwiki
      from redirect as first join page on page.id = first.from_id
        join page as middle on middle.ns = first.ns and middle.title = first.title
        join redirect as second on second.from_id = middle.id
      where first.interwiki is null or first.interwiki = ''
      order by first.ns, first.title, page.id`,
  },
  Unwatchedpages: {
    right: 'unwatchedpages',
    rows: () => sql`
      select page.ns, page.title, page.ns as value from page
        left join watch on watch.ns = page.ns and watch.title = page.title
      where watch.id is null and page.is_redirect = 0 and page.ns <> 8 order by page.ns, page.title`,
  },
}
