import { sql } from 'kysely'
import { prepared } from '#store/prepared.ts'
import { oncePerRequest } from '#store/request-reads.ts'
import type { Reader } from '#store/store.ts'
import { actorsById } from '../content/actors.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import type { TextSource } from '../content/text-blobs.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { fail } from '../messages/message.ts'
import type { EditMark } from './edit-marks.ts'
import { knownText, type PageState, revisionText } from './page-state.ts'

/** The revisions to undo: those later than `after`, up to `last`. */
export interface Undo {
  readonly last: number
  readonly after: number
  /** Set when only one revision is undone, with its author; null where that is hidden. */
  readonly single: { readonly author: string | null } | null
}

/** Bits for hidden revision text and author. */
const HIDDEN = { text: 1, author: 4 } as const

/** Resolves `undo` and `undoafter`. The title is used in error messages. */
export async function findUndo(
  db: Reader,
  state: PageState,
  title: string,
  request: { readonly undo: number; readonly after: number | undefined },
): Promise<Undo> {
  const undone = (await revisionOf(db, request.undo)) ?? fail('apierror-nosuchrevid', [request.undo])
  const before = request.after || undone.parent_id
  const first = before ? await revisionOf(db, before) : null
  // The error names only a revision from the request.
  if (!before || !first) fail('apierror-nosuchrevid', [request.after ?? ''])
  if (undone.page_id !== state.page?.id) fail('apierror-revwrongpage', [undone.id, title])
  if (first.page_id !== state.page?.id) fail('apierror-revwrongpage', [first.id, title])
  const isSingle = undone.parent_id === first.id
  return { last: undone.id, after: first.id, single: isSingle ? { author: await authorOf(db, undone) } : null }
}

type Revision = NonNullable<Awaited<ReturnType<typeof revisionOf>>>

/** A revision with hidden text counts as missing. */
async function revisionOf(db: Reader, id: number) {
  const row = await db
    .selectFrom('revision')
    .where('id', '=', id)
    .select(['id', 'page_id', 'parent_id', 'actor_id', 'deleted'])
    .executeTakeFirst()
  return row === undefined || (row.deleted & HIDDEN.text) !== 0 ? null : row
}

async function authorOf(db: Reader, { actor_id, deleted }: Revision): Promise<string | null> {
  if ((deleted & HIDDEN.author) !== 0) return null
  return (await actorsById(db, [actor_id])).get(actor_id)?.name ?? null
}

/** The current text without the changes of the undone revisions. */
export async function undoneText(
  source: TextSource,
  work: TextWork,
  state: PageState,
  { last, after }: Undo,
): Promise<string> {
  const [undone, before] = [await revisionText(source, last), await revisionText(source, after)]
  if (undone === null || before === null) fail('apierror-missingcontent-revid', [undone === null ? last : after])
  const merged = await work.run('merge', { base: undone, mine: knownText(state), theirs: before })
  return merged ?? fail('undo-failure')
}

export const undoMark = ({ last, single }: Undo): EditMark | null =>
  single && {
    message: single.author === null ? 'undo-summary-username-hidden' : 'undo-summary',
    params: [String(last), single.author ?? ''],
  }

/** Maximum number of revisions to mark as reverted. */
const MAX_REVERTED = 15

/** IDs of the revisions later than one, up to and including another; empty when there are too many to mark. */
export async function revisionsBetween(
  db: Reader,
  { page }: Pick<PageState, 'page'> & PageName,
  after: number,
  last: number,
): Promise<number[]> {
  if (page === null) return []
  const rows = await db
    .selectFrom('revision')
    .where('page_id', '=', page.id)
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(MAX_REVERTED + 1)
    .select('id')
    .execute()
  return rows.length > MAX_REVERTED ? [] : rows.map(row => row.id)
}

const revisionsOf = prepared((db: Reader, pageId: number) =>
  db
    .selectFrom('revision')
    .where('page_id', '=', pageId)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(MAX_REVERTED + 1))
    .select(['id', 'sha1']),
)

/** The revisions that an edit of the page may restore. */
export const recentRevisions = (db: Reader, { id, latest_rev }: PageRow) =>
  oncePerRequest(`recent revisions ${id} ${latest_rev}`, () => revisionsOf(db, id))

/** The recent revision whose text an edit restores. Repeating the current text does not count. */
export async function restoredRevision(db: Reader, { page }: PageState, sha1: string): Promise<number | null> {
  if (page === null) return null
  const rows = await recentRevisions(db, page)
  if (rows[0]?.sha1 === sha1) return null
  const found = rows.find(row => row.sha1 === sha1)
  return found?.id ?? null
}
