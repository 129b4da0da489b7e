// Shared by extlinks and exturlusage, which search for external links by URL.
import { type Expression, type SqlBool, sql } from 'kysely'
import { afterPrefix } from '#store/keyset.ts'
import { keyOf } from '../../api/query/keys.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { urlSearchPrefix } from '../../content/url-index.ts'
import { fail } from '../../messages/message.ts'

interface UrlArgs {
  readonly protocol: string
  readonly query: string | undefined
}

/** Most protocols are followed by two slashes, the others by a colon only. */
function protocolPrefix(q: QueryRun, protocol: string): string {
  const listed = q.site.info.protocols ?? []
  return listed.find(entry => entry === `${protocol}://` || entry === `${protocol}:`) ?? `${protocol}://`
}

/** Condition for links with a protocol, in a domain, or below a path: an index range. */
export function urlCondition(q: QueryRun, a: UrlArgs): Expression<SqlBool> {
  const protocol = a.protocol === '' ? null : protocolPrefix(q, a.protocol)
  if (a.query === undefined || a.query === '') return protocol === null ? onceEach : startsWith(protocol)
  const prefix = urlSearchPrefix(protocol ?? 'http://', a.query)
  return prefix === null ? fail('apierror-badquery') : startsWith(prefix)
}

/** Protocol-relative links are indexed under http and https; count them once when all links are listed. */
const onceEach = sql<boolean>`not (link.url >= '//' and link.url < '/0' and link.domain_index >= 'https:' and link.domain_index < 'https;')`

function startsWith(prefix: string): Expression<SqlBool> {
  const past = afterPrefix(prefix)
  const column = sql.ref('link.domain_index')
  return past === null ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} and ${column} < ${past})`
}

/** Escapes the pipes in a URL, since they separate the parts of a continue value. */
export const addressKey = keyOf<string>(
  index => index.replaceAll('%', '%25').replaceAll('|', '%7C'),
  part => part.replaceAll('%7C', '|').replaceAll('%25', '%'),
)('link.domain_index')

/** With `expandurl`, protocol-relative links get the protocol of the site. */
export const shownUrl = (q: QueryRun, url: string, expand: boolean): string =>
  expand && url.startsWith('//') ? `${new URL(q.site.server).protocol}${url}` : url
