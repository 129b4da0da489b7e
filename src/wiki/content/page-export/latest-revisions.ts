import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { type PageRow, type RedirectRow, redirectsFrom } from '../pages.ts'
import { selectRevisions } from '../revisions.ts'
import type { TextSource } from '../text-blobs.ts'
import { withTexts } from './read-revisions.ts'
import type { ExportedPage } from './write-export.ts'

/** Pages with their latest revisions, in the given order. */
export async function withLatestRevisions(source: TextSource, pages: readonly PageRow[]): Promise<ExportedPage[]> {
  if (pages.length === 0) return []
  const { db } = source
  const ids = pages.map(page => page.latest_rev)
  const rows = await selectRevisions(db).where('revision.id', 'in', padded(ids)).execute()
  const latest = new Map((await withTexts(source, rows)).map(revision => [revision.page_id, revision]))
  const redirects = await redirectsOf(db, pages)
  return pages.map(({ id, ns, title }) => {
    const revision = latest.get(id)
    return { id, ns, title, redirect: redirects.get(id) ?? null, revisions: revision ? [revision] : [] }
  })
}

/** Redirect targets of those pages that are redirects. */
export async function redirectsOf(db: Reader, pages: readonly PageRow[]): Promise<Map<number, RedirectRow>> {
  const ids = pages.filter(page => page.is_redirect).map(page => page.id)
  return new Map((await redirectsFrom(db, ids)).map(row => [row.from_id, row]))
}
