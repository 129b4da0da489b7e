import type { Caller } from '#accounts/caller.ts'
import { skipNumbers } from '#store/row-numbers.ts'
import type { Writer } from '#store/store.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import type { Slot } from '../content/slots.ts'
import { encodeText } from '../content/text-blobs.ts'
import { ipHex } from '../site/ip.ts'
import { cutCharacters } from './excerpt.ts'

interface NewRevision {
  readonly pageId: number
  readonly parentId: number
  readonly summaryId: number
  readonly actorId: number
  readonly timestamp: number
  readonly minor: boolean
  readonly main: StoredContent
  /** Slots other than main, inherited from the parent revision. */
  readonly otherSlots: readonly Slot[]
}

interface StoredRevision {
  readonly id: number
  readonly length: number
}

export async function storeRevision(tx: Writer, revision: NewRevision): Promise<StoredRevision> {
  const { main, otherSlots } = revision
  await skipUsedNumbers(tx, 'revision')
  const length = otherSlots.reduce((sum, slot) => sum + slot.size, main.size)
  const { id } = await tx
    .insertInto('revision')
    .values({
      page_id: revision.pageId,
      parent_id: revision.parentId,
      summary_id: revision.summaryId,
      actor_id: revision.actorId,
      timestamp: revision.timestamp,
      minor: revision.minor ? 1 : 0,
      length,
      // The revision hash chains the slot hashes: hash of the first two, then of that and the third, and so on.
      sha1: otherSlots.reduce((sha1, slot) => sha1Base36(Buffer.from(sha1 + slot.sha1)), main.sha1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('slot')
    .values({ revision_id: id, role: 'main', content_id: main.contentId, origin: id })
    .execute()
  if (otherSlots.length > 0) await copySlots(tx, revision.parentId, id)
  return { id, length }
}

async function copySlots(tx: Writer, from: number, to: number): Promise<void> {
  const slots = tx.selectFrom('slot').where('revision_id', '=', from).where('role', '!=', 'main').selectAll()
  const rows = await slots.execute()
  await tx
    .insertInto('slot')
    .values(rows.map(row => ({ ...row, revision_id: to })))
    .execute()
}

/** Indexes edits by unregistered users by address range. */
export async function noteAddress(tx: Writer, caller: Caller, revisionId: number, timestamp: number): Promise<void> {
  const hex = caller.account ? undefined : ipHex(caller.name)
  if (hex !== undefined) await tx.insertInto('ip_change').values({ rev_id: revisionId, timestamp, hex }).execute()
}

interface StoredContent {
  readonly contentId: number
  readonly size: number
  readonly sha1: string
}

/** Stores a text, or reuses an identical one. */
export async function storeText(tx: Writer, text: string, model: string): Promise<StoredContent> {
  const bytes = Buffer.from(text)
  const { hash, size, encoding, data } = encodeText(bytes)
  const added = await tx
    .insertInto('blob')
    .values({ hash, size, encoding, data })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  const blob = added ?? (await tx.selectFrom('blob').where('hash', '=', hash).select('id').executeTakeFirstOrThrow())
  const sha1 = sha1Base36(bytes)
  const content = await tx
    .insertInto('content')
    .values({ size, sha1, model, blob_id: blob.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { contentId: content.id, size, sha1 }
}

export async function storeSummary(tx: Writer, text: string): Promise<number> {
  const row = await tx.insertInto('summary').values({ text, data: null }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Maximum characters of a summary, including the ellipsis of a shortened one. */
const MAX_CHARACTERS = 500

export const shortened = (summary: string): string => cutCharacters(summary.trim(), MAX_CHARACTERS)

/**
 * Advances the ID sequence past the IDs of deleted revisions and pages, which live in other tables. An import may have
 * brought higher IDs than the main table holds, and they must not be reused.
 */
export async function skipUsedNumbers(tx: Writer, table: 'page' | 'revision'): Promise<void> {
  const used = await highestDeleted(tx, table)
  if (used > 0) await skipNumbers(tx, table, used)
}

/** Deleted pages are looked up in the log, where page IDs are indexed. */
async function highestDeleted(tx: Writer, table: 'page' | 'revision'): Promise<number> {
  const row =
    table === 'revision'
      ? await tx
          .selectFrom('archive')
          .select(eb => eb.fn.max('rev_id').as('id'))
          .executeTakeFirst()
      : await tx
          .selectFrom('log')
          .select(eb => eb.fn.max('page_id').as('id'))
          .executeTakeFirst()
  return row?.id ?? 0
}
