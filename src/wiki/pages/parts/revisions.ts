import type { Piece } from '#html/html.ts'
import type { Visit } from '../visit.ts'
import type { Commented, Flags } from './changes.ts'
import { link, type Performer } from './links.ts'

/** A revision as returned by API lists. */
export interface Revision extends Performer, Commented, Flags {
  readonly revid: number
  readonly parentid: number
  readonly timestamp: string
  readonly size?: number
  readonly texthidden?: boolean
  /** Returned with the hash if the text is hidden. */
  readonly sha1hidden?: boolean
}

/** Properties to request for revisions; the hash is a cheap way to learn whether the text is hidden. */
export const REVISION_PROPS = 'ids|timestamp|flags|user|parsedcomment|size|tags|sha1'

/** Whether the text is hidden, and whether the reader may see it anyway. */
export const isHidden = ({ texthidden, sha1hidden }: Revision): boolean => texthidden === true || sha1hidden === true
export const isReadable = ({ caller }: Visit, row: Revision): boolean => !isHidden(row) || caller.can('deletedtext')

/** Sizes by revision id, including parents that are not in the list. */
export async function addParentSizes(
  visit: Visit,
  rows: readonly Revision[],
): Promise<ReadonlyMap<number, number | undefined>> {
  const sizes = new Map(rows.map(row => [row.revid, row.size]))
  const lacking = rows.map(row => row.parentid).filter(id => id !== 0 && !sizes.has(id))
  for (let at = 0; at < lacking.length; at += 50) {
    const batch = lacking.slice(at, at + 50)
    const { pages = [] } = await visit.query({ revids: batch, prop: 'revisions', rvprop: 'ids|size' })
    for (const { revisions = [] } of pages) for (const { revid, size } of revisions) sizes.set(revid, size)
  }
  return sizes
}

/** Links to undo or hide a change, according to the reader's rights. */
export function undoLinks(visit: Visit, title: string, row: Revision, isLatest: boolean): Piece[] {
  const { words, caller } = visit
  return [
    isLatest &&
      row.parentid !== 0 &&
      row.user !== undefined &&
      caller.can('rollback') &&
      link(visit.address(title, { action: 'rollback', from: row.user }), words.text('rollbacklink')),
    row.parentid !== 0 &&
      isReadable(visit, row) &&
      caller.can('edit') &&
      link(visit.address(title, { action: 'edit', undoafter: row.parentid, undo: row.revid }), words.text('editundo')),
    caller.can('deleterevision') &&
      !isLatest &&
      link(
        visit.special('Revisiondelete', null, { type: 'revision', target: title, ids: row.revid }),
        words.text('rev-delundel'),
      ),
  ]
}
