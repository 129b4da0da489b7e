import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

/** A live or deleted revision: the columns every revision listing reads. */
export interface RevisionRow {
  /** Revision ID; does not change when the page is deleted and restored. */
  readonly id: number
  readonly page_id: number | null
  readonly ns: number
  readonly title: string
  readonly parent_id: number | null
  readonly timestamp: number
  readonly minor: number
  /** Bits for the hidden parts: see revision-visibility. */
  readonly deleted: number
  readonly length: number | null
  readonly sha1: string
  readonly actor_id: number
  readonly summary_id: number
}

/** A deleted revision also has an ID in the archive. */
export interface DeletedRevisionRow extends RevisionRow {
  readonly archive_id: number
}

/** Revisions joined with their pages; revisions of deleted pages are left out. */
export const selectRevisions = (db: Reader) =>
  db
    .selectFrom('revision')
    .innerJoin('page', 'page.id', 'revision.page_id')
    .select([
      'revision.id',
      'revision.page_id',
      'page.ns',
      'page.title',
      'revision.parent_id',
      'revision.timestamp',
      'revision.minor',
      'revision.deleted',
      'revision.length',
      'revision.sha1',
      'revision.actor_id',
      'revision.summary_id',
    ])

/** The same query for lists. */
export const REVISIONS = statement(selectRevisions)

/** The previous or next revision of the same page. */
export async function revisionBeside(
  db: Reader,
  { page_id, timestamp, id }: RevisionRow,
  side: 'prev' | 'next',
): Promise<RevisionRow | undefined> {
  const direction = side === 'prev' ? 'desc' : 'asc'
  const order = ['revision.timestamp', 'revision.id'].map(column => ({ column, direction }) as const)
  const history = REVISIONS.where('revision.page_id', '=', page_id ?? 0).where('revision.id', '<>', id)
  return (await history.all(db, { order, after: [timestamp, id], limit: 1 }))[0]
}

const selectDeletedRevisions = (db: Reader) =>
  db
    .selectFrom('archive')
    .select([
      'archive.rev_id as id',
      'archive.id as archive_id',
      'archive.page_id',
      'archive.ns',
      'archive.title',
      'archive.parent_id',
      'archive.timestamp',
      'archive.minor',
      'archive.deleted',
      'archive.length',
      'archive.sha1',
      'archive.actor_id',
      'archive.summary_id',
    ])

export const DELETED_REVISIONS = statement(selectDeletedRevisions)
