// Shared by iwlinks and langlinks (links to other wikis), and iwbacklinks and langbacklinks (pages with such links).
import { sql } from 'kysely'
import { statement } from '#store/statement.ts'
import { looseNumber, text } from '../../api/query/keys.ts'
import { type Listing, listed } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { ResultOf } from '../../api/result/kinds.ts'
import { fail } from '../../messages/message.ts'
import { parseTitle } from '../../site/titles.ts'
import { interwikiUrl } from '../../site/urls.ts'
import type { sourceMembers } from './backlinks.ts'

const linksBy = (table: 'interwiki_link' | 'language_link', prefix: 'prefix' | 'lang') => ({
  /** Column with the interwiki prefix. */
  prefix: `link.${prefix}`,
  links: statement(db =>
    db
      .selectFrom(`${table} as link` as 'interwiki_link as link')
      .innerJoin('page', 'page.id', 'link.from_id')
      .select(['link.from_id', 'link.title', 'page.ns', 'page.title as page_title', 'page.is_redirect'])
      .select(sql.ref<string>(`link.${prefix}`).as('prefix')),
  ),
})

export const INTERWIKI = linksBy('interwiki_link', 'prefix')
export const LANGUAGE = linksBy('language_link', 'lang')

interface ForeignRow {
  readonly from_id: number
  readonly prefix: string
  readonly title: string
}

/** URL of a page on another wiki; empty if the prefix is unknown. */
export function foreignUrl(q: Pick<QueryRun, 'site'>, prefix: string, text: string): string {
  const title = parseTitle(q.site, `${prefix}:${text}`)
  if ('invalid' in title || title.interwiki === '') return ''
  const url = interwikiUrl(q.site, title)
  return url.startsWith('//') ? `${new URL(q.site.server).protocol}${url}` : url
}

interface BacklinkArgs {
  readonly prefix: string | undefined
  readonly title: string | undefined
}

/** Pages that link to another wiki, or to one page there, sorted by target. */
export const foreignBacklinks = <Details extends object>(
  q: QueryRun,
  { links, prefix }: typeof INTERWIKI,
  a: BacklinkArgs,
  details: (row: ForeignRow) => Details,
): Listing<never, never, ResultOf<typeof sourceMembers> & Details> =>
  listed(links.where(sql.ref<string>(prefix), '=', a.prefix).where('link.title', '=', a.title), {
    keys: [text(prefix, 'prefix'), text('link.title'), looseNumber('link.from_id')],
    item: row => ({
      pageid: row.from_id,
      ...q.pageName(row.ns, row.page_title),
      ...(row.is_redirect === 1 && { redirect: true }),
      ...details(row),
    }),
    page: row => ({ ns: row.ns, title: row.page_title }),
  })

/** A title requires a prefix. */
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
