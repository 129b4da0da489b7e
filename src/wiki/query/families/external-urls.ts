// extlinks and exturlusage look for external links by address.
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

/** The protocols that are written with two slashes; the others have a colon alone. */
function protocolPrefix(q: QueryRun, protocol: string): string {
  const listed = q.site.info.protocols ?? []
  return listed.find(entry => entry === `${protocol}://` || entry === `${protocol}:`) ?? `${protocol}://`
}

/** Links of a protocol, of a domain, or below a path: a range of the index. */
export function urlCondition(q: QueryRun, a: UrlArgs): Expression<SqlBool> {
  const protocol = a.protocol === '' ? null : protocolPrefix(q, a.protocol)
  if (a.query === undefined || a.query === '') return protocol === null ? onceEach : startsWith(protocol)
  const prefix = urlSearchPrefix(protocol ?? 'http://', a.query)
  return prefix === null ? fail('apierror-badquery') : startsWith(prefix)
}

/** A link without protocol is indexed under http and https; when all are listed, one of the two is enough. */
const onceEach = sql<boolean>`not (link.url >= '//' and link.url < '/0' and link.domain_index >= 'https:' and link.domain_index < 'https;')`

function startsWith(prefix: string): Expression<SqlBool> {
  const past = afterPrefix(prefix)
  const column = sql.ref('link.domain_index')
  return past === null ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} and ${column} < ${past})`
}

/** A continue value is divided by pipes, which an address may hold too. */
export const addressKey = keyOf<string>(
  index => index.replaceAll('%', '%25').replaceAll('|', '%7C'),
  part => part.replaceAll('%7C', '|').replaceAll('%25', '%'),
)('link.domain_index')

/** With `expandurl`, a link without protocol gets that of the page it is read on. */
export const shownUrl = (q: QueryRun, url: string, expand: boolean): string =>
  expand && url.startsWith('//') ? `${new URL(q.site.server).protocol}${url}` : url
