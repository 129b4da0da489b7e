// Conditions on pages in a search: namespaces, title prefix, categories, templates, links, last edit.
import { type RawBuilder, sql } from 'kysely'
import { MAX_HITS } from '#store/full-text/word-query.ts'
import { afterPrefix, padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { limitSql } from '#store/usual-limits.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { parseTitle } from '../../site/titles.ts'
import type { PageName } from '../pages.ts'
import type { Filter, SearchQuery } from './search-query.ts'

export interface PageConditions {
  /** What `page` must meet. */
  readonly where: RawBuilder<unknown>
  /** Ids of pages that an index finds for the most selective keyword, with a limit; null if no keyword can lead. */
  readonly leading: RawBuilder<unknown> | null
  /** Whether titles have a range in an index. */
  readonly isTitleRange: boolean
}

/** All conditions except the words; null when nothing can match. */
export async function pageConditions(
  db: Reader,
  site: Site,
  query: SearchQuery,
  namespaces: readonly number[],
): Promise<PageConditions | null> {
  const conditions: RawBuilder<unknown>[] = []
  let searched = namespaces.length > 0 ? namespaces : [NS.main]
  if (query.prefix !== null) {
    const title = parseTitle(site, query.prefix)
    if ('invalid' in title || title.interwiki !== '') return null
    const range = titleRange(title.dbkey)
    if (query.isPrefixExcluded) conditions.push(sql`not (page.ns = ${title.ns} and ${range})`)
    else {
      searched = [title.ns]
      conditions.push(range)
    }
  }
  conditions.unshift(sql`page.ns in (${sql.join(searched)})`)
  let leading: RawBuilder<unknown> | null = null
  for (const filter of query.filters) {
    const found = filter.kind === 'category' ? inCategory(site, filter) : await linking(db, site, filter)
    if (found === null) {
      // No page can have it: a condition that excludes it is met by all.
      if (filter.isExcluded) continue
      return null
    }
    conditions.push(filter.isExcluded ? sql`not ${found.condition}` : found.condition)
    if (!filter.isExcluded) leading ??= found.pages
  }
  if (query.edited) {
    const { from, to } = query.edited
    const latest = sql`(select revision.timestamp from revision where revision.id = page.latest_rev)`
    if (from !== null) conditions.push(sql`${latest} >= ${from}`)
    if (to !== null) conditions.push(sql`${latest} <= ${to}`)
  }
  const isTitleRange = query.prefix !== null && !query.isPrefixExcluded
  return { where: sql.join(conditions, sql` and `), leading, isTitleRange }
}

function titleRange(start: string): RawBuilder<unknown> {
  const past = afterPrefix(start)
  return past === null ? sql`page.title >= ${start}` : sql`page.title >= ${start} and page.title < ${past}`
}

interface Found {
  readonly condition: RawBuilder<unknown>
  /** Selects the pages as `id`. */
  readonly pages: RawBuilder<unknown>
}

/** Each part has a limit of its own, so that no index is read to its end. */
const joined = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    parts.map(part => sql`select id from (${part} limit ${limitSql(MAX_HITS + 1)}) as part`),
    sql` union `,
  )

function namesOf(site: Site, { names }: Filter, ns: number): PageName[] {
  return names.flatMap(name => {
    const title = parseTitle(site, name, ns)
    return 'invalid' in title || title.interwiki !== '' ? [] : [{ ns: title.ns, title: title.dbkey }]
  })
}

function inCategory(site: Site, filter: Filter): Found | null {
  const names = namesOf(site, filter, NS.category).map(({ title }) => title)
  if (names.length === 0) return null
  return {
    condition: sql`exists (select 1 from category_link as link
      where link.page_id = page.id and link.category in (${sql.join(names)}))`,
    pages: joined(names.map(name => sql`select page_id as id from category_link where category = ${name}`)),
  }
}

const TABLES = { template: sql.ref('template_link'), link: sql.ref('page_link') } as const

/** Pages that use a template or link to a page. */
async function linking(db: Reader, site: Site, filter: Filter): Promise<Found | null> {
  const kind = filter.kind as keyof typeof TABLES
  const targets: number[] = []
  for (const { ns, title } of namesOf(site, filter, kind === 'template' ? NS.template : NS.main)) {
    const target = await db
      .selectFrom('link_target')
      .where('ns', '=', ns)
      .where('title', '=', title)
      .select('id')
      .executeTakeFirst()
    if (target) targets.push(target.id)
  }
  if (targets.length === 0) return null
  const table = TABLES[kind]
  return {
    condition: sql`exists (select 1 from ${table} as link
      where link.from_id = page.id and link.target_id in (${sql.join(padded(targets))}))`,
    pages: joined(targets.map(id => sql`select from_id as id from ${table} where target_id = ${id}`)),
  }
}
