// iwlinks and langlinks list the links of pages to other wikis, iwbacklinks and langbacklinks the pages with such links.
import { sql } from 'kysely'
import { from } from '#store/keyset.ts'
import { type Listing, listed } from '../../api/module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { fail } from '../../messages/message.ts'
import { parseTitle } from '../../site/titles.ts'
import { interwikiUrl } from '../../site/urls.ts'

interface ForeignTable {
  readonly table: 'interwiki_link' | 'language_link'
  /** The column with the other wiki's prefix. */
  readonly prefix: 'prefix' | 'lang'
}

export const INTERWIKI: ForeignTable = { table: 'interwiki_link', prefix: 'prefix' }
export const LANGUAGE: ForeignTable = { table: 'language_link', prefix: 'lang' }

export interface ForeignRow {
  readonly from_id: number
  readonly prefix: string
  readonly title: string
}

/** The address of a page elsewhere, or an empty string when the prefix is not known here. */
export function foreignUrl(q: Pick<QueryRun, 'site'>, prefix: string, text: string): string {
  const title = parseTitle(q.site, `${prefix}:${text}`)
  if ('invalid' in title || title.interwiki === '') return ''
  const url = interwikiUrl(q.site, title)
  return url.startsWith('//') ? `${new URL(q.site.server).protocol}${url}` : url
}

interface BacklinkArgs {
  readonly prefix: string | undefined
  readonly title: string | undefined
  readonly continue: string | undefined
  readonly limit: number
  readonly dir: 'ascending' | 'descending'
}

/** The pages that link to another wiki, or to one page there, by what they link to. */
export async function foreignBacklinks(
  q: QueryRun,
  { table, prefix }: ForeignTable,
  a: BacklinkArgs,
  details: (row: ForeignRow) => Row,
): Promise<Listing<never>> {
  const direction = a.dir === 'ascending' ? 'asc' : 'desc'
  const columns = [`link.${prefix}`, 'link.title', 'link.from_id']
  let query = q.db
    .selectFrom(`${table} as link` as 'interwiki_link as link')
    .innerJoin('page', 'page.id', 'link.from_id')
    .select(['link.from_id', 'link.title', 'page.ns', 'page.title as page_title', 'page.is_redirect'])
    .select(sql.ref<string>(`link.${prefix}`).as('prefix'))
    .limit(a.limit + 1)
  if (a.prefix !== undefined) query = query.where(sql.ref(`link.${prefix}`), '=', a.prefix)
  if (a.title !== undefined) query = query.where('link.title', '=', a.title)
  const after = q.cursor(a.continue, 'string', 'string', 'loose')
  if (after) query = query.where(from(columns, after, direction))
  for (const column of columns) query = query.orderBy(sql.ref(column), direction)
  return listed(await query.execute(), {
    item: row => ({
      pageid: row.from_id,
      ...q.pageName(row.ns, row.page_title),
      ...(row.is_redirect === 1 && { redirect: true }),
      ...details(row),
    }),
    next: row => `${row.prefix}|${row.title}|${row.from_id}`,
    page: row => ({ ns: row.ns, title: row.page_title }),
  })
}

/** A title is asked for within one wiki only. */
export function requirePrefix(
  q: QueryRun,
  given: string | undefined,
  title: string | undefined,
  name: string,
  code?: string,
): void {
  if (title === undefined || given !== undefined) return
  fail('apierror-invalidparammix-mustusewith', [q.param('title'), q.param(name)], code ? { code } : {})
}
