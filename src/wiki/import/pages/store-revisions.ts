import type { Row } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import { sha1Base36 } from '../../content/sha1-base36.ts'
import { ipHex } from '../../site/ip.ts'
import { personOf } from '../bulk/actor-store.ts'
import type { ImportContext } from '../context.ts'
import type { ExportContent } from '../readers/xml/export-events.ts'
import { ALREADY_THERE, type Outcome } from '../tables/mapping.ts'
import { contentSize, hiddenParts, type PendingRevision, sizeOf } from './page-batch.ts'
import type { KnownRows } from './page-conflicts.ts'

/** Why a page of an export is left out along with its revisions. */
export const CLASH = 'another page has this title'
const OTHER_REVISION = 'another revision has this ID'

const revisionColumns = ['id', 'page_id', 'summary_id', 'actor_id', 'timestamp', 'minor', 'deleted', 'length']

/** Stores revisions with their authors, summaries and texts. Existing ones stay as they are. */
export async function storeRevisions(
  tx: Writer,
  given: readonly PendingRevision[],
  known: KnownRows,
  context: ImportContext,
): Promise<Outcome> {
  const skipped = new Map<string, number>()
  const fresh = given.filter(({ revision, page }) => {
    const reason = reasonToSkip(revision.id, page.id, known)
    if (reason !== undefined) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return reason === undefined
  })
  const people = fresh.map(({ revision }) => personOf(revision.contributor))
  const actorIds = await context.actors.resolve(tx, people)
  const summaryIds = await context.summaries.store(
    tx,
    fresh.map(({ revision }) => revision.comment ?? ''),
  )
  await storeContents(tx, context, fresh)
  const rows: Row[] = fresh.map((pending, index) => {
    const { page, revision, timestamp } = pending
    const numbers = [revision.id, page.id, summaryIds[index]!, actorIds[index]!, timestamp] as const
    const flags = [revision.minor ? 1 : 0, hiddenParts(revision), sizeOf(revision)] as const
    return [...numbers, ...flags, revision.parentId ?? 0, revision.sha1 || revisionSha1(pending)]
  })
  const added = await context.insert(tx, 'revision', [...revisionColumns, 'parent_id', 'sha1'], rows)
  await storeAddresses(tx, context, fresh)
  if (added < rows.length) skipped.set(OTHER_REVISION, (skipped.get(OTHER_REVISION) ?? 0) + rows.length - added)
  return { stored: added, skipped }
}

function reasonToSkip(revision: number, page: number, known: KnownRows): string | undefined {
  if (known.revisions.has(revision)) return ALREADY_THERE
  if (known.clashingPages.has(page)) return CLASH
  return known.clashingRevisions.has(revision) ? OTHER_REVISION : undefined
}

async function storeContents(
  tx: Writer,
  { ids, insert, texts }: ImportContext,
  given: readonly PendingRevision[],
): Promise<void> {
  const slots = given.flatMap(({ revision, slots }) => slots.map(slot => ({ revision, slot })))
  const withText = slots.filter(({ slot }) => slot.text !== undefined)
  const blobs = await texts.store(
    tx,
    withText.map(({ slot }) => slot.text!),
  )
  const blobOf = new Map(withText.map(({ slot }, index) => [slot, blobs[index]!]))
  const first = await ids.reserve(tx, 'content', slots.length)
  const contentRows: Row[] = slots.map(({ slot }, index) => {
    return [first + index, contentSize(slot), contentSha1(slot), slot.model ?? 'wikitext', blobOf.get(slot) ?? null]
  })
  await insert(tx, 'content', ['id', 'size', 'sha1', 'model', 'blob_id'], contentRows)
  const slotRows: Row[] = slots.map(({ revision, slot }, index) => {
    return [revision.id, slot.role, first + index, slot.origin ?? revision.id]
  })
  await insert(tx, 'slot', ['revision_id', 'role', 'content_id', 'origin'], slotRows)
}

/** The hash from the export or of the text; empty for a hidden text without one. */
function contentSha1({ sha1, text }: ExportContent): string {
  return sha1 ?? (text === undefined ? '' : sha1Base36(text))
}

const revisionSha1 = ({ revision }: PendingRevision): string => contentSha1(revision.main)

/** Indexes edits by unregistered users by address range. */
async function storeAddresses(tx: Writer, { insert }: ImportContext, given: readonly PendingRevision[]): Promise<void> {
  const rows: Row[] = []
  for (const { revision, timestamp } of given) {
    const hex = revision.contributor?.ip === undefined ? undefined : ipHex(revision.contributor.ip)
    if (hex !== undefined) rows.push([revision.id, timestamp, hex])
  }
  await insert(tx, 'ip_change', ['rev_id', 'timestamp', 'hex'], rows)
}
