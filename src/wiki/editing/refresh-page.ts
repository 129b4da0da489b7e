import { collationOf } from '../content/collation.ts'
import { pagesById } from '../content/pages.ts'
import { countForSite, isArticle } from '../content/site-counts.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import type { Wiki } from '../wiki.ts'
import { isStill } from './lock-page.ts'
import { readPageState } from './page-state.ts'
import { replaceLinks } from './store-links.ts'

/** Somebody who edits the page meanwhile brings its links up to date by themselves, so one more look suffices. */
const MAX_TRIES = 3

/** Notes the links of a page anew: its text is as it was, but what it includes may have changed. */
export async function refreshPage(wiki: Wiki, pageId: number, now: number, signal?: AbortSignal): Promise<void> {
  const work = new TextWork(wiki, now, { signal })
  for (let tries = 0; tries < MAX_TRIES; tries++) if (await refreshOnce(wiki, pageId, now, work)) return
}

async function refreshOnce(wiki: Wiki, pageId: number, now: number, work: TextWork): Promise<boolean> {
  const [page] = await pagesById(wiki.db, [pageId])
  if (page === undefined) return true
  const { ns, title } = page
  const { text, model } = await readPageState(wiki, page)
  if (text === null) return true
  const harvest = await work.run('harvest', { page: { ns, dbkey: title }, text, model })
  return wiki.store.transaction(async tx => {
    if (!(await isStill(tx, page))) return false
    const wasArticle = await isArticle(tx, wiki.site, ns, pageId)
    await replaceLinks(tx, { id: pageId, ns, title, timestamp: now }, harvest, collationOf(wiki.site))
    await tx.updateTable('page').set({ touched: now, links_updated: now }).where('id', '=', pageId).execute()
    const articles = Number(await isArticle(tx, wiki.site, ns, pageId)) - Number(wasArticle)
    if (articles !== 0) await countForSite(tx, { edits: 0, pages: 0, articles })
    return true
  })
}
