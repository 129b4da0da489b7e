// backlinks, embeddedin and imageusage list the pages that point at one title, each over its own kind of link.
import { sql } from 'kysely'
import { type Direction, from } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { type TemplateValues, template } from '#store/template.ts'
import { type Listing, listed } from '../../api/module.ts'
import { ascending, continuation, filterRedirects, namespaces } from '../../api/params/common.ts'
import { integer, limit, string } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { targetPage } from '../../api/query/target-page.ts'
import { list, type Row } from '../../api/result/shape.ts'
import { linkTargets, type PageName } from '../../content/pages.ts'
import { apiMessage, fail, num, plaintext } from '../../messages/message.ts'
import type { LinkTable } from './outgoing-links.ts'

export const backlinkParams = () => ({
  title: string(),
  pageid: integer(),
  continue: continuation(),
  namespace: namespaces(),
  dir: ascending(),
  filterredir: filterRedirects(),
  limit: limit(),
})

interface BacklinkArgs {
  readonly title: string | undefined
  readonly pageid: number | undefined
  readonly continue: string | undefined
  readonly namespace: readonly number[] | undefined
  readonly dir: 'ascending' | 'descending'
  readonly filterredir: 'all' | 'nonredirects' | 'redirects'
  readonly limit: number
  readonly redirect?: boolean
}

interface Source {
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly is_redirect: number
}

/** A link through a redirect, with the redirect it goes through. */
interface Indirect extends Source {
  readonly via_ns: number
  readonly via_title: string
}

export async function backlinksTo(q: QueryRun, table: LinkTable, a: BacklinkArgs): Promise<Listing<never>> {
  const limit = a.redirect ? halvedLimit(q, a.limit) : a.limit
  const target = await targetPage(q, a)
  if (table === 'image_link' && target.ns !== 6) fail('apierror-imageusage-badtitle', [q.module.name])
  const position = readPosition(a)
  const rows = await directLinks(q, table, target, a, limit, position)
  const shown = rows.slice(0, limit)
  const redirects = a.redirect ? shown.filter(row => row.is_redirect === 1) : []
  const through = await indirectLinks(q, table, redirects, a, limit, position)
  const first = position?.slice(0, 2) ?? (rows[0] ? [rows[0].ns, rows[0].id] : [])
  const extra = through[limit]
  const byRedirect = Map.groupBy(through.slice(0, limit), row => `${row.via_ns}:${row.via_title}`)
  const all = q.isGenerator ? [...rows, ...through.slice(0, limit)] : rows
  return listed<Source>(all, {
    limit: q.isGenerator && rows.length <= limit ? Number.POSITIVE_INFINITY : limit,
    item: row => itemOf(q, row, byRedirect.get(`${row.ns}:${row.title}`)),
    next: row => `${row.ns}|${row.id}`,
    page: row => ({ id: row.id }),
    keepsOrder: true,
    // While links through redirects remain, the next request begins with the same direct links again.
    ...(extra && { continueAt: [...first, extra.via_ns, extra.via_title, extra.ns, extra.id].join('|') }),
  })
}

/** Links through redirects can be as many again, so half of the usual may be asked for. */
function halvedLimit(q: QueryRun, asked: number): number {
  const most = q.run.highLimits ? 2500 : 250
  if (asked <= most) return asked
  if (q.run.limits[q.module.name] === asked) q.run.limits[q.module.name] = most
  else {
    const params = [plaintext(q.param('limit')), plaintext(String(asked)), num(1), num(most)]
    const data = { min: 1, curmax: most, max: 250, highmax: 2500 }
    q.run.warn(q.path, apiMessage('paramvalidator-outofrange-minmax', params, { data }))
  }
  return most
}

type Position = readonly (string | number)[]

/** `ns|id` of a direct link, and after it the redirect and the link through it, once these are being listed. */
function readPosition(a: BacklinkArgs): Position | null {
  if (a.continue === undefined) return null
  const parts = a.continue.split('|')
  const kinds = ['int', 'int', 'int', 'string', 'int', 'int']
  if (parts.length !== 2 && !(parts.length === 6 && a.redirect)) fail('apierror-badcontinue')
  return parts.map((part, index) => {
    if (kinds[index] === 'string') return part
    return /^-?\d{1,15}$/.test(part) ? Number(part) : fail('apierror-badcontinue')
  })
}

const severalNamespaces = (a: BacklinkArgs): boolean => (a.namespace?.length ?? 0) > 1
const direction = (a: BacklinkArgs): Direction => (a.dir === 'ascending' ? 'asc' : 'desc')

async function directLinks(
  q: QueryRun,
  table: LinkTable,
  target: PageName,
  a: BacklinkArgs,
  limit: number,
  position: Position | null,
): Promise<Source[]> {
  const targetId = (await linkTargets(q.db, [target])).get(`${target.ns}:${target.title}`)
  if (targetId === undefined) return []
  const several = severalNamespaces(a)
  const values = {
    ...{ target: targetId, namespaces: a.namespace ?? [] },
    ...{ afterNamespace: several ? (position?.[0] as number | undefined) : undefined },
    ...{ afterId: position?.[1] as number | undefined },
  }
  const filter = a.filterredir === 'nonredirects' && a.redirect ? 'all' : a.filterredir
  return linksTo(q.db, values, limit + 1, table, direction(a), filter, several)
}

interface DirectValues extends TemplateValues {
  readonly target: number
  readonly namespaces: readonly number[]
  readonly afterNamespace: number | undefined
  readonly afterId: number | undefined
}

const linksTo = template(
  (
    db,
    v: DirectValues,
    limit,
    table: LinkTable,
    order: Direction,
    filter: BacklinkArgs['filterredir'],
    byNamespace: boolean,
  ) => {
    const keys = byNamespace ? ['link.from_ns', 'link.from_id'] : ['link.from_id']
    let query = sources(db, table, v.namespaces).where('link.target_id', '=', v.target)
    if (filter !== 'all') query = query.where('source.is_redirect', '=', filter === 'redirects' ? 1 : 0)
    if (v.afterId !== undefined)
      query = query.where(from(keys, byNamespace ? [v.afterNamespace, v.afterId] : [v.afterId], order))
    for (const key of keys) query = query.orderBy(sql.ref(key), order)
    return query.limit(limit)
  },
)

async function indirectLinks(
  q: QueryRun,
  table: LinkTable,
  redirects: readonly Source[],
  a: BacklinkArgs,
  limit: number,
  position: Position | null,
): Promise<Indirect[]> {
  if (redirects.length === 0) return []
  const ids = [...(await linkTargets(q.db, redirects)).values()]
  if (ids.length === 0) return []
  const keys = [
    ...(new Set(redirects.map(row => row.ns)).size > 1 ? [['target.ns', 2] as const] : []),
    ...(new Set(redirects.map(row => row.title)).size > 1 ? [['target.title', 3] as const] : []),
    ...(severalNamespaces(a) ? [['link.from_ns', 4] as const] : []),
    ['link.from_id', 5] as const,
  ]
  let query = sources(q.db, table, a.namespace ?? [])
    .innerJoin('link_target as target', 'target.id', 'link.target_id')
    .where('link.target_id', 'in', ids)
    .select(['target.ns as via_ns', 'target.title as via_title'])
  if (a.filterredir === 'redirects') query = query.where('source.is_redirect', '=', 1)
  else if (a.filterredir === 'nonredirects') query = query.where('source.is_redirect', '=', 0)
  if (position && position.length === 6) {
    const columns = keys.map(([column]) => column)
    query = query.where(
      from(
        columns,
        keys.map(([, index]) => position[index]),
        direction(a),
      ),
    )
  }
  for (const [column] of keys) query = query.orderBy(sql.ref(column), direction(a))
  return query.limit(limit + 1).execute()
}

const sources = (db: Reader, table: LinkTable, namespaces: readonly number[]) =>
  db
    .selectFrom(`${table} as link` as 'page_link as link')
    .innerJoin('page as source', 'source.id', 'link.from_id')
    .$if(namespaces.length > 0, query => query.where('link.from_ns', 'in', namespaces))
    .select(['source.id', 'source.ns', 'source.title', 'source.is_redirect'])

function itemOf(q: QueryRun, row: Source, through: readonly Source[] | undefined): Row {
  const own = { pageid: row.id, ...q.pageName(row.ns, row.title), ...(row.is_redirect === 1 && { redirect: true }) }
  return through
    ? {
        ...own,
        redirlinks: list(
          'redirlink',
          through.map(link => itemOf(q, link, undefined)),
        ),
      }
    : own
}
