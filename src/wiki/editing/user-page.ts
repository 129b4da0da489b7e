import type { Reader } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'

/** The user page as a log target, with its page ID if it exists. */
export async function userPage(db: Reader, name: string): Promise<{ target: PageName; pageId: number }> {
  const title = name.replaceAll(' ', '_')
  const row = await db
    .selectFrom('page')
    .where('ns', '=', NS.user)
    .where('title', '=', title)
    .select('id')
    .executeTakeFirst()
  return { target: { ns: NS.user, title }, pageId: row?.id ?? 0 }
}
