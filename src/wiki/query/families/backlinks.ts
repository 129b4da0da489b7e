// Shared by backlinks, embeddedin and imageusage, which list pages that refer to one title through one type of link.
import { some, statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { ascending, continuation, filterRedirects, namespaces } from '../../api/params/common.ts'
import { integer, limit, string } from '../../api/params/kinds.ts'
import { carried, number, text } from '../../api/query/keys.ts'
import { type Listing, listed } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { targetPage } from '../../api/query/target-page.ts'
import { existingPageMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list } from '../../api/result/shape.ts'
import { linkTargets } from '../../content/pages.ts'
import { apiMessage, fail, num, plaintext } from '../../messages/message.ts'
import type { LinkTable } from './outgoing-links.ts'

/** A page that refers to another. */
export const sourceMembers = { ...existingPageMembers, 'redirect?': 'boolean' } as const satisfies Members

/** With `redirect`, a redirect brings the pages that refer to it. */
export const backlinkMembers = { ...sourceMembers, 'redirlinks?': [sourceMembers] } as const satisfies Members

type Backlink = ResultOf<typeof backlinkMembers>

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
  readonly namespace: readonly number[] | undefined
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

/** A link through a redirect, with that redirect. */
interface Indirect extends Source {
  readonly via_ns: number
  readonly via_title: string
}

export async function backlinksTo(
  q: QueryRun,
  table: LinkTable,
  a: BacklinkArgs,
): Promise<Listing<never, never, Backlink> | null> {
  const limit = a.redirect ? halvedLimit(q, a.limit) : a.limit
  const target = await targetPage(q, a)
  if (table === 'image_link' && target.ns !== 6) fail('apierror-imageusage-badtitle', [q.module.name])
  const targetId = (await linkTargets(q.db, [target])).get(`${target.ns}:${target.title}`)
  if (targetId === undefined) return null
  const inNamespaces = some(a.namespace)
  // A redirect that is filtered out may still lead to links that are listed.
  const isRedirect = REDIRECTS[a.filterredir === 'nonredirects' && a.redirect ? 'all' : a.filterredir]
  const direct = LINKS[table].direct
    .where('link.from_ns', 'in', inNamespaces)
    .where('link.target_id', '=', targetId)
    .where('source.is_redirect', '=', isRedirect)
  const keys = [severalNamespaces(a) ? FROM_NS : carried(FROM_NS), FROM_ID]
  const shared = { keys, limit, page: (row: Source) => ({ id: row.id }), keepsOrder: true } as const
  if (!a.redirect) return listed(direct, { ...shared, item: row => itemOf(q, row, []) })
  const indirect = LINKS[table].indirect.where('link.from_ns', 'in', inNamespaces)
  return listed<Source, Indirect, Backlink>(direct, {
    ...shared,
    inner: {
      keys: INNER,
      listing: rows => linksThrough(q, a, indirect, rows),
      page: ({ id }) => ({ id }),
    },
    items: (_rows, through) => {
      const byRedirect = Map.groupBy(through, link => `${link.via_ns}:${link.via_title}`)
      return row => itemOf(q, row, byRedirect.get(`${row.ns}:${row.title}`) ?? [])
    },
  })
}

const REDIRECTS = { all: undefined, redirects: 1, nonredirects: 0 } as const

/** Links through redirects can double the results, so the limit is half the usual. */
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

const severalNamespaces = (a: BacklinkArgs): boolean => (a.namespace?.length ?? 0) > 1

const selectSources = (db: Reader, table: LinkTable) =>
  db
    .selectFrom(`${table} as link` as 'page_link as link')
    .innerJoin('page as source', 'source.id', 'link.from_id')
    .select(['source.id', 'source.ns', 'source.title', 'source.is_redirect'])

const linksOf = (table: LinkTable) => ({
  direct: statement(db => selectSources(db, table)),
  indirect: statement(db =>
    selectSources(db, table)
      .innerJoin('link_target as target', 'target.id', 'link.target_id')
      .select(['target.ns as via_ns', 'target.title as via_title']),
  ),
})

const LINKS = {
  page_link: linksOf('page_link'),
  template_link: linksOf('template_link'),
  image_link: linksOf('image_link'),
}

/** Links to those of these pages that are redirects. */
async function linksThrough(
  q: QueryRun,
  a: BacklinkArgs,
  indirect: (typeof LINKS)['page_link']['indirect'],
  rows: readonly Source[],
) {
  const redirects = rows.filter(row => row.is_redirect === 1)
  const ids = redirects.length === 0 ? [] : [...(await linkTargets(q.db, redirects)).values()]
  if (ids.length === 0) return null
  return {
    query: indirect.where('link.target_id', 'in', ids).where('source.is_redirect', '=', REDIRECTS[a.filterredir]),
    keys: [
      among(redirects, 'ns') ? VIA_NS : carried(VIA_NS),
      among(redirects, 'title') ? VIA_TITLE : carried(VIA_TITLE),
      severalNamespaces(a) ? FROM_NS : carried(FROM_NS),
      FROM_ID,
    ],
  }
}

const VIA_NS = number('target.ns', 'via_ns')
const VIA_TITLE = text('target.title', 'via_title')
const FROM_NS = number('link.from_ns', 'ns')
const FROM_ID = number('link.from_id', 'id')
const INNER = [VIA_NS, VIA_TITLE, FROM_NS, FROM_ID] as const

/** Whether the pages differ in this part. */
const among = (pages: readonly Source[], part: 'ns' | 'title'): boolean =>
  new Set(pages.map(page => page[part])).size > 1

function itemOf(q: QueryRun, row: Source, through: readonly Source[]): Backlink {
  const own = { pageid: row.id, ...q.pageName(row.ns, row.title), ...(row.is_redirect === 1 && { redirect: true }) }
  return through.length > 0
    ? {
        ...own,
        redirlinks: list(
          'redirlink',
          through.map(link => itemOf(q, link, [])),
        ),
      }
    : own
}
