import type { Reader } from '#store/store.ts'
import type { Site } from '#wiki/site/site.ts'

export interface LatePage {
  readonly ns: number
  readonly title: string
  readonly lang: string | null
  /** Microseconds since 1970. */
  readonly at: number
}

/** Number of revisions read, enough to find several pages when one is edited often. */
const LOOKED_AT = 40

/** Recently edited articles, each once. Reads only the end of an index. */
export async function recentPages(db: Reader, { namespaces }: Site, most: number): Promise<LatePage[]> {
  const rows = await db
    .selectFrom('revision')
    .innerJoin('page', 'page.id', 'revision.page_id')
    .select(['page.id', 'page.ns', 'page.title', 'page.lang', 'revision.timestamp', 'revision.id as revision'])
    .where('revision.deleted', '=', 0)
    .where('page.is_redirect', '=', 0)
    .orderBy('revision.timestamp', 'desc')
    .orderBy('revision.id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const seen = new Map<number, LatePage>()
  for (const { id, ns, title, lang, timestamp } of rows)
    if (!seen.has(id) && namespaces.isContent(ns)) seen.set(id, { ns, title, lang, at: timestamp * 1_000_000 })
  return [...seen.values()].slice(0, most)
}

export async function siteCounts(db: Reader): Promise<{ pages: number; users: number }> {
  const row = await db.selectFrom('site_stats').select(['pages', 'users']).executeTakeFirst()
  return row ?? { pages: 0, users: 0 }
}
