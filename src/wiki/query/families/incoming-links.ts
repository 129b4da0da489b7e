// linkshere, transcludedin, fileusage and redirects tell of each page of the page set what points at it.
import { sql } from 'kysely'
import { compareBytes, from } from '#store/keyset.ts'
import { listedPerPage, type PageListing } from '../../api/module.ts'
import { readCursor } from '../../api/query/cursor.ts'
import type { Entry } from '../../api/query/page-set.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { linkTargets } from '../../content/pages.ts'
import { fail } from '../../messages/message.ts'

export type IncomingTable = 'page_link' | 'template_link' | 'image_link' | 'redirect'

interface IncomingArgs {
  readonly prop: readonly string[]
  readonly namespace: readonly number[] | undefined
  readonly show: readonly string[] | undefined
  readonly limit: number
  readonly continue: string | undefined
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
 * Targets are taken one after the other in the order of their titles, each from its own index range, so that many
 * targets with many links need no sorting. The continue value names only what can differ between the rows.
 */
export async function incomingLinks(q: QueryRun, table: IncomingTable, a: IncomingArgs): Promise<PageListing<never>> {
  // Namespaces were asked for, but none of them exists.
  const targets = a.namespace?.length === 0 ? [] : targetsOf(q, table)
  const severalNamespaces = new Set(targets.map(target => target.ns)).size > 1
  const severalTitles = new Set(targets.map(target => target.title)).size > 1
  const bySourceNamespace = table !== 'redirect' && (a.namespace?.length ?? 0) > 1
  // Where there is nothing to look for, nobody looks where to go on.
  const begun = targets.length > 0 ? a.continue : undefined
  const after = readAfter(begun, severalNamespaces, severalTitles, bySourceNamespace)
  // Special pages are asked about like others, although nothing can be found about them.
  if (targets.length > 0 || (table !== 'image_link' && q.pages.special.length > 0)) refuseContradiction(a.show)
  const isShown = (row: IncomingRow) => !filtersAfterwards(q, table) || (a.namespace?.includes(row.ns) ?? true)
  const rows: IncomingRow[] = []
  const ids = table === 'redirect' ? null : await linkTargets(q.db, targets)
  for (const target of targets) {
    if (rows.length > a.limit) break
    const start = after && positionOf(target, after)
    if (start === 'before') continue
    const found = await linksTo(q, table, target, ids, a, {
      take: a.limit + 1 - rows.length,
      bySourceNamespace,
      after: start === 'at' ? after! : null,
    })
    rows.push(...found)
  }
  return listedPerPage(rows, {
    pageId: row => row.key,
    item: row => (isShown(row) ? itemOf(q, a.prop, row) : null),
    next: row =>
      [
        ...(severalNamespaces ? [row.target.ns] : []),
        ...(severalTitles ? [row.target.title] : []),
        ...(bySourceNamespace ? [row.ns] : []),
        row.id,
      ].join('|'),
    page: row => (isShown(row) ? { ns: row.ns, title: row.title } : null),
  })
}

/** No index of redirects knows the namespace; a sparing wiki reads no more than it would show, and leaves out of that. */
const filtersAfterwards = (q: QueryRun, table: IncomingTable): boolean => q.wiki.miserMode && table === 'redirect'

function refuseContradiction(show: readonly string[] | undefined): void {
  if (show?.some(value => show.includes(`!${value}`))) fail('apierror-show')
}

/** Files are pointed at by their name alone, so only pages of the file namespace can be. */
function targetsOf(q: QueryRun, table: IncomingTable): Entry[] {
  return q.pages.entries
    .filter(entry => (entry.ns >= 0 || table === 'redirect') && (table !== 'image_link' || entry.ns === 6))
    .sort((a, b) => a.ns - b.ns || compareBytes(a.title, b.title))
}

interface After {
  readonly ns: number | null
  readonly title: string | null
  readonly sourceNs: number | null
  readonly source: number
}

function readAfter(value: string | undefined, ns: boolean, title: boolean, sourceNs: boolean): After | null {
  if (value === undefined) return null
  const kinds = [
    ...(ns ? (['int'] as const) : []),
    ...(title ? (['string'] as const) : []),
    ...(sourceNs ? (['int'] as const) : []),
    'int' as const,
  ]
  const parts = readCursor(value, ...kinds) as (string | number)[]
  return {
    ns: ns ? (parts.shift() as number) : null,
    title: title ? (parts.shift() as string) : null,
    sourceNs: sourceNs ? (parts.shift() as number) : null,
    source: parts.shift() as number,
  }
}

function positionOf(target: Entry, after: After): 'before' | 'at' | 'behind' {
  const difference =
    (after.ns === null ? 0 : target.ns - after.ns) ||
    (after.title === null ? 0 : compareBytes(target.title, after.title))
  return difference < 0 ? 'before' : difference > 0 ? 'behind' : 'at'
}

interface Reading {
  readonly take: number
  readonly bySourceNamespace: boolean
  readonly after: After | null
}

async function linksTo(
  q: QueryRun,
  table: IncomingTable,
  target: Entry,
  ids: ReadonlyMap<string, number> | null,
  a: IncomingArgs,
  reading: Reading,
): Promise<IncomingRow[]> {
  const targetId = ids?.get(`${target.ns}:${target.title}`)
  if (ids && targetId === undefined) return []
  const isRedirect = table === 'redirect'
  let query = q.db
    .selectFrom(`${table} as link` as 'redirect as link')
    .innerJoin('page as source', 'source.id', 'link.from_id')
    .select(['source.id', 'source.ns', 'source.title', 'source.is_redirect'])
    .select(isRedirect ? 'link.fragment' : sql<string | null>`null`.as('fragment'))
    .limit(reading.take)
  if (isRedirect) {
    query = query
      .where('link.ns', '=', target.ns)
      .where('link.title', '=', target.title)
      .where(eb => eb.or([eb('link.interwiki', 'is', null), eb('link.interwiki', '=', '')]))
  } else query = query.where(sql.ref('link.target_id'), '=', targetId)
  if (a.namespace && a.namespace.length > 0 && !filtersAfterwards(q, table)) {
    query = query.where(isRedirect ? 'source.ns' : sql.ref<number>('link.from_ns'), 'in', [...a.namespace])
  }
  if (a.show?.includes('redirect')) query = query.where('source.is_redirect', '=', 1)
  if (a.show?.includes('!redirect')) query = query.where('source.is_redirect', '=', 0)
  if (a.show?.includes('fragment'))
    query = query.where('link.fragment', 'is not', null).where('link.fragment', '<>', '')
  if (a.show?.includes('!fragment'))
    query = query.where(eb => eb.or([eb('link.fragment', 'is', null), eb('link.fragment', '=', '')]))
  const keys = reading.bySourceNamespace ? ['link.from_ns', 'link.from_id'] : ['link.from_id']
  for (const key of keys) query = query.orderBy(sql.ref(key))
  if (reading.after) {
    const { sourceNs, source } = reading.after
    query = query.where(from(keys, reading.bySourceNamespace ? [sourceNs, source] : [source], 'asc'))
  }
  const rows = await query.execute()
  return rows.map(row => ({ ...row, key: target.key, target }))
}

function itemOf(q: QueryRun, prop: readonly string[], row: IncomingRow): Row {
  return {
    ...(prop.includes('pageid') && { pageid: row.id }),
    ...(prop.includes('title') && q.pageName(row.ns, row.title)),
    ...(prop.includes('fragment') && row.fragment ? { fragment: row.fragment } : {}),
    ...(prop.includes('redirect') && { redirect: row.is_redirect === 1 }),
  }
}
