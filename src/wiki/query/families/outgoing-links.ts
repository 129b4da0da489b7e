// links, templates and images tell of each page of the page set what it points at, each over its own kind of link.
import { type SqlBool, sql } from 'kysely'
import { type Direction, from } from '#store/keyset.ts'
import { type TemplateValues, template } from '#store/template.ts'
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
  const wanted = targets && wantedTargets(q, table, targets, a.namespace)
  if (wanted?.length === 0) return listedPerPage([], nothing)
  // Files are all in one namespace, so their continue value does not name it.
  const isFile = table === 'image_link'
  const after = isFile ? q.cursor(a.continue, 'loose', 'string') : q.cursor(a.continue, 'loose', 'loose', 'string')
  const values = {
    ids: q.pages.goodIds,
    namespaces: wanted ? [] : (a.namespace ?? []),
    wantedNamespaces: wanted?.map(({ ns }) => ns) ?? [],
    wantedTitles: wanted?.map(({ dbkey }) => dbkey) ?? [],
    afterPage: after?.[0],
    afterNamespace: isFile ? undefined : (after?.[1] as number | undefined),
    afterTitle: after?.at(-1) as string | undefined,
  }
  const rows = await linksFrom(q.db, values, a.limit + 1, table, a.dir === 'ascending' ? 'asc' : 'desc')
  return listedPerPage(rows, {
    pageId: row => row.from_id,
    item: row => q.pageName(row.ns, row.title),
    next: row => (isFile ? [row.from_id, row.title] : [row.from_id, row.ns, row.title]).join('|'),
    page: row => ({ ns: row.ns, title: row.title }),
  })
}

interface LinkValues extends TemplateValues {
  readonly ids: readonly number[]
  readonly namespaces: readonly number[]
  /** Names, each a namespace and a title at the same place of two lists. */
  readonly wantedNamespaces: readonly number[]
  readonly wantedTitles: readonly string[]
  readonly afterPage: number | undefined
  readonly afterNamespace: number | undefined
  readonly afterTitle: string | undefined
}

const linksFrom = template((db, v: LinkValues, limit, table: LinkTable, direction: Direction) => {
  let query = db
    .selectFrom(`${table} as link` as 'page_link as link')
    .innerJoin('link_target as target', 'target.id', 'link.target_id')
    .where('link.from_id', 'in', v.ids)
    .select(['link.from_id', 'target.ns', 'target.title'])
    .orderBy('link.from_id', direction)
    .orderBy('target.ns', direction)
    .orderBy('target.title', direction)
    .limit(limit)
  const isWanted = v.wantedTitles.map(
    (title, i) => sql<SqlBool>`(target.ns = ${v.wantedNamespaces[i]} and target.title = ${title})`,
  )
  if (isWanted.length > 0) query = query.where(eb => eb.or(isWanted))
  // The plus keeps SQLite from starting with every name of a namespace instead of with the pages' own links.
  if (v.namespaces.length > 0) query = query.where(sql<SqlBool>`+target.ns in (${sql.join(v.namespaces)})`)
  if (v.afterPage === undefined) return query
  return v.afterNamespace === undefined
    ? query.where(from(['link.from_id', 'target.title'], [v.afterPage, v.afterTitle], direction))
    : query.where(from(ALL_KEYS, [v.afterPage, v.afterNamespace, v.afterTitle], direction))
})

const ALL_KEYS = ['link.from_id', 'target.ns', 'target.title']

const nothing = { pageId: () => 0, item: () => null, next: () => '', page: () => null }

/** Only links to these titles; one that is no title of a page here is warned about and left out. */
function wantedTargets(
  q: QueryRun,
  table: LinkTable,
  titles: readonly string[],
  namespaces: readonly number[] | undefined,
): { ns: number; dbkey: string }[] {
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
    return [{ ns: title.ns, dbkey: title.dbkey }]
  })
}
