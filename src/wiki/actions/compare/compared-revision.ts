import type { Reader } from '#store/store.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { DELETED_REVISIONS, type RevisionRow, revisionBeside, selectRevisions } from '../../content/revisions.ts'

export interface ComparedRevision extends RevisionRow {
  /** Whether its page, or the revision alone, was deleted. */
  readonly isDeleted: boolean
}

/** A revision by id. Deleted ones are returned only to users who may read them. */
export async function comparedRevision({ db, caller }: ActionRun, id: number): Promise<ComparedRevision | null> {
  const live = await selectRevisions(db).where('revision.id', '=', id).executeTakeFirst()
  if (live) return { ...live, isDeleted: false }
  if (!caller.can('deletedtext') && !caller.can('undelete')) return null
  const [deleted] = await DELETED_REVISIONS.where('archive.rev_id', '=', id).all(db)
  return deleted ? { ...deleted, isDeleted: true } : null
}

/** The previous or next revision of the page. */
export async function neighbour(
  db: Reader,
  revision: ComparedRevision,
  side: 'prev' | 'next',
): Promise<ComparedRevision | null> {
  if (revision.isDeleted) return null
  const row = await revisionBeside(db, revision, side)
  return row ? { ...row, isDeleted: false } : null
}
