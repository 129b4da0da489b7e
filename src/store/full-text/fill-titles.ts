import { readSetting, writeSetting } from '../site-settings.ts'
import type { Reader, Store } from '../store.ts'
import { indexTitles } from './index-titles.ts'
import { mergeTitles } from './merge-words.ts'

const SETTING = 'title_index'
const COMPLETE = 'complete'
const BATCH = 1000

/** Databases whose index is complete. It stays so. */
const complete = new WeakSet<object>()

/**
 * Whether all titles are in the index of titles. A wiki from an earlier version is indexed after its first start;
 * until then, titles are found through the index of texts.
 */
export async function areTitlesIndexed(db: Reader): Promise<boolean> {
  const { adapter } = db.getExecutor()
  if (complete.has(adapter)) return true
  if ((await readSetting(db, SETTING)) !== JSON.stringify(COMPLETE)) return false
  complete.add(adapter)
  return true
}

/** Indexes the titles of a wiki from an earlier version, in batches. Resumes after an interruption. */
export async function fillTitles(store: Store): Promise<void> {
  for (;;) {
    const isDone = await store.transaction(async tx => {
      const progress = await readSetting(tx, SETTING)
      if (progress === JSON.stringify(COMPLETE)) return true
      const after = progress === null ? 0 : Number(progress)
      const pages = await tx
        .selectFrom('page')
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .select(['id', 'ns', 'title'])
        .execute()
      await indexTitles(tx, pages, false)
      await writeSetting(tx, SETTING, pages.at(-1)?.id ?? COMPLETE)
      if (pages.length === 0) await mergeTitles(tx)
      return pages.length === 0
    })
    if (isDone) return
  }
}
