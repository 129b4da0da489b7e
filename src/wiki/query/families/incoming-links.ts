// Shared by linkshere, transcludedin, fileusage and redirects, which list incoming links of each page.
import { sql } from 'kysely'
import { compareBytes } from '#store/keyset.ts'
import { some, statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { type Key, type KeyValue, number, text } from '../../api/query/keys.ts'
import type { Entry } from '../../api/query/page-set.ts'
import { gathered, listedPerPage, type PageListing } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { optionalPageMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { linkTargets } from '../../content/pages.ts'
import { fail } from '../../messages/message.ts'
import type { Condition } from './revision-filters.ts'

export type IncomingTable = 'page_link' | 'template_link' | 'image_link' | 'redirect'

/** A page that links to the page, or that redirects to it. */
export const usageMembers = { ...optionalPageMembers, 'redirect?': 'boolean' } as const satisfies Members
export const redirectMembers = { ...optionalPageMembers, 'fragment?': 'string' } as const satisfies Members

type Incoming = ResultOf<typeof usageMembers & typeof redirectMembers>

interface IncomingArgs {
  readonly prop: readonly string[]
  readonly namespace: readonly number[] | undefined
  readonly show: readonly string[] | undefined
}

interface IncomingRow {
  readonly key: number
  readonly target: Entry
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly is_redirect: number
  readonly fragment: string | null
}

/**
 * Reads targets one after the other in title order, each from its own index range, so that many targets with many links
 * need no sorting. The continue value contains only parts that can differ between rows.
 */
export async function incomingLinks(
  q: QueryRun,
  table: IncomingTable,
  a: IncomingArgs,
): Promise<PageListing<never, Incoming> | null> {
  // Namespaces were requested, but none of them exists.
  const targets = a.namespace?.length === 0 ? [] : targetsOf(q, table)
  // Special pages also trigger validation, although they never have results.
  if (targets.length > 0 || (table !== 'image_link' && q.pages.special.length > 0)) refuseContradiction(a.show)
  if (targets.length === 0) return null
  const ids = table === 'redirect' ? null : await linkTargets(q.db, targets)
  const links = linksFrom(q, table, a)
  const isShown = (row: IncomingRow) => !filtersAfterwards(q, table) || (a.namespace?.includes(row.ns) ?? true)
  const targetKeys = [
    ...(new Set(targets.map(target => target.ns)).size > 1 ? [NAMESPACE] : []),
    ...(new Set(targets.map(target => target.title)).size > 1 ? [TITLE] : []),
  ]
  const bySourceNamespace = table !== 'redirect' && (a.namespace?.length ?? 0) > 1
  const linkKeys = [...(bySourceNamespace ? [number('link.from_ns', 'ns')] : []), number('link.from_id', 'id')]
  const query = gathered<IncomingRow>(wanted => {
    const [start, place] = [wanted.after?.slice(0, targetKeys.length), wanted.after?.slice(targetKeys.length)]
    const left = targets.filter(target => !start || compared(targetKeys, target, start) >= 0)
    return wanted.inTurn(left, async (target, take) => {
      const matching = links(target, ids?.get(`${target.ns}:${target.title}`))
      if (!matching) return []
      const isFirst = start !== undefined && compared(targetKeys, target, start) === 0
      const rows = await wanted.rows(matching, linkKeys, take, isFirst ? place : undefined)
      return rows.map(row => ({ ...row, key: target.key, target }))
    })
  })
  return listedPerPage(query, {
    keys: [...targetKeys.map(({ key }) => key), ...linkKeys],
    pageId: row => row.key,
    item: row => (isShown(row) ? itemOf(q, a.prop, row) : null),
    page: row => (isShown(row) ? { ns: row.ns, title: row.title } : null),
  })
}

/** Part of the continue value for a target; not a sort column of its links. */
const targetKey = <Value extends string | number>(
  partOf: (target: Entry) => Value,
  { read }: Key<never>,
  compare: (one: Value, other: Value) => number,
) => ({
  key: { column: null, read, write: row => String(partOf(row.target)) } satisfies Key<IncomingRow>,
  compare: (target: Entry, value: KeyValue) => compare(partOf(target), value as Value),
})

const NAMESPACE = targetKey(
  target => target.ns,
  number('ns'),
  (one, other) => one - other,
)
const TITLE = targetKey(target => target.title, text('title'), compareBytes)

const compared = (
  keys: readonly Pick<typeof NAMESPACE, 'compare'>[],
  target: Entry,
  place: readonly KeyValue[],
): number => keys.reduce((difference, { compare }, at) => difference || compare(target, place[at]!), 0)

/** Redirects have no index by namespace; in miser mode, only one batch of rows is read and then filtered. */
const filtersAfterwards = (q: QueryRun, table: IncomingTable): boolean => q.wiki.miserMode && table === 'redirect'

function refuseContradiction(show: readonly string[] | undefined): void {
  if (show?.some(value => show.includes(`!${value}`))) fail('apierror-show')
}

/** Files are referenced by name only, so only pages of the file namespace are targets. */
function targetsOf(q: QueryRun, table: IncomingTable): Entry[] {
  return q.pages.entries
    .filter(entry => (entry.ns >= 0 || table === 'redirect') && (table !== 'image_link' || entry.ns === 6))
    .sort((a, b) => a.ns - b.ns || compareBytes(a.title, b.title))
}

const selectSources = (db: Reader, table: IncomingTable) =>
  db
    .selectFrom(`${table} as link` as 'redirect as link')
    .innerJoin('page as source', 'source.id', 'link.from_id')
    .select(['source.id', 'source.ns', 'source.title', 'source.is_redirect'])

const sourcesOf = (table: IncomingTable) =>
  statement(db => selectSources(db, table).select(sql<string | null>`null`.as('fragment')))

const SOURCES = {
  page_link: sourcesOf('page_link'),
  template_link: sourcesOf('template_link'),
  image_link: sourcesOf('image_link'),
  redirect: statement(db =>
    selectSources(db, 'redirect')
      .where(eb => eb.or([eb('link.interwiki', 'is', null), eb('link.interwiki', '=', '')]))
      .select('link.fragment'),
  ),
}

const SHOWN: Readonly<Record<string, Condition>> = {
  redirect: sql`source.is_redirect = 1`,
  '!redirect': sql`source.is_redirect = 0`,
  fragment: sql`link.fragment is not null and link.fragment <> ''`,
  '!fragment': sql`(link.fragment is null or link.fragment = '')`,
}

/** Links to a target. `id` is its link target id; null if nothing ever linked to it. */
function linksFrom(q: QueryRun, table: IncomingTable, a: IncomingArgs) {
  const isRedirect = table === 'redirect'
  const namespaces = filtersAfterwards(q, table) ? undefined : some(a.namespace)
  const all = SOURCES[table]
    .where(isRedirect ? 'source.ns' : sql.ref<number>('link.from_ns'), 'in', namespaces)
    .and((a.show ?? []).flatMap(kind => SHOWN[kind] ?? []))
  return (target: Entry, id: number | undefined) => {
    if (isRedirect) return all.where('link.ns', '=', target.ns).where('link.title', '=', target.title)
    return id === undefined ? null : all.where(sql.ref<number>('link.target_id'), '=', id)
  }
}

function itemOf(q: QueryRun, prop: readonly string[], row: IncomingRow): Incoming {
  return {
    ...(prop.includes('pageid') && { pageid: row.id }),
    ...(prop.includes('title') && q.pageName(row.ns, row.title)),
    ...(prop.includes('fragment') && row.fragment ? { fragment: row.fragment } : {}),
    ...(prop.includes('redirect') && { redirect: row.is_redirect === 1 }),
  }
}
