// Shared by links, templates and images, which list outgoing links of each page.
import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import { looseNumber, text } from '../../api/query/keys.ts'
import { listedPerPage, type PageListing } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { titleMembers } from '../../api/result/common.ts'
import type { ResultOf } from '../../api/result/kinds.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { NS } from '../../site/namespaces.ts'
import { titleOrNull } from '../../site/titles.ts'

export type LinkTable = 'page_link' | 'template_link' | 'image_link'

const linksOf = (table: LinkTable) =>
  statement(db =>
    db
      .selectFrom(`${table} as link` as 'page_link as link')
      .innerJoin('link_target as target', 'target.id', 'link.target_id')
      .select(['link.from_id', 'target.ns', 'target.title']),
  )

const LINKS = {
  page_link: linksOf('page_link'),
  template_link: linksOf('template_link'),
  image_link: linksOf('image_link'),
}

/** Files share one namespace, so their continue value omits it. */
const FILE_KEYS = [looseNumber('link.from_id'), text('target.title')]
const KEYS = [looseNumber('link.from_id'), looseNumber('target.ns'), text('target.title')]

/** Links of one type from the page set, by page and then by title. */
export function outgoingLinks(
  q: QueryRun,
  table: LinkTable,
  namespaces: readonly number[] | undefined,
  targets: readonly string[] | undefined,
): PageListing<never, ResultOf<typeof titleMembers>> | null {
  const wanted = targets && wantedTargets(q, table, targets, namespaces)
  if (wanted?.length === 0) return null
  const query = LINKS[table]
    .where('link.from_id', 'in', q.pages.goodIds)
    .where(wanted ? isOneOf(wanted) : inNamespaces(namespaces ?? []))
  return listedPerPage(query, {
    keys: table === 'image_link' ? FILE_KEYS : KEYS,
    pageId: row => row.from_id,
    item: row => q.pageName(row.ns, row.title),
    page: row => ({ ns: row.ns, title: row.title }),
  })
}

const isOneOf = (names: readonly { ns: number; dbkey: string }[]) =>
  sql<SqlBool>`(${sql.join(
    padded(names).map(({ ns, dbkey }) => sql`(target.ns = ${ns} and target.title = ${dbkey})`),
    sql` or `,
  )})`

/** The no-op plus keeps SQLite from scanning all targets of a namespace instead of the pages' own links. */
const inNamespaces = (wanted: readonly number[]) =>
  wanted.length === 0 ? null : sql<SqlBool>`+target.ns in (${sql.join(padded(wanted))})`

/** Filters by target titles; invalid ones are skipped with a warning. */
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
