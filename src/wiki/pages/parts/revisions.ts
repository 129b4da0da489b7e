import type { Piece } from '#html/html.ts'
import type { PageWith } from '../../query/results.ts'
import type { Visit } from '../visit.ts'
import { having, type With } from './items.ts'
import { link } from './links.ts'

type AnyRevision = NonNullable<PageWith<'revisions'>['revisions']>[number]

/** A revision requested with `REVISION_PROPS`. Imported revisions may have no `parentid`; it is 0 for the first one. */
export type Revision = With<AnyRevision, 'revid' | 'timestamp'>

/** The revisions of a page requested with `REVISION_PROPS`. */
export const revisionsOf = (page: PageWith<'revisions'> | undefined): Revision[] =>
  having(page?.revisions, 'revid', 'timestamp')

/** Properties to request for revisions; the hash is a cheap way to learn whether the text is hidden. */
export const REVISION_PROPS = 'ids|timestamp|flags|user|parsedcomment|size|tags|sha1'

/** Whether the text is hidden, and whether the reader may see it anyway. */
export const isHidden = ({ texthidden, sha1hidden }: AnyRevision): boolean => texthidden === true || sha1hidden === true
export const isReadable = ({ caller }: Visit, row: Revision): boolean => !isHidden(row) || caller.can('deletedtext')

/** Sizes by revision id, including parents that are not in the list. */
export async function addParentSizes(
  visit: Visit,
  rows: readonly Revision[],
): Promise<ReadonlyMap<number, number | undefined>> {
  const sizes = new Map<number, number | undefined>(rows.map(row => [row.revid, row.size]))
  const lacking = rows.flatMap(({ parentid }) => (parentid && !sizes.has(parentid) ? [parentid] : []))
  for (let at = 0; at < lacking.length; at += 50) {
    const batch = lacking.slice(at, at + 50)
    const { pages = [] } = await visit.query({ revids: batch, prop: 'revisions', rvprop: 'ids|size' })
    for (const { revisions } of pages) for (const { revid, size } of having(revisions, 'revid')) sizes.set(revid, size)
  }
  return sizes
}

/** Links to undo or hide a change, according to the reader's rights. */
export function undoLinks(visit: Visit, title: string, row: Revision, isLatest: boolean): Piece[] {
  const { words, caller } = visit
  const after = row.parentid === undefined ? {} : { undoafter: row.parentid }
  return [
    isLatest &&
      row.parentid !== 0 &&
      row.user !== undefined &&
      caller.can('rollback') &&
      link(visit.address(title, { action: 'rollback', from: row.user }), words.text('rollbacklink')),
    row.parentid !== 0 &&
      isReadable(visit, row) &&
      caller.can('edit') &&
      link(visit.address(title, { action: 'edit', ...after, undo: row.revid }), words.text('editundo')),
    caller.can('deleterevision') &&
      !isLatest &&
      link(
        visit.special('Revisiondelete', null, { type: 'revision', target: title, ids: row.revid }),
        words.text('rev-delundel'),
      ),
  ]
}
