import { padded } from '#store/keyset.ts'
import { actorsById } from '../actors.ts'
import { type PageRow, redirectsFrom } from '../pages.ts'
import { selectRevisions } from '../revisions.ts'
import { slotsOf } from '../slots.ts'
import { summaryTexts } from '../summaries.ts'
import { readTexts, type TextSource } from '../text-blobs.ts'
import type { ExportedPage } from './write-export.ts'

/** Pages with their latest revisions, in the order given. */
export async function withLatestRevisions(source: TextSource, pages: readonly PageRow[]): Promise<ExportedPage[]> {
  if (pages.length === 0) return []
  const { db } = source
  const ids = pages.map(page => page.latest_rev)
  const revisions = await selectRevisions(db).where('revision.id', 'in', padded(ids)).execute()
  const slots = await slotsOf(db, ids)
  const texts = await readTexts(
    source,
    [...slots.values()].flat().flatMap(slot => slot.blobId ?? []),
  )
  const actors = await actorsById(
    db,
    revisions.map(row => row.actor_id),
  )
  const summaries = await summaryTexts(
    db,
    revisions.map(row => row.summary_id),
  )
  const redirects = new Map(
    (
      await redirectsFrom(
        db,
        pages.filter(page => page.is_redirect).map(page => page.id),
      )
    ).map(row => [row.from_id, row]),
  )
  const byPage = new Map(revisions.map(row => [row.page_id, row]))
  return pages.map(({ id, ns, title }) => {
    const latest = byPage.get(id)
    return {
      id,
      ns,
      title,
      redirect: redirects.get(id) ?? null,
      revisions: latest
        ? [
            {
              ...latest,
              actor: actors.get(latest.actor_id) ?? null,
              summary: summaries.get(latest.summary_id) ?? '',
              slots: (slots.get(latest.id) ?? [])
                .map(slot => ({
                  ...slot,
                  text: slot.blobId === null ? null : (texts.get(slot.blobId)?.toString() ?? null),
                }))
                .sort((one, other) => Number(other.role === 'main') - Number(one.role === 'main')),
            },
          ]
        : [],
    }
  })
}
