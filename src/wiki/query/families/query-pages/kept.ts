import type { Reader } from '#store/store.ts'
import type { Wiki } from '../../../wiki.ts'
import type { QueryPageDefinition } from './definition.ts'

/** Up to this many pages, every list is computed on request in a fraction of a second. */
const LARGE = 20_000

export async function isLarge(db: Reader): Promise<boolean> {
  const stats = await db.selectFrom('site_stats').where('id', '=', 1).select('pages').executeTakeFirst()
  return (stats?.pages ?? 0) > LARGE
}

/** Whether to use the cached list: always on a large wiki, otherwise for expensive lists in miser mode. */
export const isKept = async ({ db, miserMode }: Wiki, { cheap }: QueryPageDefinition): Promise<boolean> =>
  (miserMode && !cheap) || (await isLarge(db))
