import type { Piece } from '#html/html.ts'
import type { Visit } from '../visit.ts'
import type { Commented, Flags } from './changes.ts'
import { type Doer, link } from './links.ts'

/** A revision as the lists of the API tell it. */
export interface Revision extends Doer, Commented, Flags {
  readonly revid: number
  readonly parentid: number
  readonly timestamp: string
  readonly size?: number
  readonly texthidden?: boolean
  /** Told where the hash is asked for, whose text nobody is to see. */
  readonly sha1hidden?: boolean
}

/** What is asked of revisions in a list; whether a text is hidden is told with its hash, which is little. */
export const REVISION_PROPS = 'ids|timestamp|flags|user|parsedcomment|size|tags|sha1'

/** Whether a text is hidden from others, and whether the reader sees it all the same. */
export const isHidden = ({ texthidden, sha1hidden }: Revision): boolean => texthidden === true || sha1hidden === true
export const isReadable = ({ caller }: Visit, row: Revision): boolean => !isHidden(row) || caller.can('deletedtext')

/** The sizes of these revisions by their numbers, and of those before them, which need not be among them. */
export async function addParentSizes(
  visit: Visit,
  rows: readonly Revision[],
): Promise<ReadonlyMap<number, number | undefined>> {
  const sizes = new Map(rows.map(row => [row.revid, row.size]))
  const lacking = rows.map(row => row.parentid).filter(id => id !== 0 && !sizes.has(id))
  for (let at = 0; at < lacking.length; at += 50) {
    const asked = lacking.slice(at, at + 50)
    const { pages = [] } = await visit.query({ revids: asked, prop: 'revisions', rvprop: 'ids|size' })
    for (const { revisions = [] } of pages) for (const { revid, size } of revisions) sizes.set(revid, size)
  }
  return sizes
}

/** Ways to take a change back, or to hide it, for those who may. */
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
