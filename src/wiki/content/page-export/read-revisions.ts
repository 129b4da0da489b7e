import { actorsById } from '../actors.ts'
import type { RevisionRow } from '../revisions.ts'
import { slotsOf } from '../slots.ts'
import { summaryTexts } from '../summaries.ts'
import { readTexts, type TextSource } from '../text-blobs.ts'
import type { ExportedRevision } from './write-export.ts'

/** Revisions with everything an export needs, in the given order. */
export async function withTexts(source: TextSource, revisions: readonly RevisionRow[]): Promise<ExportedRevision[]> {
  const { db } = source
  const slots = await slotsOf(
    db,
    revisions.map(row => row.id),
  )
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
  return revisions.map(revision => ({
    ...revision,
    actor: actors.get(revision.actor_id) ?? null,
    summary: summaries.get(revision.summary_id) ?? '',
    slots: (slots.get(revision.id) ?? [])
      .map(slot => ({
        ...slot,
        text: slot.blobId === null ? null : (texts.get(slot.blobId)?.toString() ?? null),
      }))
      .sort((one, other) => Number(other.role === 'main') - Number(one.role === 'main')),
  }))
}
