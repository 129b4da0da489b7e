import type { Caller } from '#accounts/caller.ts'
import { seconds } from '#store/clock.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedList } from '#store/stored-json.ts'
import type { PageRow } from '../content/pages.ts'
import { deleteFile } from '../editing/delete-file.ts'
import { deletePage } from '../editing/delete-page.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { removeLanguagePrefixes } from './languages.ts'

const SETTING = 'sample-pages'

/** Sample pages with their original revision; a page with another one has been edited. */
type NotedPages = readonly (readonly [page: number, revision: number])[]

/** Called while the wiki contains only the sample. */
export async function notePages(tx: Writer): Promise<void> {
  const rows = await tx.selectFrom('page').select(['id', 'latest_rev']).orderBy('id').execute()
  const noted: NotedPages = rows.map(({ id, latest_rev }) => [id, latest_rev])
  await writeSetting(tx, SETTING, noted)
}

/** Sample pages that nobody has edited. */
export async function samplePages(db: Reader): Promise<PageRow[]> {
  const noted = await readSetting(db, SETTING)
  if (noted === null) return []
  const original = new Map(storedList(noted).filter(Array.isArray) as unknown as NotedPages)
  const pages = await db
    .selectFrom('page')
    .selectAll()
    .where('id', 'in', [-1, ...original.keys()])
    .orderBy('id')
    .execute()
  return pages.filter(({ id, latest_rev }) => original.get(id) === latest_rev)
}

/** Deletes unedited sample pages like any other page and returns their titles. */
export async function removePages(wiki: Wiki, caller: Caller, reason: string): Promise<string[]> {
  const removed: string[] = []
  for (const page of await samplePages(wiki.db)) {
    const deletion = { caller, now: seconds(wiki.clock), page, reason, tags: [] }
    const done = await wiki.store.transaction(async tx => {
      const pageLogId = await deletePage(tx, wiki, deletion)
      if (pageLogId !== null && page.ns === NS.file) await deleteFile(tx, { ...deletion, name: page.title, pageLogId })
      return pageLogId
    })
    if (done !== null) removed.push(prefixedText(wiki.site, page.ns, page.title))
  }
  await wiki.store.transaction(async tx => {
    await removeLanguagePrefixes(tx)
    await tx.deleteFrom('site_setting').where('key', '=', SETTING).execute()
  })
  return removed
}
