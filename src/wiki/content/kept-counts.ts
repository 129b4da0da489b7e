import { sql } from 'kysely'
import { padded, portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { Gender } from '../site/namespaces.ts'
import { spaced } from '../site/title-format.ts'
import type { SiteStatistics } from '../wikitext/host.ts'

/** Member counts of a category. */
export interface CategoryCounts {
  readonly pages: number
  readonly subcategories: number
  readonly files: number
}

/** `now` is Unix time in seconds, because group memberships expire. */
export async function siteStatistics(db: Reader, now: number): Promise<SiteStatistics> {
  const counts = await db.selectFrom('site_stats').where('id', '=', 1).selectAll().executeTakeFirst()
  return {
    pages: counts?.pages ?? 0,
    articles: counts?.articles ?? 0,
    files: counts?.images ?? 0,
    edits: counts?.edits ?? 0,
    users: counts?.users ?? 0,
    activeUsers: counts?.active_users ?? 0,
    admins: await membersOf(db, 'sysop', now),
  }
}

export async function membersOf(db: Reader, group: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('account_group')
    .where('group_name', '=', group)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function pagesIn(db: Reader, ns: number): Promise<number> {
  const row = await db
    .selectFrom('page')
    .where('ns', '=', ns)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function categoryCounts(db: Reader, titles: readonly string[]): Promise<Map<string, CategoryCounts>> {
  const found = new Map<string, CategoryCounts>(titles.map(title => [title, { pages: 0, subcategories: 0, files: 0 }]))
  for (const part of portions(titles)) {
    const rows = await db.selectFrom('category').where('title', 'in', padded(part)).selectAll().execute()
    for (const { title, pages, subcats, files } of rows) found.set(title, { pages, subcategories: subcats, files })
  }
  return found
}

/** Genders by user name. Names may contain underscores; a subpage belongs to its root user. */
export async function gendersOf(db: Reader, names: readonly string[]): Promise<Map<string, Gender>> {
  const owner = (name: string) => spaced(name.split('/')[0]!)
  const chosen = new Map<string, Gender>()
  for (const part of portions(names.map(owner))) {
    const rows = await db
      .selectFrom('account_option')
      .innerJoin('account', 'account.id', 'account_option.account_id')
      .where('account.name', 'in', padded(part))
      .where('account_option.name', '=', 'gender')
      .select(['account.name', 'account_option.value'])
      .execute()
    for (const { name, value } of rows) if (value === 'male' || value === 'female') chosen.set(name, value)
  }
  return new Map(names.map(name => [name, chosen.get(owner(name)) ?? 'unknown']))
}
