import type { Reader } from '#store/store.ts'
import type { Wiki } from '../../../wiki.ts'
import type { QueryPageDefinition } from './definition.ts'

/** Up to this many pages every list is worked out for the request that asks for it, in a fraction of a second. */
const LARGE = 20_000

export async function isLarge(db: Reader): Promise<boolean> {
  const stats = await db.selectFrom('site_stats').where('id', '=', 1).select('pages').executeTakeFirst()
  return (stats?.pages ?? 0) > LARGE
}

/** Whether a list is answered as it was last worked out: all of them on a large wiki, else those a miser thinks dear. */
export const isKept = async ({ db, miserMode }: Wiki, { cheap }: QueryPageDefinition): Promise<boolean> =>
  (miserMode && !cheap) || (await isLarge(db))
