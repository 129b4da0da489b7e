import type { Reader } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'

/** Links of a page to its translations, by language code. */
export const languageLinks = (db: Reader, pageId: number): Promise<{ lang: string; title: string }[]> =>
  db.selectFrom('language_link').where('from_id', '=', pageId).select(['lang', 'title']).orderBy('lang').execute()

/** Names of the files that a page uses, in order. */
export async function linkedFiles(db: Reader, pageId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('image_link')
    .innerJoin('link_target', 'link_target.id', 'image_link.target_id')
    .where('image_link.from_id', '=', pageId)
    .where('link_target.ns', '=', NS.file)
    .select('link_target.title')
    .orderBy('link_target.title')
    .limit(limit)
    .execute()
  return rows.map(row => row.title)
}
