import type { Caller } from '#accounts/caller.ts'
import { insertRow } from '#store/insert-row.ts'
import { prepared } from '#store/prepared.ts'
import { skipNumbers } from '#store/row-numbers.ts'
import { type NewId, StatementChain } from '#store/statement-chain.ts'
import type { Reader, Writer } from '#store/store.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import type { Slot } from '../content/slots.ts'
import { ipHex } from '../site/ip.ts'
import { encodeText } from '../text-encoding.ts'
import { cutCharacters } from './excerpt.ts'

interface NewRevision {
  readonly pageId: number
  readonly parentId: number
  readonly summaryId: number | NewId
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
  await skipUsedNumbers(tx, 'revision')
  const chain = new StatementChain()
  const { id: newId, length } = addRevision(chain, revision)
  const id = (await chain.run(tx))(newId)!
  await copySlots(tx, revision, id)
  return { id, length }
}

/** Adds a revision with its main slot. `copySlots` brings the others, once the revision has its ID. */
export function addRevision(chain: StatementChain, revision: NewRevision): { id: NewId; length: number } {
  const { main, otherSlots } = revision
  const length = otherSlots.reduce((sum, slot) => sum + slot.size, main.size)
  const id = chain.insert('revision', {
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
  chain.insertPart('slot', { revision_id: id, role: 'main', content_id: main.contentId, origin: id })
  return { id, length }
}

export async function copySlots(tx: Writer, { parentId, otherSlots }: NewRevision, to: number): Promise<void> {
  if (otherSlots.length === 0) return
  const slots = tx.selectFrom('slot').where('revision_id', '=', parentId).where('role', '!=', 'main').selectAll()
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
  readonly contentId: number | NewId
  readonly size: number
  readonly sha1: string
}

interface StoredBlob {
  readonly blobId: number
  readonly size: number
  readonly sha1: string
}

/** Stores a text, or reuses an identical one. */
export async function storeText(tx: Writer, text: string, model: string): Promise<StoredContent> {
  const { blobId, size, sha1 } = await storeBlob(tx, text)
  return { contentId: await insertRow(tx, 'content', { size, sha1, model, blob_id: blobId }), size, sha1 }
}

const addBlob = prepared((tx: Reader, hash: Buffer, size: number, encoding: string, data: Buffer) =>
  tx
    .insertInto('blob')
    .values({ hash, size, encoding, data })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id'),
)

/** Adds a text, or refers to an identical one. Only the writers of the same text wait for each other. */
export function addText(chain: StatementChain, text: string): Omit<StoredBlob, 'blobId'> & { blobId: NewId } {
  const bytes = Buffer.from(text)
  const { hash, size, encoding, data } = encodeText(bytes)
  const blobId = chain.add({
    key: 'text',
    values: [hash, size, encoding, data],
    // An update that changes nothing returns the ID of the row in the way.
    text: cell =>
      `insert into blob (hash, size, encoding, data) values (${[0, 1, 2, 3].map(at => cell(at)).join()})
        on conflict (hash) do update set hash = excluded.hash returning id`,
  })
  return { blobId, size, sha1: sha1Base36(bytes) }
}

async function storeBlob(tx: Writer, text: string): Promise<StoredBlob> {
  const bytes = Buffer.from(text)
  const { hash, size, encoding, data } = encodeText(bytes)
  const [added] = await addBlob(tx, hash, size, encoding, data)
  const blob = added ?? (await tx.selectFrom('blob').where('hash', '=', hash).select('id').executeTakeFirstOrThrow())
  return { blobId: blob.id, size, sha1: sha1Base36(bytes) }
}

export const storeSummary = (tx: Writer, text: string): Promise<number> =>
  insertRow(tx, 'summary', { text, data: null })

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
