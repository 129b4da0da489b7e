// links, templates and images tell of each page of the page set what it points at, each over its own kind of link.
import { type Expression, type SqlBool, sql } from 'kysely'
import { from } from '#store/keyset.ts'
import { listedPerPage, type PageListing } from '../../api/module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { NS } from '../../site/namespaces.ts'
import { titleOrNull } from '../../site/titles.ts'

export type LinkTable = 'page_link' | 'template_link' | 'image_link'

interface OutgoingArgs {
  readonly namespace?: readonly number[] | undefined
  readonly limit: number
  readonly continue: string | undefined
  readonly dir: 'ascending' | 'descending'
}

/** The links of one kind out of the pages of the page set, page by page and each page's by title. */
export async function outgoingLinks(
  q: QueryRun,
  table: LinkTable,
  a: OutgoingArgs,
  targets: readonly string[] | undefined,
): Promise<PageListing<never>> {
  const ids = q.pages.goodIds
  const wanted = targets && wantedTargets(q, table, targets, a.namespace)
  if (wanted?.length === 0) return listedPerPage([], nothing)
  const direction = a.dir === 'ascending' ? 'asc' : 'desc'
  let query = q.db
    .selectFrom(`${table} as link` as 'page_link as link')
    .innerJoin('link_target as target', 'target.id', 'link.target_id')
    .where('link.from_id', 'in', ids)
    .select(['link.from_id', 'target.ns', 'target.title'])
    .orderBy('link.from_id', direction)
    .orderBy('target.ns', direction)
    .orderBy('target.title', direction)
    .limit(a.limit + 1)
  if (wanted) query = query.where(eb => eb.or(wanted))
  // The plus keeps SQLite from starting with every name of a namespace instead of with the pages' own links.
  else if (a.namespace && a.namespace.length > 0)
    query = query.where(sql<SqlBool>`+target.ns in (${sql.join(a.namespace)})`)
  // Files are all in one namespace, so their continue value does not name it.
  const isFile = table === 'image_link'
  const after = isFile ? q.cursor(a.continue, 'int', 'string') : q.cursor(a.continue, 'int', 'int', 'string')
  const keys = isFile ? ['link.from_id', 'target.title'] : ['link.from_id', 'target.ns', 'target.title']
  if (after) query = query.where(from(keys, after, direction))
  return listedPerPage(await query.execute(), {
    pageId: row => row.from_id,
    item: row => q.pageName(row.ns, row.title),
    next: row => (isFile ? [row.from_id, row.title] : [row.from_id, row.ns, row.title]).join('|'),
    page: row => ({ ns: row.ns, title: row.title }),
  })
}

const nothing = { pageId: () => 0, item: () => null, next: () => '', page: () => null }

/** Only links to these titles; one that is no title of a page here is warned about and left out. */
function wantedTargets(
  q: QueryRun,
  table: LinkTable,
  titles: readonly string[],
  namespaces: readonly number[] | undefined,
): Expression<SqlBool>[] {
  return titles.flatMap(text => {
    const title = titleOrNull(q.site, text)
    if (table === 'image_link' && title?.ns !== NS.file) {
      q.warn('apiwarn-notfile', [escapeWikitext(text)])
      return []
    }
    if (title === null || title.interwiki !== '') {
      q.warn('apiwarn-invalidtitle', [escapeWikitext(text)])
      return []
    }
    if (namespaces && namespaces.length > 0 && !namespaces.includes(title.ns)) return []
    return [sql<boolean>`(target.ns = ${title.ns} and target.title = ${title.dbkey})`]
  })
}
