import type { Reader } from '#store/store.ts'

/** Page ids in one part of the sitemap. Crawlers accept up to 50,000 addresses per file. */
export const PART_SIZE = 10_000
/** Crawlers accept up to 50,000 parts. */
const MAX_PARTS = 50_000

interface MappedPage {
  readonly ns: number
  readonly title: string
  /** Time of the last edit in seconds since 1970. */
  readonly changed: number | null
}

/** Number of parts that the sitemap has now. */
export async function countParts(db: Reader): Promise<number> {
  const last = await db.selectFrom('page').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return Math.min(Math.ceil((last?.id ?? 0) / PART_SIZE), MAX_PARTS)
}

/** The pages of one part, counted from 1: those with content, without redirects. */
export async function pagesOfPart(db: Reader, part: number, namespaces: readonly number[]): Promise<MappedPage[]> {
  if (namespaces.length === 0) return []
  return db
    .selectFrom('page')
    .leftJoin('revision', 'revision.id', 'page.latest_rev')
    .where('page.id', '>', (part - 1) * PART_SIZE)
    .where('page.id', '<=', part * PART_SIZE)
    .where('page.ns', 'in', namespaces)
    .where('page.is_redirect', '=', 0)
    .orderBy('page.id')
    .select(['page.ns', 'page.title', 'revision.timestamp as changed'])
    .execute()
}
